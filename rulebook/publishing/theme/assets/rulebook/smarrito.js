"use strict";
/* The page for addresses that lead nowhere understands mistyped and old ones: `/2007/art27`,
   `/27B1(b)`, `/2007/27#b1b`. It leads on where there is one answer, else it offers what there is,
   and pages whose name is much like the one asked for. A spoken citation that no page has leads to
   its article, which says that it lacks the paragraph. It never leads to another edition. */
(function () {
  const script = document.currentScript;
  const list = document.querySelector("[data-smarrito]");
  if (!script || !list) return;
  const base = new URL("../../", script.src);

  const SPOKEN = "c"; // below it stand the spoken citations, and no page of its own
  const TABLE = "tavolo"; // whose names are looked at for an address that names no folder
  const FACING = "confronto"; // below it stand the comparisons, the older edition first
  const ALIKE = 0.6, MOST_ALIKE = 3;

  /** The part of the address below the site, decoded. */
  function asked() {
    let path = location.pathname;
    if (path.startsWith(base.pathname)) path = path.slice(base.pathname.length);
    try { path = decodeURIComponent(path); } catch (broken) { /* as it stands */ }
    return path.replace(/\/?index\.html?$/i, "").replace(/\.(html?|php|aspx?)$/i, "");
  }

  /** The words of a path. @param {string} path */
  const spaced = (path) => " " + path.replace(/[\/_+-]+/g, " ") + " ";

  /** The year that a path names, "" for none. @param {string} path */
  function yearIn(path) {
    const year = spaced(path).match(/(?:^|[^0-9])((?:19|20)[0-9]{2})(?=[^0-9])/);
    return year ? year[1] : "";
  }

  /** An edition and a spoken citation in a path. @param {string} path @param {string} hash */
  function understood(path, hash) {
    const year = yearIn(path);
    const rest = year ? spaced(path).replace(year, " ") : spaced(path);
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
    const anchor = point ? "p" + below : below.slice(0, 1).toUpperCase() + below.slice(1);
    const page = (year ? year + "/" : "") + number + "/";
    return { edition: year, number: number, name: number + point + below, anchor: anchor, page: page };
  }

  /** The comparisons that a path may mean: the editions the other way round, or none named.
      @param {string} path @returns {Promise<string[]>} */
  async function compared(path) {
    const [folder, first, ...rest] = path.toLowerCase().split("/").filter(Boolean);
    if (folder !== FACING || !first) return [];
    const years = first.match(/^([0-9]{4})[^0-9]+([0-9]{4})$/);
    if (years) return [[FACING, years.slice(1).sort().join("-"), ...rest, ""].join("/")];
    const url = new URL(FACING + "/", base);
    const answer = await fetch(url);
    if (!answer.ok) return [];
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const couples = [...page.querySelectorAll("article a[href]")]
      .map((link) => /([0-9]{4}-[0-9]{4})\/$/.exec(link.getAttribute("href"))).filter(Boolean);
    return couples.map((couple) => [FACING, couple[1], first, ...rest, ""].join("/"));
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
      if (/^[a-z0-9\/.-]+$/.test(part) && part !== SPOKEN) found.push(part + "/");
    return found.filter((one, at) => found.indexOf(one) === at);
  }

  /** @param {string} address */
  function there(address) {
    return fetch(new URL(address, base), { method: "HEAD" }).then((answer) => answer.ok, () => false);
  }

  /** How much alike two names are, from 0 to 1, by the pairs of letters that they share.
      @param {string} one @param {string} other */
  function likeness(one, other) {
    const pairs = (name) => Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => name.slice(at, at + 2));
    const rest = pairs(other);
    const all = pairs(one).length + rest.length;
    const shared = pairs(one).filter((pair) => {
      const at = rest.indexOf(pair);
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    });
    return all ? 2 * shared.length / all : 0;
  }

  /** The pages that a folder's page names much like the one asked for, the likeliest first.
      @param {string} folder @param {string} name @returns {Promise<Array<[string, string]>>} */
  async function alike(folder, name) {
    const url = new URL(folder + "/", base);
    const answer = await fetch(url);
    if (!answer.ok) return [];
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = new Map();
    for (const link of page.querySelectorAll("article a[href]")) {
      const there = new URL(link.getAttribute("href"), url);
      if (!there.href.startsWith(url.href) || there.hash) continue;
      const named = there.href.slice(url.href.length).replace(/\/$/, "");
      const near = likeness(name, named);
      if (near >= ALIKE && !named.includes("/")) found.set(folder + "/" + named + "/", [near, link.textContent.trim()]);
    }
    return [...found].sort(([, a], [, b]) => b[0] - a[0]).slice(0, MOST_ALIKE)
      .map(([address, [, words]]) => [address, words]);
  }

  /** A page as a reader is told of it: its address and its title. The small page of a spoken
      citation stands for the one that it leads to.
      @param {string} address @returns {Promise<[string, string]>} */
  async function titled(address) {
    const answer = await fetch(new URL(address, base));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const onward = page.querySelector("a[data-vai]");
    if (!onward) return [address, page.title.split(" · ")[0].trim()];
    const goal = new URL(onward.getAttribute("href"), new URL(address, base));
    return [goal.href.slice(base.href.length), onward.textContent.trim()];
  }

  const offered = new Set();

  /** Offer a page, once. @param {string} address @param {string} [words] */
  function offer(address, words) {
    const page = address.split("#")[0];
    if (offered.has(page)) return;
    offered.add(page);
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = new URL(address, base).href;
    link.textContent = words || "/" + address;
    item.append(link);
    if (words) {
      const shown = document.createElement("code");
      shown.textContent = "/" + address;
      item.append(" ", shown);
    }
    list.append(item);
    list.hidden = false;
    const heading = document.querySelector("[data-smarrito-titolo]");
    if (heading) heading.hidden = false;
  }

  /** Say that the site has no edition of a year, and which it has. @param {string} year */
  async function lacking(year) {
    const told = document.querySelector("[data-smarrito-edizione]");
    if (!year || !told) return;
    const answer = await fetch(new URL("versions.json", base));
    if (!answer.ok) return;
    const years = (await answer.json()).map((edition) => edition.version);
    if (years.includes(year)) return;
    told.textContent = "Un’edizione " + year + " non c’è. Le edizioni del sito: " + years.reverse().join(", ") + ".";
    told.hidden = false;
  }

  const path = asked();
  const hash = (() => {
    try { return decodeURIComponent(location.hash.slice(1)); } catch (broken) { return ""; }
  })();
  const told = understood(path, hash);

  /** The one place to lead to, "" where the reader chooses.
      @param {string[]} own @param {string[]} facing @param {string[]} good */
  function only(own, facing, good) {
    if (facing.length) {
      const sides = good.filter((one) => facing.includes(one));
      return sides.length === 1 ? sides[0] : "";
    }
    if (!told) return "";
    if (good[0] === own[0]) return good[0];
    const spoken = path.toLowerCase().startsWith(SPOKEN + "/") && told.anchor;
    return spoken && good.includes(told.page) ? told.page + "#" + told.anchor : "";
  }

  compared(path).catch(() => []).then(async (facing) => {
    const own = candidates(path, hash);
    const tries = [...facing, ...own.filter((one) => !facing.includes(one))];
    const answers = await Promise.all(tries.map(there));
    const good = tries.filter((one, at) => answers[at]);
    const goal = only(own, facing, good);
    if (goal) {
      location.replace(new URL(goal, base).href);
      return;
    }
    lacking(yearIn(path)).catch(() => {});
    const plain = path.toLowerCase().replace(/[\s_]+/g, "-").replace(/^\/+|\/+$/g, "").split("/");
    const name = plain.pop() || "";
    const near = plain.length > 1 ? [] : await alike(plain[0] || TABLE, name).catch(() => []);
    const found = await Promise.all(good.map((one) => titled(one).catch(() => [one, ""])));
    [...near, ...found].forEach(([address, words]) => offer(address, words));
  });
})();
