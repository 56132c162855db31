"use strict";
/* The text that a citation leads to, taken from its page and made fit to stand in another one. */
(function () {
  /** @type {Map<string, Promise<Document>>} */
  const pages = new Map();

  /** What belongs to a page and not to the words of a provision. */
  const ASIDES = ".rb-cite, .rb-cited, .rb-counterpart, .rb-preview, .rb-unfolded, .rb-cite-menu, " +
    "script, style";

  /** A page of this site as a document, asked for once. @param {string} url without an anchor */
  function page(url) {
    const known = pages.get(url);
    if (known) return known;
    const asked = fetch(url).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }).then((html) => new DOMParser().parseFromString(html, "text/html"));
    asked.catch(() => pages.delete(url));
    pages.set(url, asked);
    return asked;
  }

  /** Whether the target of a link can be shown here: this site, over the network or from its copy.
      @param {HTMLAnchorElement} link */
  function reachable(link) {
    return /^https?:$/.test(location.protocol) && link.origin === location.origin;
  }

  /** A copy of an element that may stand in this page: no ids, links that lead where they led.
      @param {Element} element @param {string} base */
  function copy(element, base) {
    const copied = /** @type {Element} */ (document.importNode(element, true));
    for (const aside of copied.querySelectorAll(ASIDES)) aside.remove();
    for (const named of [copied, ...copied.querySelectorAll("[id]")]) named.removeAttribute("id");
    for (const link of copied.querySelectorAll("a[href]"))
      link.setAttribute("href", new URL(/** @type {string} */ (link.getAttribute("href")), base).href);
    return copied;
  }

  /** Where it is cut off, and what is doubted in it, stands behind a provision. @param {Element} provision */
  function behind(provision) {
    const found = [];
    for (let next = provision.nextElementSibling; next && next.matches(".rb-cut, .rb-doubt"); next = next.nextElementSibling)
      found.push(next);
    return found;
  }

  /** The elements that show a place: a provision, a whole article, or why there is no text.
      @param {Document} from @param {string} anchor */
  function place(from, anchor) {
    const found = anchor && anchor !== "_inizio" ? from.getElementById(anchor) : null;
    const missing = from.querySelector(".rb-notice-missing");
    if (found && !(missing && found.matches(".rb-absent"))) return [found, ...behind(found)];
    if (missing) return [missing];
    const law = from.querySelector(".rb-law");
    return found || !law ? [] : [law];
  }

  /** What a link leads to; rejected where it cannot be had.
      @param {HTMLAnchorElement} link @returns {Promise<Element[]>} */
  async function target(link) {
    const url = link.href.split("#")[0];
    const here = url === location.href.split("#")[0];
    const from = here ? document : await page(url);
    const elements = place(from, decodeURIComponent(link.hash.slice(1)));
    if (!elements.length) throw new Error("nothing there");
    const cut = from.querySelector(".rb-notice-truncated");
    const told = [...(cut ? [cut] : []), ...elements].map((element) => copy(element, url));
    if (here || !from.querySelector(".rb-notice-edition")) return told;
    const old = document.createElement("p");
    old.className = "rb-quiet";
    old.textContent = "Non più in vigore.";
    return [old, ...told];
  }

  Object.assign(window, { rulebookReader: { target, reachable, behind } });
})();
