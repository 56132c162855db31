"use strict";
/* What a page gains with JavaScript: forgiving anchors, a selector that follows the provision, the
   search from the home page. Every page reads without it. */
(function () {
  /** The number of the article that the page shows, "" for another page. */
  function numberHere() {
    const law = document.querySelector("[data-article]");
    return law ? law.getAttribute("data-article") : (/\/(\d+)\/[^/]*$/.exec(location.pathname) || ["", ""])[1];
  }

  /** The element that a sloppy anchor means: `#b1b`, `#B1(b)`, `#27B1b`, `#opzione 3`. @param {string} hash */
  function meant(hash) {
    let wanted;
    try { wanted = decodeURIComponent(hash.slice(1)); } catch (broken) { return null; }
    if (!wanted || document.getElementById(wanted)) return null;
    const bare = wanted.replace(/[\s().,\[\]-]/g, "").toLowerCase();
    const number = numberHere();
    for (const one of [bare, "p" + bare, number && bare.startsWith(number) ? bare.slice(number.length) : ""]) {
      if (!one) continue;
      for (const found of document.querySelectorAll("[id]"))
        if (found.id.toLowerCase().replaceAll("-", "") === one) return found;
    }
    return null;
  }

  function forgive() {
    const found = meant(location.hash);
    if (found) location.replace("#" + found.id);
    for (const old of document.querySelectorAll(".rb-lost")) old.remove();
    const wanted = asked();
    if (!wanted || found) return;
    const there = document.getElementById(wanted);
    if (there) reveal(there);
    else lost(wanted);
  }

  /** What the address asks for in this page, "" for nothing or for what only the browser knows. */
  function asked() {
    try {
      const wanted = decodeURIComponent(location.hash.slice(1)).split(":~:")[0];
      return wanted.startsWith("__") ? "" : wanted;
    } catch (broken) { return ""; }
  }

  /** Open the lists that a place stands in, or is the head of. @param {Element} place */
  function reveal(place) {
    let closed = false;
    for (let list = place.closest("details"); list; list = list.parentElement.closest("details")) {
      closed = closed || !list.open;
      list.open = true;
    }
    if (closed) place.scrollIntoView();
  }

  /** An anchor as one says it: `B1`, and `78.3` for what would begin with a digit. @param {string} id */
  const spoken = (id) => id.replace(/^p(?=\d)/, numberHere() && numberHere() + ".");

  const PLACES = ".rb-provision, .rb-row, .rb-absent, .rb-moves [id]";

  /** The place that holds the one asked for, else the first below it: C for C9, B1 for B.
      @param {string} wanted @returns {?Element} */
  function nearest(wanted) {
    for (let part = wanted.slice(0, -1); part; part = part.slice(0, -1)) {
      const near = document.getElementById(part) || meant("#" + encodeURIComponent(part));
      if (near && near.matches(PLACES)) return near;
    }
    const above = wanted.toLowerCase();
    return [...document.querySelectorAll(PLACES)].find(({ id }) => id.toLowerCase().startsWith(above)
      && !/\d\d/.test(id.slice(above.length - 1, above.length + 1))) || null;
  }

  /** Say that an address leads to no place in this page, and to which place near it.
      @param {string} wanted */
  function lost(wanted) {
    const article = document.querySelector("article");
    if (!article) return;
    const told = document.createElement("div");
    told.className = "rb-notice rb-notice-missing rb-lost";
    told.setAttribute("role", "status");
    const shown = spoken(wanted.length > 30 ? wanted.slice(0, 29) + "…" : wanted);
    const lacking = article.querySelector(".rb-notice-missing, .rb-notice-truncated");
    told.append("In questa pagina non c’è «" + shown + "». ");
    if (lacking) told.append(lacking.matches(".rb-notice-missing")
      ? "La raccolta non ha il testo di questo articolo. "
      : "L’articolo è troncato: può stare nella parte che manca. ");
    const near = nearest(wanted);
    if (near) {
      const link = document.createElement("a");
      link.href = "#" + near.id;
      link.textContent = spoken(near.id);
      told.append("Il punto più vicino è ", link, ".");
    }
    article.prepend(told);
    scrollTo(0, 0);
  }

  /** The selector leads to where the provision that is looked at stands in the other editions. */
  function follow() {
    const id = location.hash.slice(1);
    for (const choice of document.querySelectorAll(".rb-choose a[data-edition]")) {
      if (!choice.dataset.home) choice.dataset.home = choice.getAttribute("href");
      const to = "a.rb-to-" + CSS.escape(choice.dataset.edition);
      const selector = '.rb-counterpart[data-of="' + CSS.escape(id) + '"] ' + to + ", #" + CSS.escape(id) + ".rb-row " + to;
      const there = id && document.querySelector(selector);
      choice.setAttribute("href", there ? there.getAttribute("href") : choice.dataset.home);
    }
  }

  /* Where no browser tells of the way back, a phone's history gets an entry for what lies over the
     page. It is never taken off while something closes, since a link may be what closes it: it
     waits to be used again, and who comes back over it goes on to where the way back led. */
  const OVER = "rulebookOver", UNDER = "rulebookUnder";
  const marked = (mark) => Boolean(history.state && history.state[mark]);
  let lying = null, over = marked(OVER);

  function step(close) {
    if (!over) {
      history.replaceState({ ...history.state, [UNDER]: true }, "");
      history.pushState({ [OVER]: true }, "");
      over = true;
    }
    lying = close;
    return () => { if (lying === close) lying = null; };
  }

  addEventListener("popstate", () => {
    const left = over && marked(UNDER);
    over = marked(OVER);
    if (!left) return;
    const close = lying;
    lying = null;
    if (close) close();
    else history.back();
  });

  /** The way back closes what lies over the page, and does not leave the page.
      @param {() => void} close @returns {() => void} to be called once it is closed */
  window.rulebookBack = function (close) {
    if (!window.CloseWatcher) return matchMedia("(hover: none)").matches ? step(close) : () => {};
    const watcher = new CloseWatcher();
    watcher.onclose = close;
    return () => watcher.destroy();
  };

  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = target.closest("button");
    if (button && button.matches(".rb-open-search")) {
      const box = document.getElementById("__search");
      const field = document.querySelector("[data-md-component=search-query]");
      if (box && !box.checked) box.click();
      if (field) field.focus();
    }
    for (const open of document.querySelectorAll(".rb-choose[open], .rb-contents[open]"))
      if (!open.contains(target) || target.closest(".rb-contents a")) open.removeAttribute("open");
  });

  document.addEventListener("keydown", (event) => {
    const open = document.querySelector(".rb-choose[open], .rb-contents[open]");
    if (event.key === "Escape" && open) {
      open.removeAttribute("open");
      open.querySelector("summary").focus();
    }
  });

  /* The theme opens its menu by a label, which no key reaches, and lets the focus go into it while
     it is out of sight: with JavaScript a button stands there, and the style hides what is closed. */
  const drawer = document.getElementById("__drawer");
  const label = document.querySelector(".md-header label[for=__drawer]");
  if (drawer && label) {
    const menu = document.createElement("button");
    menu.type = "button";
    menu.className = "md-header__button md-icon rb-menu";
    menu.setAttribute("aria-label", "Menu");
    menu.setAttribute("aria-expanded", "false");
    menu.append(...label.childNodes);
    label.replaceWith(menu);
    let forget = () => {};
    menu.addEventListener("click", () => {
      drawer.click();
      const panels = document.querySelectorAll(
        ".md-sidebar--primary :is(.md-nav--primary, .md-nav__item--nested.md-nav__item--active > .md-nav)");
      const list = panels.length ? panels[panels.length - 1].querySelector(".md-nav__list") : null;
      if (!drawer.checked || !list) return;
      const here = [...list.querySelectorAll(".md-nav__link--active")].find((one) => one.offsetParent) || list.querySelector("a");
      if (!here.matches("a")) here.tabIndex = -1; // the theme names the page itself by a label
      here.focus({ preventScroll: true });
      list.scrollTop += here.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    });
    drawer.addEventListener("change", () => {
      menu.setAttribute("aria-expanded", String(drawer.checked));
      forget();
      forget = drawer.checked ? window.rulebookBack(() => drawer.checked && drawer.click()) : () => {};
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !drawer.checked) return;
      drawer.click();
      menu.focus();
    });
  }

  addEventListener("hashchange", () => { forgive(); follow(); });
  forgive();
  follow();
})();
