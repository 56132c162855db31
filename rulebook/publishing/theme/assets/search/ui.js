/**
 * What our search adds to the theme's dialog: the edition as a filter, "Forse cercavi", and
 * fetching the data as soon as the field has the focus.
 * Runs before the theme's own script, so that it meets the worker that the theme makes.
 */
(function () {
  "use strict";

  const RESULT = 3;
  const QUERY = 2;
  let worker = null;
  let filter = null;
  let items = [];
  let ready = false;
  let back = null;

  const field = () => document.querySelector("[data-md-component=search-query]");
  const buttons = () => [...document.querySelectorAll(".rb-search-bar :is(button, a)")];

  /** Takes note of the search worker when the theme first writes to it. */
  function meet(made) {
    if (worker) return;
    worker = made;
    worker.addEventListener("message", ({data}) => {
      if (data.data?.unreached) wait("La ricerca non è arrivata: manca la rete? Riprova.");
      if (data.type !== RESULT || !data.data.rulebook) return;
      items = data.data.items.flat();
      ready = ready || data.data.rulebook.editions.length > 0;
      draw(data.data.rulebook);
      if (back !== null && items.length) place(back);
    });
  }

  /** Says what the reader waits for while the data are on their way. @param {string} words */
  function wait(words) {
    const told = document.querySelector(".md-search-result__meta");
    if (told && !ready) told.textContent = words;
  }

  /** @returns {HTMLElement} the bar above the hits, made when it is first needed */
  function bar() {
    let made = document.querySelector(".rb-search-bar");
    if (!made) {
      made = document.createElement("div");
      made.className = "rb-search-bar";
      document.querySelector(".md-search-result").before(made);
    }
    return made;
  }

  function button(name, text, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = name;
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  }

  /** @returns {URL} the root of the site, against which addresses of hits are told */
  function root() {
    const config = JSON.parse(document.getElementById("__config").textContent);
    return new URL(config.base, document.baseURI);
  }

  /** The situations at the table that the query means: who stands at one wants nothing else. */
  function cardsOf(cards) {
    const made = document.createElement("p");
    made.className = "rb-search-cards";
    if (cards.length) made.append("Al tavolo: ");
    for (const [title, url] of cards) {
      const link = document.createElement("a");
      link.href = new URL(url, root()).href;
      link.textContent = title;
      made.append(link, " ");
    }
    return made;
  }

  /** Draws the choice of editions, the situations and, where a word is unknown, a better query. */
  function draw({editions, suggestion, notice, cards = []}) {
    const focused = document.activeElement.dataset.edition;
    const choices = document.createElement("div");
    choices.className = "rb-search-editions";
    choices.setAttribute("role", "group");
    choices.setAttribute("aria-label", "Edizione");
    for (const edition of editions.length > 1 ? ["", ...editions] : []) {
      const choice = button("rb-search-edition", edition || "Tutte", () => choose(edition));
      choice.dataset.edition = edition;
      choices.append(choice);
    }
    const better = document.createElement("p");
    better.className = "rb-search-better";
    if (notice) better.append(notice);
    else if (suggestion) better.append("Forse cercavi: ", button("", suggestion, () => type(suggestion)));
    bar().replaceChildren(choices, better, cardsOf(cards));
    press();
    if (focused !== undefined) bar().querySelector(`[data-edition="${focused}"]`)?.focus();
  }

  function press() {
    for (const choice of bar().querySelectorAll("[data-edition]")) {
      choice.setAttribute("aria-pressed", String(choice.dataset.edition === (filter || "")));
    }
  }

  function choose(edition) {
    filter = edition || null;
    worker.postMessage({type: "rulebook", data: {edition: filter}});
    press();
  }

  /** Types a query, as if the visitor had. */
  function type(text) {
    field().value = text;
    field().focus();
    field().dispatchEvent(new KeyboardEvent("keyup", {bubbles: true}));
  }

  document.addEventListener("focusin", (event) => {
    if (worker && event.target === field()) worker.postMessage({type: "rulebook", data: {}});
  });

  // The theme closes the dialog at Tab, and takes most other keys for its field: where our
  // buttons are, Tab goes through them first, and a key on one of them is its own; the arrows
  // still lead to the hits, and Escape still closes.
  document.addEventListener("keydown", (event) => {
    const order = [field(), ...buttons()];
    const at = order.indexOf(event.target);
    if (at < 0) return;
    if (event.key === "Tab") {
      const next = order[at + (event.shiftKey ? -1 : 1)];
      if (!next) return;
      next.focus();
      event.preventDefault();
    } else if (at === 0 || ["Escape", "ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.stopPropagation();
  }, true);

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest(".md-search-result__link");
    if (!link) return;
    const base = root();
    const item = items.find(({location}) => new URL(location, base).href === link.href);
    const words = Object.keys(item ? item.terms : {}).filter((word) => item.terms[word]);
    self.rulebookFound.remember(link.href, words);
    store({from: location.href, query: field().value, edition: filter, top: scroller().scrollTop});
  }, true);

  // Who comes back from a hit finds the search as it was left.
  const LEFT = "rulebook.search";
  const scroller = () => document.querySelector(".md-search__scrollwrap");

  function store(left) {
    try {
      if (left) sessionStorage.setItem(LEFT, JSON.stringify(left));
      else sessionStorage.removeItem(LEFT);
    } catch (forbidden) {
      // Then the search opens empty.
    }
  }

  function recall() {
    try {
      return JSON.parse(sessionStorage.getItem(LEFT) || "null");
    } catch (forbidden) {
      return null;
    }
  }

  function resume() {
    const left = recall();
    const box = document.getElementById("__search");
    if (!left || !left.query || left.from !== location.href || !box) return;
    store(null);
    back = left.top;
    if (!box.checked) box.click();
    if (left.edition && worker) choose(left.edition);
    type(left.query);
  }

  /** The theme draws the hits in its own time, and the later ones as one comes near them. */
  function place(top, tries = 30) {
    back = null;
    scroller().scrollTop = top;
    if (tries && scroller().scrollTop < top - 1) requestAnimationFrame(() => place(top, tries - 1));
  }

  const SETTLED = 200; // the theme closes the search 125 ms after an address changed
  addEventListener("pageshow", ({persisted}) => {
    const came = performance.getEntriesByType("navigation")[0];
    if (persisted || (came && came.type === "back_forward")) setTimeout(resume, SETTLED);
  });
  addEventListener("popstate", () => setTimeout(resume, SETTLED));

  // On a phone the dialog covers the page: the way back closes it and stays on the page.
  let forget = () => {};
  document.addEventListener("change", ({target}) => {
    if (target.id !== "__search") return;
    forget();
    forget = target.checked && self.rulebookBack ? self.rulebookBack(() => target.checked && target.click()) : () => {};
  });

  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message && (message.type === QUERY || message.data?.config)) meet(this);
    if (message && message.type === QUERY && message.data.trim()) wait("Preparo la ricerca…");
    return send.call(this, message, ...more);
  };
  self.rulebookMeet = meet;
})();
