/**
 * What the reader sees of the offline copy: the panel on the home page and on its own page, and
 * the word that a new release is there.
 */
(function (offline) {
  "use strict";

  const {say} = offline;
  let state = null;
  let progress = null;
  let fault = "";
  let asked = false;
  /** The names of the files that the reader ticked, null where nothing was touched. @type {?string[]} */
  let picked = null;

  const number = (value) => value.toLocaleString("it");

  /** @param {number} bytes @returns {string} a size for people */
  function size(bytes) {
    const large = bytes >= 1e6;
    const value = large ? bytes / 1e6 : Math.max(1, bytes / 1e3);
    return `${value.toLocaleString("it", {maximumFractionDigits: large ? 1 : 0})}\u00a0${large ? "MB" : "kB"}`;
  }

  /** @param {string} iso @returns {string} "30 novembre 2026" */
  function day(iso) {
    const date = new Date(`${iso}T12:00:00Z`);
    return iso && !isNaN(date) ? date.toLocaleDateString("it", {day: "numeric", month: "long", year: "numeric"}) : "";
  }

  /** @returns {string} a sentence of `offline.toml` with its gaps filled */
  const sentence = (name, gaps = {}) =>
    (say[name] || "").replace(/\{(\w+)\}/g, (_, gap) => (gap in gaps ? gaps[gap] : ""));

  /** @returns {string} "versione 3f2a… del 30 novembre 2026" */
  const release = ({release: id, date}) =>
    sentence(day(date) ? "release" : "release_without_day", {release: id, day: day(date)});

  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  function button(name, act, main = false) {
    const made = element("button", `rb-offline-button${main ? " rb-offline-main" : ""}`, sentence(name));
    made.type = "button";
    made.dataset.act = name;
    made.addEventListener("click", act);
    return made;
  }

  const text = (name, gaps) => element("p", "", sentence(name, gaps));

  async function run(work) {
    fault = "";
    asked = false;
    try {
      await work();
    } catch (error) {
      fault = error.fault || "denied";
      if (fault === "stopped") fault = "";
    }
    progress = null;
    await offline.status().then((found) => { state = found; }, () => {});
    draw();
  }

  /** Runs a download and shows how far it is. @param {(tell: (share: number) => void) => Promise} work */
  function follow(work) {
    progress = 0;
    draw();
    run(async () => {
      await offline.ready;
      await work((share) => {
        progress = share;
        advance();
      });
    });
  }

  function store() {
    follow(async (tell) => {
      await offline.store(picked, tell);
      picked = null;
    });
  }

  const turn = () => run(() => offline.turn());

  function ask() {
    asked = true;
    draw();
    document.querySelector('[data-act="remove_really"]')?.focus();
  }

  function advance() {
    for (const bar of document.querySelectorAll(".rb-offline progress")) bar.value = progress;
    for (const told of document.querySelectorAll(".rb-offline-share")) told.textContent = share();
  }

  const share = () => sentence("storing", {share: number(Math.floor(progress * 100))});

  /** The sentences and buttons for what is stored. */
  function* told() {
    if (state && state.unable) {
      yield text(`unable_${state.unable}`);
      return;
    }
    if (progress !== null) {
      const bar = element("progress");
      bar.max = 1;
      bar.value = progress;
      bar.setAttribute("aria-label", sentence("storing_label"));
      yield element("p", "rb-offline-share", share());
      yield bar;
      yield text("storing_goes_on");
      return;
    }
    if (fault) yield element("p", "rb-offline-fault", sentence(`fault_${fault}`) || sentence("fault_denied"));
    const stored = state && state.stored;
    if (!stored) yield* nothing();
    else yield* something(stored);
  }

  /** How much comes, with what is ticked besides. */
  function offer() {
    const {weight, size: whole, pages, editions, choices: listed = []} = state.release;
    const more = listed.filter(({name}) => (picked || []).includes(name));
    const besides = more.reduce((sum, {size: bytes}) => sum + bytes, 0);
    return sentence(more.length ? "offer_more" : "offer", {
      weight: size(weight + besides), size: size(whole + besides), pages: number(pages), editions: editions.join(", "),
    });
  }

  function* nothing() {
    if (state && state.lost && !fault) yield text("lost");
    else if (state && state.cut && !fault) yield text("cut");
    yield button("store", store, true);
    if (state && state.release) yield element("p", "rb-offline-offer", offer());
    if (isApp()) yield text("app");
  }

  function* something(stored) {
    yield element("p", "rb-offline-held", sentence("held", {
      editions: stored.editions.join(", "), release: release(stored),
      pages: number(stored.pages), files: number(stored.files), size: size(stored.size),
    }));
    if (stored.missing) {
      yield text("missing", {missing: number(stored.missing)});
      yield button("complete", store, true);
    }
    if (state.ready) {
      yield text("newer", {release: release(state.release)});
      yield button("turn", turn, true);
    } else if (state.release.release !== stored.release) {
      yield text("newer_unfetched", {release: release(state.release)});
      yield button("prepare", store, true);
    }
    yield element("p", "rb-offline-quiet", sentence(state.kept ? "kept" : "not_kept"));
    if (asked) {
      yield text("remove_sure");
      yield button("remove_really", () => run(() => offline.remove()));
      yield button("remove_not", () => { asked = false; draw(); });
    } else yield button("remove", ask);
  }

  /** The files that can be stored besides. */
  function choices() {
    const listed = state && state.release && state.release.choices;
    if (!listed || !listed.length || progress !== null) return [];
    const held = picked || (state.stored ? state.stored.chosen : []);
    const list = element("fieldset", "rb-offline-choices", element("legend", "", sentence("choices")));
    for (const {name, title, size: bytes} of listed) {
      const box = element("input");
      box.type = "checkbox";
      box.value = name;
      box.checked = held.includes(name);
      box.addEventListener("change", () => {
        picked = (picked || held).filter((other) => other !== name).concat(box.checked ? name : []);
        for (const told of document.querySelectorAll(".rb-offline-offer")) told.textContent = offer();
      });
      list.append(element("label", "", box, ` ${title} (${size(bytes)})`));
    }
    if (state.stored) list.append(button("change", store));
    return [list];
  }

  const isApp = () => navigator.standalone === true || matchMedia("(display-mode: standalone)").matches;

  /** The word at the foot of any page: a new release waits, or the app has nothing yet. */
  function notice() {
    document.querySelector(".rb-offline-notice")?.remove();
    if (!state || state.unable || progress !== null) return;
    const here = document.querySelector(".rb-offline");
    const made = element("div", "rb-offline-notice");
    made.setAttribute("role", "status");
    if (state.ready && !offline.isLater(state.release.release)) {
      made.append(text("newer", {release: release(state.release)}), button("turn", turn, true), button("later", () => {
        offline.later(state.release.release);
        made.remove();
      }));
    } else if (!here && isApp() && !state.stored && !offline.isLater("app")) {
      const link = element("a", "", sentence("to_panel"));
      link.href = new URL("senza-rete/", offline.root);
      made.append(text("app"), link, button("later", () => {
        offline.later("app");
        made.remove();
      }));
    } else return;
    document.body.append(made);
  }

  /** Says of links to files that the copy has not that they need the network. */
  async function mark() {
    for (const old of document.querySelectorAll(".rb-unkept")) old.remove();
    if (!state || !state.stored) return;
    for (const link of document.querySelectorAll('article a:is([href$=".pdf"], [href$=".epub"])')) {
      const kept = await caches.match(link.href).catch(() => true);
      if (!kept && !link.querySelector(".rb-unkept")) link.append(element("small", "rb-unkept", ` (${sentence("unkept")})`));
    }
  }

  function dress() {
    if (dress.done) return;
    dress.done = true;
    const sheet = element("link");
    sheet.rel = "stylesheet";
    sheet.href = new URL("offline/offline.css", offline.root);
    document.head.append(sheet);
  }

  function draw() {
    const panels = document.querySelectorAll(".rb-offline");
    if (panels.length || (state && state.ready)) dress();
    for (const panel of panels) {
      let place = panel.querySelector(".rb-offline-state");
      if (!place) {
        place = element("div", "rb-offline-state");
        panel.querySelector(".rb-offline-plain")?.remove();
        panel.append(place);
      }
      place.setAttribute("aria-live", progress === null ? "polite" : "off");
      const focused = place.contains(document.activeElement) && document.activeElement.dataset.act;
      const more = panel.dataset.of === "choices" ? choices() : [];
      const parts = [...told()];
      place.replaceChildren(...(state && state.stored ? [...parts, ...more] : [...more, ...parts]));
      if (focused) (place.querySelector(`[data-act="${focused}"]`) || place.querySelector("button"))?.focus();
    }
    notice();
    mark();
  }

  /** Shows what the page found out. */
  offline.show = (found) => {
    state = found;
    if (found.fault) fault = found.fault;
    if (typeof found.busy === "number" && progress === null) {
      follow((tell) => offline.ask({task: "store", chosen: null}, tell));
    } else draw();
  };

  if (document.querySelector(".rb-offline") && location.protocol !== "file:" && !offline.withdrawn) draw();
})(self.rulebookOffline);
