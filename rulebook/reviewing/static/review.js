// What makes the page of the review quicker; without it every link and form does the same.
(() => {
  "use strict";

  /** @param {string} selector @returns {HTMLElement[]} */
  const all = (selector) => Array.from(document.querySelectorAll(selector));

  /** The lines, what is read in them and the places on the picture that belong together.
   * @param {Element} element @returns {Element[]} */
  const bound = (element) => {
    const row = element.closest("[data-numero]");
    const voice = element.closest("[data-righe]");
    const spot = element.closest("svg [data-riga]");
    const lines = row ? [row.getAttribute("data-numero")]
      : spot ? [spot.getAttribute("data-riga")]
      : voice ? (voice.getAttribute("data-righe") || "").split(" ") : [];
    const rows = lines.map((n) => document.getElementById(`riga-${n}`)).filter(Boolean);
    const voices = voice ? [voice] : rows.flatMap((one) =>
      (one.getAttribute("data-voci") || "").split(" ").map((id) => document.getElementById(id)));
    const spots = all("svg [data-riga]").filter((a) => lines.includes(a.getAttribute("data-riga")));
    return [...rows, ...voices, ...spots].filter(Boolean);
  };

  /** Bring something into view in its own column, and leave the page where it is.
   * @param {Element} element */
  const reveal = (element) => {
    const column = element.closest(".colonna");
    if (!column || column.scrollHeight <= column.clientHeight) return;
    const box = element.getBoundingClientRect();
    const frame = column.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom) {
      column.scrollTop += box.top - frame.top - frame.height / 3;
    }
  };

  /** @param {Event} event */
  const bind = (event) => {
    const target = event.target;
    if (!(target instanceof Element)) return;
    const together = bound(target);
    all(".lega").forEach((one) => { if (!together.includes(one)) one.classList.remove("lega"); });
    if (!together.length) return;
    together.forEach((one) => one.classList.add("lega"));
    if (event.type === "mouseover") return;
    const own = target.closest(".colonna");
    ["[data-numero]", "[data-righe]", "svg [data-riga]"].forEach((kind) => {
      const first = together.find((one) => one.matches(kind));
      if (first && first.closest(".colonna") !== own) reveal(first);
    });
  };

  ["mouseover", "focusin", "click"].forEach((name) => document.addEventListener(name, bind));

  document.addEventListener("keydown", (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.code === "KeyN" ? 1 : event.code === "KeyP" ? -1 : 0;
    const doubts = all("ol.dubbi > .dubbio");
    if (!step || !doubts.length) return;
    event.preventDefault();
    const here = doubts.findIndex((one) => one.contains(document.activeElement));
    const next = here < 0 ? (step > 0 ? 0 : doubts.length - 1)
      : (here + step + doubts.length) % doubts.length;
    doubts[next].focus();
    doubts[next].scrollIntoView({ block: "center" });
  });
})();
