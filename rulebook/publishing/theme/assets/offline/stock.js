/**
 * What is stored: a cache for each release. A cache without a mark is a download that goes on or
 * goes away, and nothing is served from it. The mark is written last; the one that was last taken
 * into use says which release answers, so that a single entry turns the whole site over at once.
 */
(function (offline) {
  "use strict";

  const MARK = "offline/conservato";
  const CONTENTS = "offline/contenuto";
  const own = [MARK, CONTENTS];

  /**
   * @typedef {{sum: string, size: number, weight: number}} File
   * @typedef {{name: string, cache: Cache, mark: Object}} Kept
   */

  /** @returns {Promise<?Object>} the data of an entry */
  async function read(cache, path) {
    const response = await cache.match(offline.addressOf(path));
    return response ? response.json() : null;
  }

  const write = (cache, path, data) =>
    cache.put(offline.addressOf(path), new Response(JSON.stringify(data), {
      headers: {"Content-Type": "application/json"},
    }));

  /** @returns {Promise<?Object>} what a release consists of, as far as its cache says so */
  const contentsIn = (cache) => read(cache, CONTENTS);

  /** @returns {Promise<{name: string, cache: Cache, mark: ?Object, contents: ?Object}>} */
  async function open(name) {
    const cache = await caches.open(name);
    return {name, cache, mark: await read(cache, MARK), contents: await contentsIn(cache)};
  }

  let used;
  let empty = false;

  /** @returns {Promise<?Kept>} the release that answers, if one is stored */
  function inUse() {
    used = used || findUsed();
    used.catch(forget);
    return used;
  }

  function forget() {
    used = undefined;
    empty = false;
  }

  /** Reads the marks alone, since every page waits for this where a worker has just woken. */
  async function findUsed() {
    let best = null;
    for (const name of await offline.ownNames()) {
      const marked = await caches.match(offline.addressOf(MARK), {cacheName: name});
      const mark = marked ? await marked.json() : null;
      if (mark && mark.used && (!best || mark.used > best.mark.used)) best = {name, mark};
    }
    empty = !best;
    return best && {...best, cache: await caches.open(best.name)};
  }

  /** @returns {Map<string, File>} the files of a release, with those that were chosen */
  function filesOf(contents, chosen) {
    const files = new Map();
    const add = (listed) => {
      for (const [path, [sum, size, weight]] of Object.entries(listed)) files.set(path, {sum, size, weight});
    };
    for (const bundle of contents.bundles) add(bundle.files);
    for (const choice of contents.choices) if (chosen.includes(choice.name)) add(choice.files);
    return files;
  }

  /** @returns {Promise<Set<string>>} the paths that a cache holds */
  async function pathsIn(cache) {
    const paths = (await cache.keys()).map((request) => offline.pathOf(request.url));
    return new Set(paths.filter((path) => !own.includes(path)));
  }

  /** @returns {Promise<{files: number, pages: number, size: number, missing: number}>} what is there */
  async function countOf({cache, mark}) {
    const contents = await contentsIn(cache);
    const held = await pathsIn(cache);
    const counted = {files: 0, pages: 0, size: 0, missing: 0};
    for (const [path, {size}] of filesOf(contents, mark.chosen)) {
      if (!held.has(path)) counted.missing += 1;
      else {
        counted.files += 1;
        counted.pages += Number(path === "" || path.endsWith("/"));
        counted.size += size;
      }
    }
    return counted;
  }

  /** Says that a release is whole; `used` is when it was taken into use, 0 for not yet. */
  async function markWhole(cache, contents, chosen, used) {
    const {release, date, editions} = contents;
    await write(cache, MARK, {release, date, editions, chosen, used, stored: Date.now()});
    forget();
  }

  /** Takes a whole release into use, and drops every other. */
  async function use(release) {
    const kept = await open(offline.nameOf(release));
    if (!kept.mark) throw new offline.Fault("changed", release);
    await write(kept.cache, MARK, {...kept.mark, used: Date.now()});
    forget();
    await drop((name) => name !== kept.name);
  }

  /** Deletes caches of this site. @param {(name: string) => boolean} which */
  async function drop(which) {
    for (const name of await offline.ownNames()) if (which(name)) await caches.delete(name);
    forget();
  }

  Object.assign(offline, {
    open, inUse, contentsIn, forget, filesOf, pathsIn, countOf, markWhole, use, drop,
    isEmpty: () => empty,
    writeContents: (cache, contents) => write(cache, CONTENTS, contents),
  });
})(self.rulebookOffline);
