/**
 * The search engines side by side, each with its code on the page's own thread: a slowed processor
 * slows pages, not workers. An engine is `ready()` and `ask(query)`, which gives addresses in order.
 */
"use strict";

const script = (src) => new Promise((done, failed) => {
  const made = document.createElement("script");
  Object.assign(made, {src, async: false, onload: done, onerror: failed});
  document.head.append(made);
});

const json = async (address) => (await fetch(address)).json();

/** Ours, as it answers the theme's dialog: hits, snippets and groups. */
function ours(parts) {
  let engine;
  return {
    async ready() {
      self.rulebookSearch = {load(data) { engine = self.rulebookSearch.makeEngine(data); }};
      await Promise.all(parts.map((part) => script(`search/${part}`)));
    },
    ask(query) {
      const answer = engine.ask(query, null, 60);
      self.rulebookSearch.toItems(engine, answer);
      return answer.hits.map((hit) => hit.url);
    },
  };
}

/** The theme's own worker, its code run on the page. */
function stock(worker) {
  const listeners = [];
  let answered;
  const send = (message) => new Promise((done) => {
    answered = done;
    for (const listener of listeners) listener({data: message});
  });
  const importScripts = (...addresses) => addresses.reduce(
    (before, address) => before.then(() => script(address.replace("../lunr", "lunr"))), Promise.resolve());
  return {
    async ready() {
      const [code, index] = await Promise.all([(await fetch(worker)).text(), json("stock.json")]);
      const run = new Function("self", "addEventListener", "postMessage", "importScripts", code);
      run(self, (type, listener) => listeners.push(listener), (message) => answered(message), importScripts);
      await send({type: 0, data: {...index, options: {suggest: false}}});
    },
    async ask(query) {
      const {data} = await send({type: 2, data: query});
      return data.items.flat().map((item) => item.location);
    },
  };
}

function minisearch() {
  let engine;
  return {
    async ready() {
      const [, documents] = await Promise.all([script("minisearch.js"), json("documents.json")]);
      engine = new self.MiniSearch({
        fields: ["title", "text"], storeFields: ["title", "text"],
        searchOptions: {prefix: true, fuzzy: 0.2, boost: {title: 2}},
      });
      engine.addAll(documents);
    },
    ask: (query) => engine.search(query).map((hit) => hit.id),
  };
}

/** Pagefind as its own dialog asks: five pages, of each the places with the most of the words. */
function pagefind() {
  let engine;
  return {
    async ready() {
      engine = await import("./pages/pagefind/pagefind.js");
      await engine.init();
    },
    async ask(query) {
      const found = await engine.search(query);
      const pages = await Promise.all(found.results.slice(0, 5).map((result) => result.data()));
      return pages.flatMap((page) => [...page.sub_results]
        .sort((a, b) => b.locations.length - a.locations.length)
        .map((place) => place.url.replace(/^.*\/pages\//, "")));
    },
  };
}

/** Times the first use and each query, in milliseconds. */
async function measure(engine, queries) {
  const start = performance.now();
  await engine.ready();
  const ready = performance.now() - start;
  const times = [];
  const answers = [];
  for (const query of queries) {
    const asked = performance.now();
    answers.push((await engine.ask(query)).slice(0, 3));
    times.push(performance.now() - asked);
    await new Promise((done) => setTimeout(done));
  }
  return {ready, times, answers};
}

/** The longest time that a page with our worker could not draw, while somebody types. */
async function longestFrame(worker, queries) {
  const asked = new Worker(worker);
  const answers = [];
  let waiting = null;
  asked.onmessage = ({data}) => { answers.push(data.type); if (waiting) waiting(); };
  const next = () => new Promise((done) => { waiting = done; });
  let last = performance.now();
  let longest = 0;
  let running = true;
  const watch = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
  for (const message of [{type: 0, data: {config: {}, docs: []}}, ...queries.map((data) => ({type: 2, data}))]) {
    const answer = next();
    asked.postMessage(message);
    await answer;
  }
  running = false;
  asked.terminate();
  return longest;
}
