/**
 * What the one line of a page starts:
 * `<script src="…/linker.js" data-edizione="2007" data-sito="https://…/" data-rapporto defer>`.
 */
const script = self.document && document.currentScript;
const PATIENCE = 250;
let asked = null;

/** The words and editions to read a page with. @param {?string} edition */
function frameOf(edition) {
  const {editions, vocabulary} = DATA;
  const ids = editions.map(([id]) => id);
  const {articles: {singular, plural}, editions: e} = vocabulary;
  return {
    heads: edge(0, [...singular, ...plural, ...e.old, ...e.new, ...e.current, ...e.before_number]),
    grammar: compileGrammar(vocabulary), speech: speech(vocabulary), editions: ids, inForce: editions,
    edition: ids.includes(edition) ? edition : null,
  };
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

/** A citation shows what it leads to; where that is refused it is a link as any other. */
function preview(anchors) {
  const ours = new Set(anchors);
  let waiting = 0, touched = false;
  const show = (anchor) => ask().then((linker) => linker.show(anchor)).catch(() => false);
  const on = (type, act) => document.addEventListener(type, (event) => {
    const anchor = event.target.closest && event.target.closest("a");
    if (type === "pointerdown") touched = event.pointerType === "touch";
    if (ours.has(anchor)) act(anchor, event);
  }, true);
  on("pointerdown", () => {});
  on("pointerover", (anchor, {pointerType}) => {
    clearTimeout(waiting);
    if (pointerType !== "touch") waiting = setTimeout(show, PATIENCE, anchor);
  });
  on("pointerout", () => clearTimeout(waiting));
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
  if (telling) ask().then((linker) => { linker.told = linker.report(found, frame); linker.showReport(linker.told); });
  preview(link(found, base));
}

self.rulebookLinker = {run, find, cues, leads, addressOf, frameOf, told: null};
if (script && script.src) {
  const {edizione = "", sito = script.src, rapporto} = script.dataset;
  const folder = sito.endsWith(".js") || sito.endsWith("/") ? sito : `${sito}/`;
  const base = new URL(".", new URL(folder, location.href)).href;
  const go = () => run(document.body, edizione.trim(), base, rapporto !== undefined);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", go);
  else go();
}
