"use strict";
/* What a page gains with JavaScript: forgiving anchors, copying an address, the search from the
   home page. Every page reads without it. */
(function () {
  /** The element that a sloppy anchor means: `#b1b`, `#B1(b)`, `#27B1b`. @param {string} hash */
  function meant(hash) {
    let wanted;
    try { wanted = decodeURIComponent(hash.slice(1)); } catch (broken) { return null; }
    if (!wanted || document.getElementById(wanted)) return null;
    const law = document.querySelector("[data-article]");
    let bare = wanted.replace(/[\s().,\[\]]/g, "").toLowerCase();
    const number = law ? law.getAttribute("data-article") : "";
    for (const one of [bare, "p" + bare, number && bare.startsWith(number) ? bare.slice(number.length) : ""]) {
      if (!one) continue;
      for (const found of document.querySelectorAll("[id]"))
        if (found.id.toLowerCase() === one) return found;
    }
    return null;
  }

  function forgive() {
    const found = meant(location.hash);
    if (found) location.replace("#" + found.id);
  }

  /** Say something to everybody, screen readers included. @param {string} words */
  function tell(words) {
    let told = document.querySelector(".rb-told");
    if (!told) {
      told = document.createElement("div");
      told.className = "rb-told";
      told.setAttribute("role", "status");
      document.body.append(told);
    }
    told.textContent = words;
    clearTimeout(tell.timer);
    tell.timer = setTimeout(() => { told.textContent = ""; }, 4000);
  }

  /** @param {HTMLElement} button */
  function copy(button) {
    const provision = button.closest("[id][data-eid]");
    if (!provision) return;
    const address = new URL("#" + provision.id, location.href).href;
    const done = () => tell("Collegamento a " + button.textContent + " copiato");
    const refused = () => { location.hash = provision.id; tell("Il collegamento è nella barra degli indirizzi"); };
    if (navigator.clipboard) navigator.clipboard.writeText(address).then(done, refused);
    else refused();
  }

  /** The selector leads to where the provision that is looked at stands in the other editions. */
  function follow() {
    const id = location.hash.slice(1);
    for (const choice of document.querySelectorAll(".rb-choose a[data-edition]")) {
      if (!choice.dataset.home) choice.dataset.home = choice.getAttribute("href");
      const selector = '.rb-counterpart[data-of="' + CSS.escape(id) + '"] a.rb-to-' + CSS.escape(choice.dataset.edition);
      const there = id && document.querySelector(selector);
      choice.setAttribute("href", there ? there.getAttribute("href") : choice.dataset.home);
    }
  }

  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = target.closest("button");
    if (button && button.matches(".rb-cite")) copy(button);
    if (button && button.matches(".rb-open-search")) {
      const box = document.getElementById("__search");
      const field = document.querySelector("[data-md-component=search-query]");
      if (box && !box.checked) box.click();
      if (field) field.focus();
    }
    for (const open of document.querySelectorAll(".rb-choose[open]"))
      if (!open.contains(target)) open.removeAttribute("open");
  });

  document.addEventListener("keydown", (event) => {
    const open = document.querySelector(".rb-choose[open]");
    if (event.key === "Escape" && open) {
      open.removeAttribute("open");
      open.querySelector("summary").focus();
    }
  });

  addEventListener("hashchange", () => { forgive(); follow(); });
  forgive();
  follow();
})();
