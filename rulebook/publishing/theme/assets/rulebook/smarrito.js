"use strict";
/* The page for addresses that lead nowhere understands mistyped and old ones: `/2007/art27`,
   `/27B1(b)`, `/2007/27#b1b`. It leads on where there is one answer, else it offers what there is. */
(function () {
  const script = document.currentScript;
  const list = document.querySelector("[data-smarrito]");
  if (!script || !list) return;
  const base = new URL("../../", script.src);

  /** The part of the address below the site, decoded. */
  function asked() {
    let path = location.pathname;
    if (path.startsWith(base.pathname)) path = path.slice(base.pathname.length);
    try { path = decodeURIComponent(path); } catch (broken) { /* as it stands */ }
    return path.replace(/\/?index\.html?$/i, "").replace(/\.(html?|php|aspx?)$/i, "");
  }

  /** An edition and a spoken citation in a path. @param {string} path @param {string} hash */
  function understood(path, hash) {
    let rest = " " + path.replace(/[\/_+-]+/g, " ") + " ";
    const year = rest.match(/(?:^|[^0-9])((?:19|20)[0-9]{2})(?=[^0-9])/);
    if (year) rest = rest.replace(year[1], " ");
    const found = rest.match(/(?:^|[^0-9])([0-9]{1,2})(?![0-9])\s*[.,:]?\s*((?:[(\[]?\s*[a-z0-9]{1,4}\s*[)\]]?[\s.,]*)*)\s*$/i);
    if (!found) return null;
    const bare = (text) => text.replace(/[\s().,:\[\]#]/g, "").toLowerCase();
    const number = String(Number(found[1]));
    let below = bare(found[2]);
    if (!below && hash) {
      below = bare(hash);
      if (below.startsWith(number)) below = below.slice(number.length);
      if (/^p[0-9]/.test(below)) below = below.slice(1);
    }
    const point = /^[0-9]/.test(below) ? "." : "";
    return { edition: year ? year[1] : "", number: number, name: number + point + below };
  }

  /** Addresses worth a try, the most exact first. @param {string} path @param {string} hash */
  function candidates(path, hash) {
    const found = [];
    const told = understood(path, hash);
    if (told) {
      if (told.edition) {
        found.push("c/" + told.edition + "-" + told.name + "/");
        found.push(told.edition + "/" + told.number + "/");
      }
      found.push("c/" + told.name + "/", told.number + "/");
    }
    const plain = path.toLowerCase().trim().replace(/\s+/g, "-").replace(/^\/+|\/+$/g, "");
    for (let part = plain; part; part = part.replace(/\/?[^\/]*$/, ""))
      if (/^[a-z0-9\/.-]+$/.test(part)) found.push(part + "/");
    return found.filter((one, at) => found.indexOf(one) === at);
  }

  /** @param {string} address */
  function there(address) {
    return fetch(new URL(address, base), { method: "HEAD" }).then((answer) => answer.ok, () => false);
  }

  /** @param {string} address */
  function offer(address) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = new URL(address, base).href;
    link.textContent = "/" + address;
    item.append(link);
    list.append(item);
    list.hidden = false;
    const heading = document.querySelector("[data-smarrito-titolo]");
    if (heading) heading.hidden = false;
  }

  const path = asked();
  const hash = (() => {
    try { return decodeURIComponent(location.hash.slice(1)); } catch (broken) { return ""; }
  })();
  const tries = candidates(path, hash);
  const told = understood(path, hash);
  Promise.all(tries.map(there)).then((answers) => {
    const good = tries.filter((one, at) => answers[at]);
    const exact = told && good[0] === tries[0];
    if (exact) location.replace(new URL(good[0], base).href);
    good.forEach(offer);
  });
})();
