/**
 * The service worker. It takes over at once, since it changes nothing by itself: which release
 * answers is said by the stock, and turns at the reader's tap alone.
 */
(function (offline) {
  "use strict";

  const {setup} = offline;
  let running = null;

  /** What the page shows of the stock. */
  async function status() {
    const used = await offline.inUse();
    if (used && !await caches.has(used.name)) {
      offline.forget();
      return status();
    }
    if (used && used.mark.release === setup.release && !running) {
      await offline.drop((name) => name !== used.name);
    }
    const names = await offline.ownNames();
    const own = offline.nameOf(setup.release);
    const next = names.includes(own) ? await offline.open(own) : null;
    return {
      release: setup.summary,
      stored: used && {...used.mark, ...await offline.countOf(used)},
      ready: Boolean(next && next.mark && !next.mark.used),
      cut: !used && names.length > 0,
      busy: running ? running.share : null,
    };
  }

  async function contentsOf(signal) {
    return offline.parsed(await offline.travel(setup.contents, setup.sum, signal));
  }

  /** Downloads this worker's release. The first one is used at once; a later one waits for a tap. */
  async function store(chosen, signal, tell) {
    offline.forget();
    const used = await offline.inUse();
    const same = used && used.mark.release === setup.release;
    try {
      const contents = same ? await offline.contentsIn(used.cache) : await contentsOf(signal);
      const known = contents.choices.map(({name}) => name);
      const wanted = (chosen || (used ? used.mark.chosen : [])).filter((name) => known.includes(name));
      const cache = await offline.fill(contents, wanted, signal, tell);
      await offline.markWhole(cache, contents, wanted, used && !same ? 0 : Date.now());
      await offline.trim(cache, contents, wanted);
      await offline.drop((name) => name !== offline.nameOf(setup.release) && !(used && name === used.name));
    } catch (error) {
      const fault = offline.faultOf(error);
      if (!same && fault.code === "full") await offline.drop((name) => name === offline.nameOf(setup.release));
      throw fault;
    }
  }

  /** One download at a time; whoever asks for it meanwhile hears of the one that runs. */
  function download(chosen, tell) {
    if (!running) {
      const stop = new AbortController();
      const job = {share: 0, stop, hearers: new Set()};
      job.end = store(chosen, stop.signal, (share) => {
        job.share = share;
        for (const hear of job.hearers) hear(share);
      }).finally(() => { running = null; });
      running = job;
    }
    running.hearers.add(tell);
    return running.end;
  }

  async function remove() {
    if (running) {
      running.stop.abort();
      await running.end.catch(() => {});
    }
    await offline.drop(() => true);
  }

  /** The newest release that is whole, taken into use; every open page is told. */
  async function turn() {
    await offline.use(setup.release);
    for (const client of await clients.matchAll({includeUncontrolled: true})) {
      client.postMessage({rulebook: "turned"});
    }
  }

  const tasks = {
    status,
    store: ({chosen}, tell) => download(chosen, tell),
    remove,
    turn,
  };

  addEventListener("install", () => skipWaiting());
  addEventListener("activate", (event) => event.waitUntil(clients.claim()));

  addEventListener("message", (event) => {
    const task = event.data && tasks[event.data.task];
    const [port] = event.ports;
    if (!task || !port) return;
    const done = (async () => task(event.data, (share) => port.postMessage({share})))().then(
      (result) => port.postMessage({result}),
      (error) => port.postMessage({fault: offline.faultOf(error).code}),
    );
    event.waitUntil(done);
  });

  addEventListener("fetch", (event) => {
    const {request} = event;
    if (request.method !== "GET" || offline.pathOf(request.url) === null) return;
    if (offline.isEmpty() && request.mode !== "navigate") return;
    event.respondWith(offline.answer(request));
  });
})(self.rulebookOffline);
