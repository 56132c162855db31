/**
 * What our search adds to the theme's dialog: the edition as a filter, "Forse cercavi", fetching
 * the data as soon as the field has the focus, and a search that works from a disk.
 * Runs before the theme's own script, so that it meets the worker that the theme makes.
 */
(function () {
  "use strict";

  const RESULT = 3;
  const QUERY = 2;
  let worker = null;
  let filter = null;

  /** Takes note of the search worker when the theme first writes to it. */
  function meet(made) {
    if (worker) return;
    worker = made;
    worker.addEventListener("message", ({data}) => {
      if (data.type === RESULT && data.data.rulebook) draw(data.data.rulebook);
    });
  }

  const dialog = () => document.querySelector(".md-search");
  const field = () => document.querySelector("[data-md-component=search-query]");

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

  function button(name, text, pressed, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = name;
    made.textContent = text;
    if (pressed !== null) made.setAttribute("aria-pressed", String(pressed));
    made.addEventListener("click", act);
    return made;
  }

  /** Draws the choice of editions and, where a word is unknown, a better query. */
  function draw({editions, suggestion}) {
    const focused = document.activeElement && document.activeElement.dataset.edition;
    const choices = document.createElement("div");
    choices.className = "rb-search-editions";
    choices.setAttribute("role", "group");
    choices.setAttribute("aria-label", "Edizione");
    for (const edition of editions.length > 1 ? [null, ...editions] : []) {
      const choice = button("rb-search-edition", edition || "Tutte", edition === filter, () => choose(edition));
      choice.dataset.edition = edition || "tutte";
      choices.append(choice);
    }
    const lines = [choices];
    if (suggestion) {
      const line = document.createElement("p");
      line.className = "rb-search-suggestion";
      line.append("Forse cercavi: ", button("rb-search-better", suggestion, null, () => type(suggestion)));
      lines.push(line);
    }
    bar().replaceChildren(...lines);
    if (focused) bar().querySelector(`[data-edition="${focused}"]`)?.focus();
  }

  function choose(edition) {
    filter = edition;
    worker.postMessage({type: "rulebook", data: {edition}});
    for (const choice of bar().querySelectorAll("[data-edition]")) {
      choice.setAttribute("aria-pressed", String(choice.dataset.edition === (edition || "tutte")));
    }
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

  // The theme moves the focus back to its field at every key; a key on our buttons is ours.
  document.addEventListener("keydown", (event) => {
    const ours = event.target instanceof Element && event.target.closest(".rb-search-bar");
    if (ours && (event.key === "Enter" || event.key === " ")) event.stopPropagation();
  }, true);

  /** Stands in for a worker where there are none: runs the same script on the page. */
  class PageWorker extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const place = new URL(address, document.baseURI);
      const script = (url) => {
        const made = document.createElement("script");
        made.src = url;
        made.async = false;
        document.head.append(made);
        return made;
      };
      const answer = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
      script(place).addEventListener("load", () => {
        this.take = self.rulebookSearch.serve(answer, (names) => names.forEach((name) => script(new URL(name, place))));
        for (const message of this.waiting) this.take(message);
      });
    }

    postMessage(message) {
      meet(this);
      if (this.take) this.take(message);
      else this.waiting.push(message);
    }
  }

  if (location.protocol === "file:") {
    self.Worker = PageWorker;
  } else {
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message && (message.type === QUERY || message.data?.config)) meet(this);
      return send.call(this, message, ...more);
    };
  }
})();
