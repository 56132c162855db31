/**
 * What a citation leads to, shown beside it. This script is asked for with the first preview.
 */
const DELAY = 250;
const pages = new Map();
let panel = null, shown = null, waiting = 0;

// What the law says on its page. Who speaks of it, its counterparts and the guides stand among these
// words under names of their own, so the law is what is taken, not what is left over.
const LAW = ".rb-provision > .rb-heading, .rb-provision > .rb-text";
const MOST = 1500;

/**
 * What stands at an address of the site: the name of its page, which says the edition, the words,
 * a line for each part, and what a reader has to know of them.
 * @param {string} href @returns {Promise<{name: string, text: string, doubts: string[]}>}
 */
async function wordsAt(href) {
  const [address, anchor] = href.split("#");
  if (!pages.has(address)) {
    pages.set(address, fetch(address, {credentials: "omit", referrerPolicy: "no-referrer"}).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }).then((text) => new DOMParser().parseFromString(text, "text/html")));
  }
  const page = await pages.get(address);
  const wanted = (anchor || "").toLowerCase();
  const place = anchor && (page.getElementById(anchor)
    || [...page.querySelectorAll("[id]")].find((element) => element.id.toLowerCase() === wanted));
  const name = page.title.split(" · ")[0], past = plain(page.querySelector(".rb-notice-edition p"));
  const doubts = past ? [past] : [];
  if (anchor && !place) return {name, text: "", doubts: [...doubts, `Questa pagina non ha il paragrafo ${decodeURIComponent(anchor)}.`]};
  const part = place || page.querySelector(".rb-law, .rb-notice-missing, .rb-editions");
  const text = part ? read(part) : "";
  if (!text) throw new Error("empty");
  if (part.closest(".rb-truncated") || part.querySelector(".rb-truncated")) doubts.push("Testo troncato dalla fonte: non vale come norma.");
  return {name, text, doubts: [...doubts, ...doubted(part).map(plain)]};
}

/** The words of an element, without the marks of notes, buttons, and links that lead behind them. */
function plain(element) {
  if (!element) return "";
  const copy = element.cloneNode(true);
  copy.querySelectorAll("button, sup, .rb-badge, .rb-apparatus, .headerlink").forEach((one) => one.remove());
  copy.querySelectorAll("br").forEach((one) => one.replaceWith(" "));
  return copy.textContent.replace(/\s+/g, " ").trim();
}

/** What the editors doubt in a provision: it is said in it, or behind it. */
function doubted(part) {
  const found = [...part.querySelectorAll(".rb-doubt")];
  for (let next = part.nextElementSibling; next && next.matches(".rb-cut, .rb-doubt"); next = next.nextElementSibling) {
    if (next.matches(".rb-doubt")) found.push(next);
  }
  return found;
}

/** The lines of a provision; where there is none, what its place says instead, or its editions. */
function read(part) {
  const law = [...part.querySelectorAll(LAW)], children = [...part.children];
  const said = children.filter((one) => one.matches("p:not(.rb-doubt)"));
  const rows = [...part.querySelectorAll(".rb-row > ul > li")].map((row) => row.querySelector("p") || row);
  const other = part.matches(".rb-notice-missing, .rb-absent") ? said.slice(0, 1) : [...said, ...rows, ...part.querySelectorAll(".rb-card p")];
  const lines = (law.length ? law : part.matches("p") ? [part] : other).map(plain).filter(Boolean).join("\n");
  return lines.length > MOST ? `${lines.slice(0, MOST).replace(/\s+\S*$/, "")} … (segue nella pagina)` : lines;
}

function make(name, style, text) {
  const element = document.createElement(name);
  Object.assign(element.style, style);
  if (text) element.textContent = text;
  return element;
}

function hide() {
  clearTimeout(waiting);
  if (panel) panel.remove();
  if (shown) shown.removeAttribute("aria-describedby");
  panel = shown = null;
}

/**
 * Show what a link leads to; where the pointer only hovers, once it has stayed a moment.
 * @param {HTMLAnchorElement} anchor @returns {Promise<boolean>} whether it could
 */
async function show(anchor, hovered = false) {
  if (shown === anchor) {
    clearTimeout(waiting);
    return true;
  }
  if (hovered) {
    await new Promise((ready) => setTimeout(ready, DELAY));
    if (!anchor.matches(":hover") || shown === anchor) return true;
  }
  hide();
  shown = anchor;
  let said;
  try {
    said = await wordsAt(anchor.href);
  } catch (refused) {
    if (shown === anchor) shown = null;
    return false;
  }
  if (shown !== anchor) return true;
  panel = make("div", {
    position: "fixed", zIndex: "2147483000", boxSizing: "border-box", maxWidth: "min(30em, calc(100vw - 16px))",
    maxHeight: "45vh", overflow: "auto", padding: "12px 14px", background: "#fff", color: "#1a1a1a",
    font: "16px/1.5 system-ui, sans-serif", textAlign: "left", border: "1px solid #767676", borderRadius: "6px",
    boxShadow: "0 4px 18px rgba(0, 0, 0, .25)",
  });
  panel.id = "rulebook-anteprima";
  panel.setAttribute("role", "tooltip");
  const way = make("a", {display: "inline-block", padding: "8px 0", color: "#0b57d0"}, "Apri nel Codice");
  way.href = anchor.href;
  if (said.name) panel.append(make("strong", {}, said.name));
  for (const doubt of said.doubts) panel.append(make("p", {margin: "4px 0", fontStyle: "italic"}, doubt));
  panel.append(make("div", {whiteSpace: "pre-line"}, said.text), way);
  panel.addEventListener("pointerenter", () => clearTimeout(waiting));
  panel.addEventListener("pointerleave", ({pointerType}) => { if (pointerType !== "touch") soon(hide); });
  document.body.append(panel);
  anchor.setAttribute("aria-describedby", panel.id);
  place(anchor);
  return true;
}

function place(anchor) {
  const rects = anchor.getClientRects();
  const first = rects[0] || anchor.getBoundingClientRect(), final = rects[rects.length - 1] || first;
  const below = final.bottom + 6 + panel.offsetHeight <= innerHeight || first.top < innerHeight - final.bottom;
  const top = below ? final.bottom + 6 : first.top - panel.offsetHeight - 6;
  panel.style.top = `${Math.max(8, Math.min(top, innerHeight - panel.offsetHeight - 8))}px`;
  panel.style.left = `${Math.max(8, Math.min(first.left, innerWidth - panel.offsetWidth - 8))}px`;
}

function soon(act) {
  clearTimeout(waiting);
  waiting = setTimeout(act, DELAY);
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
document.addEventListener("pointerdown", ({target}) => {
  if (panel && !panel.contains(target) && !(shown && shown.contains(target))) hide();
});
document.addEventListener("pointerout", ({target, pointerType}) => {
  if (pointerType !== "touch" && shown && shown.contains(target)) soon(hide);
});
document.addEventListener("focusout", ({target, relatedTarget}) => {
  if (shown === target && !(panel && panel.contains(relatedTarget))) soon(hide);
});

Object.assign(linker, {show, isShown: (anchor) => shown === anchor && panel !== null});
