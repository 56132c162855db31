"use strict";
/* To cite a provision: its address, its text with citation and edition, or the phone's own sheet. */
(function () {
  /** @type {{button: HTMLElement, menu: HTMLElement} | null} */
  let open = null;

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

  /** "27B1(b), Codice di Gara 2007", as everywhere on the site. @param {HTMLElement} button */
  function citation(button) {
    const law = /** @type {HTMLElement} */ (button.closest("[data-code]"));
    return button.textContent + ", " + law.dataset.code;
  }

  /** Whether the edition of this page is in force no more: it says so at its head. */
  const state = () => document.querySelector(".rb-notice-edition") ? " (non più in vigore)" : "";

  /** @param {Element} provision */
  function address(provision) {
    return new URL("#" + provision.id, location.href).href;
  }

  /** The words of a provision with those below it, each on its line; no marks, no buttons.
      @param {Element} provision */
  function text(provision) {
    const copied = /** @type {Element} */ (provision.cloneNode(true));
    for (const aside of copied.querySelectorAll(
      "sup, button, .rb-cited, .rb-counterpart, .rb-cut, .rb-preview, .rb-unfolded, .rb-cite-menu"
    )) aside.remove();
    const parts = [...copied.querySelectorAll(".rb-heading, .rb-text")];
    return parts.map((part) => (part.textContent || "").replace(/\s+/g, " ").trim()).filter(Boolean).join("\n");
  }

  /** @param {Element | null} element */
  const plain = (element) => (element ? element.textContent || "" : "").replace(/\s+/g, " ").trim();

  /** The notes that the words of a provision call, a line for each. @param {Element} provision */
  function notes(provision) {
    const calls = [...provision.querySelectorAll("a.rb-call")].filter((call) => !call.closest(".rb-unfolded, .rb-preview"));
    const called = new Set(calls.map((call) => document.getElementById((call.getAttribute("href") || "").slice(1))));
    return [...called].filter(Boolean).map((note) => "Nota " + plain(note.querySelector(".rb-label")) + ": "
      + [".rb-note-text", ".rb-quiet"].map((part) => plain(note.querySelector(part))).filter(Boolean).join(" "));
  }

  /** What the editors doubt in a provision, in one line: it is said in it, or behind it.
      @param {Element} provision */
  function doubts(provision) {
    const inside = [...provision.querySelectorAll(".rb-doubt")].filter((one) => !one.closest(".rb-unfolded, .rb-preview"));
    const told = [...inside, ...window.rulebookReader.behind(provision)].filter((one) => one.matches(".rb-doubt"));
    return told.map((one) => {
      const copied = /** @type {Element} */ (one.cloneNode(true));
      for (const way of copied.querySelectorAll("a")) way.remove();
      return plain(copied);
    }).join(" ");
  }

  /** Copy, by whatever means the browser allows. @param {string} words @param {string} told */
  async function copy(words, told) {
    close(true);
    try {
      await navigator.clipboard.writeText(words);
    } catch (refused) {
      const field = document.createElement("textarea");
      field.value = words;
      field.className = "rb-hidden";
      document.body.append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      if (!done) { prompt("Copia da qui:", words); return; }
    }
    tell(told);
  }

  /** @param {boolean} [back] whether the button takes the focus */
  function close(back) {
    if (!open) return;
    const { button, menu, forget } = open;
    open = null;
    menu.remove();
    forget();
    button.setAttribute("aria-expanded", "false");
    if (back) button.focus();
  }

  /** @param {HTMLElement} button */
  function show(button) {
    const provision = button.closest("[id][data-eid]");
    if (!provision) return;
    const cited = citation(button);
    const menu = document.createElement("div");
    menu.className = "rb-cite-menu rb-sheet";
    menu.setAttribute("role", "group");
    menu.setAttribute("aria-label", "Cita " + button.textContent);
    const title = document.createElement("p");
    title.className = "rb-sheet-title";
    title.textContent = cited + state();
    menu.append(title);
    /** @param {string} words @param {() => void} act */
    const choice = (words, act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = "rb-choice";
      made.textContent = words;
      made.addEventListener("click", act);
      menu.append(made);
    };
    const link = address(provision);
    const quoted = () => ["«" + text(provision) + "»", cited + state(), ...notes(provision), doubts(provision)]
      .filter(Boolean).join("\n");
    const whole = () => quoted() + "\n" + link;
    choice("Copia il collegamento", () => copy(link, "Collegamento a " + cited + " copiato"));
    choice("Copia il testo con la citazione", () => copy(whole(), "Testo di " + cited + " copiato"));
    if (typeof navigator.share === "function")
      choice("Condividi…", () => {
        close(true);
        navigator.share({ title: cited, text: quoted(), url: link }).catch(() => {});
      });
    const block = button.closest("p, h1, h2, h3, h4, h5, h6") || button;
    block.after(menu);
    button.setAttribute("aria-expanded", "true");
    open = { button, menu, forget: window.rulebookBack(() => close(true)) };
    if (getComputedStyle(menu).position !== "fixed") {
      const around = /** @type {Element} */ (menu.offsetParent || document.body).getBoundingClientRect();
      const at = button.getBoundingClientRect();
      menu.style.top = at.bottom - around.top + 6 + "px";
      menu.style.left = Math.max(0, Math.min(around.width - menu.offsetWidth, at.left - around.left)) + "px";
    }
    /** @type {HTMLElement} */ (menu.querySelector("button")).focus({ preventScroll: true });
  }

  /* A card has one address, and no provision of its own. */
  const foot = document.querySelector(".rb-situation ~ .rb-colophon");
  if (foot) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "rb-choice rb-copy";
    made.textContent = "Copia il collegamento";
    made.addEventListener("click", () => copy(location.href.split("#")[0], "Collegamento alla scheda copiato"));
    foot.before(made);
  }

  for (const button of document.querySelectorAll(".rb-cite")) button.setAttribute("aria-expanded", "false");

  document.addEventListener("click", (event) => {
    const from = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (from.closest(".rb-cite"));
    if (open && open.menu.contains(from)) return;
    const same = open && open.button === button;
    close();
    if (button && !same) show(button);
  });

  document.addEventListener("keydown", (event) => {
    if (!open) return;
    if (event.key === "Escape") close(true);
    const choices = [...open ? open.menu.querySelectorAll("button") : []];
    const at = choices.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && at >= 0) {
      event.preventDefault();
      choices[(at + step + choices.length) % choices.length].focus();
    }
  });

  document.addEventListener("focusin", (event) => {
    const to = /** @type {Node} */ (event.target);
    if (open && !open.menu.contains(to) && to !== open.button) close();
  });
})();
