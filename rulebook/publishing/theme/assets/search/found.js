/**
 * Marks on the page what the search found there. The words travel in the session's storage and
 * not in the address, so that an address copied from the bar is the address of record.
 */
(function () {
  "use strict";

  const KEY = "rulebook-found";
  const WORD = /[\p{L}\p{N}]+|[♠♥♦♣♤♡♢♧]/gu;

  /** @param {string} address of the hit @param {string[]} words in lower case, as the text has them */
  function remember(address, words) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({address, words}));
    } catch (full) {
      // Without storage the hit opens all the same, unmarked.
    }
  }

  function recall() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) || "null");
      if (kept && kept.address === location.href) return new Set(kept.words);
    } catch (broken) {
      // Whatever else may stand there is none of ours.
    }
    return new Set();
  }

  /** @returns {?Element} the provision or the section that the address names, or the page's text */
  function place() {
    const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named) return /^H\d$/.test(named.tagName) ? named.parentElement : named;
    return location.hash ? null : document.querySelector("article");
  }

  function clear() {
    for (const mark of document.querySelectorAll("mark.rb-found")) {
      const parent = mark.parentNode;
      mark.replaceWith(mark.textContent);
      parent.normalize();
    }
  }

  function markIn(node, words) {
    const text = node.data;
    const parts = [];
    let at = 0;
    for (const match of text.matchAll(WORD)) {
      if (!words.has(match[0].toLowerCase())) continue;
      const mark = document.createElement("mark");
      mark.className = "rb-found";
      mark.textContent = match[0];
      parts.push(text.slice(at, match.index), mark);
      at = match.index + match[0].length;
    }
    if (parts.length) node.replaceWith(...parts, text.slice(at));
  }

  function show() {
    clear();
    const words = recall();
    const where = words.size ? place() : null;
    if (!where) return;
    const walker = document.createTreeWalker(where, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("button")) nodes.push(walker.currentNode);
    for (const node of nodes) markIn(node, words);
  }

  self.rulebookFound = {remember};
  addEventListener("hashchange", show);
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", show);
  else show();
})();
