"use strict";
/* Leads on from a small page to the one it names, with what stands behind # in the reader's address. */
(function () {
  const link = document.querySelector("a[data-vai]");
  if (!link) return;
  const goal = new URL(link.getAttribute("href"), location.href);
  if (!goal.hash) goal.hash = location.hash;
  location.replace(goal.href);
})();
