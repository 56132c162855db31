"use strict";
/* A citation opened in the text that makes it, and one more inside: "27B2 con 26 e 23". */
(function () {
  const { target } = window.rulebookReader;
  const DEEPEST = 2;
  let count = 0;

  /** How many unfolded texts stand around an element. @param {Element} from */
  function depth(from) {
    let found = 0;
    for (let at = from.closest(".rb-unfolded"); at; at = at.parentElement && at.parentElement.closest(".rb-unfolded"))
      found += 1;
    return found;
  }

  /** @param {Element} link */
  function possible(link) {
    return depth(link) < DEEPEST && link.closest("p, li") !== null && !link.closest(".rb-preview");
  }

  /** @param {HTMLAnchorElement} link */
  function close(link) {
    const unfolded = document.getElementById(link.getAttribute("aria-controls") || "");
    if (unfolded) unfolded.remove();
    link.removeAttribute("aria-controls");
    link.removeAttribute("aria-expanded");
  }

  /** Open what a citation leads to below its paragraph, or close it again.
      @param {HTMLAnchorElement} link */
  async function toggle(link) {
    if (link.hasAttribute("aria-controls")) { close(link); link.focus(); return; }
    const title = link.dataset.title || link.title || link.textContent || "";
    let elements;
    try { elements = await target(link); } catch (unreachable) { location.href = link.href; return; }
    const section = document.createElement("section");
    section.className = "rb-unfolded";
    section.id = "rb-unfolded-" + (count += 1);
    section.setAttribute("aria-label", title);
    const head = document.createElement("p");
    head.className = "rb-unfolded-title";
    const way = document.createElement("a");
    way.href = link.href;
    way.textContent = title;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "rb-close";
    button.textContent = "×";
    button.setAttribute("aria-label", "Richiudi " + title);
    button.addEventListener("click", () => { close(link); link.focus(); });
    head.append(way, button);
    section.append(head, ...elements);
    const block = /** @type {Element} */ (link.closest("p, li"));
    if (block.matches("li")) block.append(section);
    else {
      let after = block; // below what the same paragraph opened before
      while (after.nextElementSibling && after.nextElementSibling.matches(".rb-unfolded")) after = after.nextElementSibling;
      after.after(section);
    }
    link.setAttribute("aria-controls", section.id);
    link.setAttribute("aria-expanded", "true");
    button.focus({ preventScroll: true });
    section.scrollIntoView({ block: "nearest" });
  }

  window.rulebookReader.unfold = { possible, toggle };
})();
