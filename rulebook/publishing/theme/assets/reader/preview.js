"use strict";
/* A citation shows what it leads to: on a tap, under the pointer, and where the focus is. A term
   shows its definition on a tap; under the pointer the browser shows the title that it stands in.
   Without JavaScript, from a disk, or without a connection it is a link as any other. */
(function () {
  const { target, reachable } = window.rulebookReader;
  const CITATION = ".md-content a.rb-ref, .rb-counterpart a";
  const PATIENCE = { pointer: 300, focus: 250, leave: 350 };

  /** @type {{link: HTMLAnchorElement, panel: HTMLElement, forget?: () => void} | null} */
  let open = null;
  let waiting = 0;
  let pointer = "";

  /** @param {EventTarget | null} from @returns {HTMLAnchorElement | null} */
  function citation(from) {
    const link = from instanceof Element ? from.closest(CITATION) : null;
    return link && reachable(/** @type {HTMLAnchorElement} */ (link)) ? link : null;
  }

  /** @param {EventTarget | null} from @returns {HTMLAnchorElement | null} */
  const term = (from) => from instanceof Element ? from.closest(".md-content a.rb-term") : null;

  /** The name and the definition of a term. @param {HTMLAnchorElement} link */
  function defined(link) {
    const [, name, definition] = /^(.*?): (.*)$/s.exec(link.dataset.title || link.title || "") || [];
    return { name, definition };
  }

  /** @param {string} tag @param {string} name @param {string} [words] */
  function element(tag, name, words) {
    const made = document.createElement(tag);
    made.className = name;
    if (words) made.textContent = words;
    if (made instanceof HTMLButtonElement) made.type = "button";
    return made;
  }

  function hide() {
    clearTimeout(waiting);
    if (!open) return;
    open.link.removeAttribute("aria-details");
    open.panel.remove();
    if (open.forget) open.forget();
    open = null;
  }

  /** The panel of a link, with its text still to come. @param {HTMLAnchorElement} link */
  function panelOf(link) {
    const title = link.dataset.title || link.title || link.textContent || "";
    link.dataset.title = title;
    link.removeAttribute("title"); // it would cover the preview
    const panel = element("section", "rb-preview rb-sheet");
    panel.id = "rb-preview";
    panel.setAttribute("aria-label", "Anteprima: " + title);
    const head = element("p", "rb-sheet-title", term(link) && defined(link).name || title);
    const close = element("button", "rb-close", "×");
    close.setAttribute("aria-label", "Chiudi l’anteprima");
    close.addEventListener("click", () => leave());
    head.append(close);
    const text = element("div", "rb-sheet-text md-typeset");
    text.tabIndex = 0;
    text.setAttribute("role", "group");
    text.setAttribute("aria-label", title);
    const ways = element("p", "rb-sheet-ways");
    const way = /** @type {HTMLAnchorElement} */ (element("a", "rb-way", "Vai alla pagina"));
    way.href = link.href;
    ways.append(way);
    if (!term(link) && window.rulebookReader.unfold && window.rulebookReader.unfold.possible(link)) {
      const unfold = element("button", "rb-way", "Apri qui nel testo");
      unfold.addEventListener("click", () => { hide(); window.rulebookReader.unfold.toggle(link); });
      ways.append(unfold);
    }
    panel.append(head, text, ways);
    return { panel, text };
  }

  /** Beside its citation on a desk; on a phone the style keeps it at the thumb.
      @param {HTMLAnchorElement} link @param {HTMLElement} panel */
  function placeBy(link, panel) {
    if (getComputedStyle(panel).position === "fixed") {
      const covered = link.getBoundingClientRect().bottom + 16 - (innerHeight - panel.offsetHeight);
      if (covered > 0) scrollBy({ top: covered });
      return;
    }
    const around = /** @type {Element} */ (panel.offsetParent || document.body).getBoundingClientRect();
    const first = link.getClientRects()[0];
    const last = link.getClientRects()[link.getClientRects().length - 1];
    const below = last.bottom + panel.offsetHeight + 8 < innerHeight || first.top < panel.offsetHeight + 60;
    panel.style.top = (below ? last.bottom + 6 : first.top - panel.offsetHeight - 6) - around.top + "px";
    const most = around.width - panel.offsetWidth;
    panel.style.left = Math.max(0, Math.min(most, first.left - around.left - 16)) + "px";
  }

  /** @param {HTMLAnchorElement} link @param {() => void} [failed] what to do without a text */
  async function show(link, failed) {
    if (open && open.link === link) return;
    hide();
    const { panel, text } = panelOf(link);
    const mine = { link, panel };
    open = mine;
    try {
      text.append(...term(link) ? [element("p", "", defined(link).definition)] : await target(link));
    } catch (unreachable) {
      if (open === mine) { open = null; if (failed) failed(); }
      return;
    }
    if (open !== mine) return;
    const block = link.closest("p, li, h1, h2, h3, h4, h5, h6, td, pre") || link;
    block.after(panel);
    link.setAttribute("aria-details", panel.id);
    placeBy(link, panel);
    if (pointer === "touch") mine.forget = window.rulebookBack(leave);
  }

  /** Close, and give the focus back to the citation. */
  function leave() {
    const link = open && open.link;
    const inside = open && open.panel.contains(document.activeElement);
    hide();
    if (link && inside) { quiet = true; link.focus(); quiet = false; }
  }
  let quiet = false;

  /** @param {number} after @param {() => void} act */
  function soon(after, act) {
    clearTimeout(waiting);
    waiting = setTimeout(act, after);
  }

  document.addEventListener("pointerdown", (event) => { pointer = event.pointerType; }, true);

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const link = citation(event.target);
    if (link) soon(PATIENCE.pointer, () => show(link));
    else if (open && open.panel.contains(/** @type {Node} */ (event.target))) clearTimeout(waiting);
    else if (open && !open.panel.contains(document.activeElement) && document.activeElement !== open.link)
      soon(PATIENCE.leave, hide);
    else if (!open) clearTimeout(waiting);
  });

  document.addEventListener("focusin", (event) => {
    const link = citation(event.target);
    if (link && !quiet && link.matches(":focus-visible")) soon(PATIENCE.focus, () => show(link));
    else if (open && event.target !== open.link && !open.panel.contains(/** @type {Node} */ (event.target))) hide();
  });

  document.addEventListener("click", (event) => {
    const tapped = (event.pointerType || pointer) === "touch" && event.detail > 0;
    const link = citation(event.target) || (tapped ? term(event.target) : null);
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (link && plain && tapped && !(open && open.link === link)) {
      event.preventDefault();
      clearTimeout(waiting);
      show(link, () => { location.href = link.href; });
    } else if (open && !open.panel.contains(/** @type {Node} */ (event.target))) hide();
  });

  document.addEventListener("keydown", (event) => {
    const link = citation(document.activeElement);
    if (event.key === "Escape" && open) {
      leave();
    } else if (event.key === " " && link && document.activeElement === link) {
      event.preventDefault();
      clearTimeout(waiting);
      show(link).then(() => {
        const first = open && open.panel.querySelector("button");
        if (first) first.focus();
      });
    } else if (event.key === "Tab" && open && open.panel.contains(document.activeElement)) {
      const stops = [...open.panel.querySelectorAll("a[href], button, [tabindex]")];
      const at = stops.indexOf(/** @type {Element} */ (document.activeElement));
      if (event.shiftKey && at === 0) { event.preventDefault(); leave(); }
      if (!event.shiftKey && at === stops.length - 1) leave(); // the focus goes on from the citation
    }
  });

  addEventListener("pagehide", hide);
})();
