/**
 * Fills the cache of a release: what another release holds alike is copied, the rest is fetched, a
 * few files by themselves and many as their bundle. What is there stays there, so that a download
 * that was cut goes on where it was.
 */
(function (offline) {
  "use strict";

  const TOGETHER = 8;

  /** Does a job for each of a list, a few at a time; after a fault what has begun is ended. */
  async function each(list, job) {
    const waiting = [...list];
    let fault = null;
    const line = async () => {
      while (waiting.length && !fault) {
        await job(waiting.shift()).catch((error) => { fault = fault || error; });
      }
    };
    await Promise.all(Array.from({length: TOGETHER}, line));
    if (fault) throw fault;
  }

  function responseOf(contents, path, body, file) {
    const name = path === "" || path.endsWith("/") ? "index.html" : path;
    const type = contents.types[name.slice(name.lastIndexOf(".") + 1).toLowerCase()];
    return new Response(body, {
      headers: {"Content-Type": type || "application/octet-stream", "Content-Length": String(file.size)},
    });
  }

  /** Copies what the other caches of this site hold with the same sum. */
  async function copyInto(cache, name, lacking) {
    for (const other of await offline.ownNames()) {
      if (other === name) continue;
      const {cache: source, contents, mark} = await offline.open(other);
      if (!contents) continue;
      const there = offline.filesOf(contents, contents.choices.map((choice) => choice.name));
      const alike = [...lacking].filter(([path, {sum}]) => there.has(path) && there.get(path).sum === sum);
      await each(alike, async ([path]) => {
        const address = offline.addressOf(path);
        const response = await source.match(address);
        if (!response) return;
        await cache.put(address, response);
        lacking.delete(path);
      });
    }
  }

  const weightOf = (files) => [...files.values()].reduce((sum, {weight}) => sum + weight, 0);

  /**
   * Fetches what a bundle would bring, the cheaper way.
   * @param {{weight: number, get: () => Promise<string[]>}} common the pieces that bundles share
   */
  async function fetchBundle(put, bundle, common, lacking, signal, came) {
    const wanted = new Map(Object.keys(bundle.files).filter((path) => lacking.has(path))
      .map((path) => [path, lacking.get(path)]));
    if (!wanted.size) return;
    if (weightOf(wanted) < bundle.weight + common.weight) {
      try {
        await each(wanted, async ([path, file]) => {
          await put(path, await offline.travel(path, file.sum, signal), file);
          came(file.weight);
        });
        return;
      } catch (error) {
        // A host may change pages on their way; nobody changes a bundle.
        if (offline.faultOf(error).code !== "changed") throw error;
      }
    }
    const pieces = await common.get();
    const piece = (bytes) => came(weightOf(wanted) * bytes / bundle.size);
    const files = offline.unpack(await offline.travel(bundle.file, bundle.sum, signal, piece), pieces);
    await each([...wanted].filter(([path]) => lacking.has(path)), ([path, file]) => put(path, files.get(path), file));
  }

  /** The pieces that bundles share, fetched when first asked for; then they weigh nothing more. */
  function commonOf({file, sum, weight}, signal) {
    let pieces = null;
    const common = {weight, get: async () => {
      pieces = pieces || offline.piecesOf(offline.parsed(await offline.travel(file, sum, signal)));
      common.weight = 0;
      return pieces;
    }};
    return common;
  }

  /**
   * @param {Object} contents what `release.py` says of the release
   * @param {string[]} chosen the names of the files that the reader wants besides
   * @param {AbortSignal} signal
   * @param {(share: number) => void} tell how much of the way is done, from 0 to 1
   */
  async function fill(contents, chosen, signal, tell) {
    const name = offline.nameOf(contents.release);
    const cache = await caches.open(name);
    await offline.writeContents(cache, contents);
    const held = await offline.pathsIn(cache);
    const files = offline.filesOf(contents, chosen);
    const lacking = new Map([...files].filter(([path]) => !held.has(path)));
    await copyInto(cache, name, lacking);

    const whole = weightOf(lacking) || 1;
    let done = 0;
    const came = (weight) => tell(Math.min(1, (done += weight) / whole));
    const put = async (path, body, file) => {
      if (signal.aborted) throw new offline.Fault("stopped");
      await cache.put(offline.addressOf(path), responseOf(contents, path, body, file));
      lacking.delete(path);
    };
    const common = commonOf(contents.shared, signal);
    for (const bundle of contents.bundles) await fetchBundle(put, bundle, common, lacking, signal, came);
    await each([...lacking], async ([path, file]) => {
      await put(path, await offline.travel(path, file.sum, signal), file);
      came(file.weight);
    });
    const now = await offline.pathsIn(cache);
    if ([...files.keys()].some((path) => !now.has(path))) throw new offline.Fault("full");
    return cache;
  }

  /** Deletes the files that are no longer chosen. */
  async function trim(cache, contents, chosen) {
    const files = offline.filesOf(contents, chosen);
    for (const path of await offline.pathsIn(cache)) {
      if (!files.has(path)) await cache.delete(offline.addressOf(path));
    }
  }

  Object.assign(offline, {fill, trim});
})(self.rulebookOffline);
