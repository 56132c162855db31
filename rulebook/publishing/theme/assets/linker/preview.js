/**
 * What a citation leads to, shown beside it. This script is asked for with the first preview.
 */
const DELAY = 250;
const pages = new Map();
let panel = null, shown = null, waiting = 0;

/**
 * What stands at an address of the site: the name of its page, which says the edition, and the
 * words. @param {string} href @returns {Promise<{name: string, text: string, doubt: string}>}
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
  const name = page.title.split(" · ")[0];
  if (anchor && !place) return {name, text: "", doubt: `Questa pagina non ha il paragrafo ${decodeURIComponent(anchor)}.`};
  const shownPart = place || page.querySelector("article") || page.querySelector("main") || page.body;
  const cut = shownPart.closest(".rb-truncated") || shownPart.querySelector(".rb-truncated");
  const text = read(shownPart);
  if (!text) throw new Error("empty");
  return {name, text, doubt: cut ? "Testo troncato dalla fonte: non vale come norma." : ""};
}

function read(element) {
  const copy = element.cloneNode(true);
  copy.querySelectorAll("script, style, button, nav, sup, .headerlink, [hidden]").forEach((part) => part.remove());
  const text = copy.textContent.replace(/\s+/g, " ").trim();
  return text.length > 600 ? `${text.slice(0, 600).replace(/\s+\S*$/, "")} …` : text;
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
  if (said.doubt) panel.append(make("p", {margin: "4px 0", fontStyle: "italic"}, said.doubt));
  panel.append(make("div", {}, said.text), way);
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
