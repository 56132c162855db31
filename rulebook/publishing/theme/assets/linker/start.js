/**
 * What the one line of a page starts:
 * `<script src="…/linker.js" data-edizione="2007" data-sito="https://…/" data-rapporto defer>`.
 */
const script = self.document && document.currentScript;
let asked = null;

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
  const hear = (event) => {
    const {type, target, pointerType} = event, anchor = target.closest && target.closest("a");
    const {isShown} = self.rulebookLinker, click = type === "click", touch = pointerType === "touch";
    if (type === "pointerdown") touched = touch;
    else if (ours.has(anchor)) {
      if (click ? !touched || event.ctrlKey || event.metaKey || event.shiftKey || isShown && isShown(anchor) : touch || touched && type === "focusin") return;
      if (click) event.preventDefault();
      ask().then((linker) => linker.show(anchor, type === "pointerover")).catch(() => false)
        .then((possible) => possible || click && location.assign(anchor.href));
    }
  };
  for (const type of ["pointerdown", "pointerover", "focusin", "click"]) document.addEventListener(type, hear, true);
}

/** Link the citations of a page. @param {Element} root */
function run(root, edition, base, telling) {
  ofPage = isHeld(edition) ? edition : null;
  const found = citations(root);
  if (telling) ask().then((linker) => linker.tell(found, edition, base));
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
