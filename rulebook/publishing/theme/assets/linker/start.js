/**
 * What the one line of a page starts:
 * `<script src="…/linker.js" data-edizione="2007" data-sito="https://…/" data-rapporto defer>`.
 */
const script = self.document && document.currentScript;
let asked = null;

/** The editions to read a page with. @param {?string} edition the one that the page speaks of */
function frameOf(edition) {
  const editions = DATA.editions.map(([id]) => id);
  return {editions, inForce: DATA.editions, edition: editions.includes(edition) ? edition : null};
}

/** Ask for the script of previews and reports, once. @returns {Promise<object>} */
function ask() {
  asked = asked || new Promise((ready, refused) => {
    const more = document.createElement("script");
    Object.assign(more, {
      src: new URL("linker-anteprima.js", script.src).href, nonce: script.nonce,
      onload: () => ready(self.rulebookLinker), onerror: refused,
    });
    document.head.append(more);
  });
  return asked;
}

/**
 * A citation shows what it leads to; where that is refused it is a link as any other. The first
 * event over one of them asks for the script that shows it, and hands that event on.
 */
function preview(anchors) {
  const ours = new Set(anchors);
  let touched = false;
  const on = (type, act) => document.addEventListener(type, (event) => {
    const anchor = event.target.closest && event.target.closest("a");
    if (type === "pointerdown") touched = event.pointerType === "touch";
    if (ours.has(anchor)) act(anchor, event);
  }, true);
  const show = (anchor, hovered) => ask().then((linker) => linker.show(anchor, hovered)).catch(() => false);
  on("pointerdown", () => {});
  on("pointerover", (anchor, event) => event.pointerType === "touch" || show(anchor, true));
  on("focusin", (anchor) => touched || show(anchor));
  on("click", (anchor, event) => {
    const {isShown} = self.rulebookLinker;
    if (!touched || event.ctrlKey || event.metaKey || event.shiftKey || isShown && isShown(anchor)) return;
    event.preventDefault();
    show(anchor).then((possible) => possible || location.assign(anchor.href));
  });
}

/** Link the citations of a page. @param {Element} root */
function run(root, edition, base, telling) {
  const frame = frameOf(edition);
  const found = citations(root, frame);
  if (telling) ask().then((linker) => linker.tell(found, frame));
  preview(link(found, base));
}

self.rulebookLinker = {run, find, cues};
if (script && script.src) {
  const {edizione = "", sito = script.src, rapporto} = script.dataset;
  const folder = sito.endsWith(".js") || sito.endsWith("/") ? sito : `${sito}/`;
  const base = new URL(".", new URL(folder, location.href)).href;
  const go = () => run(document.body, edizione.trim(), base, rapporto !== undefined);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", go);
  else go();
}
