"use strict";
/* The provisions read last, at hand on the home page: kept in this browser alone, and only there. */
(function () {
  const KEY = "rulebook.recent";
  const MOST = 6;
  const get = window.__md_get, set = window.__md_set;
  if (!get || !set) return;

  /** @returns {{address: string, name: string, title?: string}[]} */
  function read() {
    const found = get(KEY);
    return Array.isArray(found) ? found.filter((one) => one && typeof one.address === "string" && typeof one.name === "string") : [];
  }

  /** What is being read: the provision that the address names, or the article. */
  function note() {
    const law = /** @type {HTMLElement | null} */ (document.querySelector(".md-content .rb-law[data-article]"));
    const scope = window.__md_scope.pathname;
    if (!law || law.closest(".rb-quote") || !location.pathname.startsWith(scope)) return;
    const there = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const provision = there && there.closest("[id][data-eid]");
    const button = provision && provision.querySelector(".rb-cite");
    const number = law.dataset.article || "";
    const name = button ? button.textContent : /^\d/.test(number) ? "art. " + number : number;
    const path = location.pathname.slice(scope.length);
    const page = location.protocol === "file:" ? path : path.replace(/index\.html$/, "");
    const heading = document.querySelector("h1");
    const label = heading && heading.querySelector(".rb-label");
    const words = heading ? (heading.textContent || "").replace((label && label.textContent) || "", "").trim() : "";
    const title = words === words.toUpperCase() ? words.charAt(0) + words.slice(1).toLowerCase() : words;
    const entry = { address: page + (provision ? "#" + provision.id : ""), name: name + " · " + law.dataset.edition, title };
    const others = read().filter((one) => one.address !== entry.address && one.address !== page);
    set(KEY, [entry, ...others].slice(0, MOST));
  }

  function show() {
    const box = document.querySelector(".rb-recent");
    const entries = read();
    if (!box || !entries.length) return;
    const list = document.createElement("ul");
    for (const entry of entries) {
      const link = document.createElement("a");
      link.href = new URL(entry.address, window.__md_scope).href;
      if (!link.href.startsWith(window.__md_scope.href)) continue;
      const name = document.createElement("strong");
      name.textContent = entry.name;
      link.append(name, entry.title ? " " + entry.title : "");
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    const forget = document.createElement("button");
    forget.type = "button";
    forget.className = "rb-forget";
    forget.textContent = "Dimentica";
    forget.addEventListener("click", () => { set(KEY, []); box.classList.remove("rb-shown"); });
    box.append(list, forget);
    box.classList.add("rb-shown");
  }

  try { note(); show(); } catch (refused) { /* a page reads without a memory */ }
  addEventListener("hashchange", note);
})();
