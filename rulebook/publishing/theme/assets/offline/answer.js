/**
 * Answers the browser: from the stock first, at every spelling of an address; then from the
 * network, which is not waited for for ever; and with a page of its own when neither has it.
 */
(function (offline) {
  "use strict";

  const PATIENCE = {stocked: 6000, bare: 20000};
  /** So long each look at the stock may take. */
  const LOOKS = [2500, 5000, 10000];
  const SPOKEN = /^c\/(?:(\d{4}[a-z]?)-)?(\d{1,3})\.?([a-z0-9]*)\/?$/i;
  /** What people put between the parts of a citation; the year with its hyphen is held and stays. */
  const BETWEEN = /(^c\/\d{4}-)|%20|[ ()_,-]/gi;
  const ABSENT = "senza-rete/assente/";

  /** The network's answer, or a fault after a while; one that comes too late is not read. */
  function fromNetwork(request, patience) {
    return new Promise((resolve, reject) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        reject(new Error("silence"));
      }, patience);
      fetch(request).then((response) => {
        if (late && response.body) response.body.cancel().catch(() => {});
        else resolve(response);
      }, reject).finally(() => clearTimeout(timer));
    });
  }

  const find = (cache, path) => cache.match(offline.addressOf(path));

  /** @returns {Promise<?Response>} what the stock has at a path, a redirection where a slash lacks */
  async function fromStock({cache}, path, query) {
    const hit = await find(cache, path);
    if (hit) return hit;
    const folder = path && !path.endsWith("/") && await find(cache, `${path}/`);
    return folder ? Response.redirect(offline.addressOf(`${path}/`) + query) : null;
  }

  /** Where a spoken citation leads, as far as the stock has its page. */
  async function spoken({cache}, path) {
    const asked = SPOKEN.exec(path.replace(BETWEEN, "$1"));
    if (!asked) return null;
    const [, edition, number, place] = asked;
    const page = `${edition ? `${edition}/` : ""}${number}/`;
    const hit = await find(cache, page);
    return hit ? Response.redirect(offline.addressOf(page) + (place ? `#${place}` : "")) : null;
  }

  /** A page that stands in for another one: what it asks for is named from where it really lies. */
  async function moved(response, path) {
    const place = offline.addressOf(path);
    const html = await response.text();
    return pageOf(html.replace(/((?:=|: )")(\.\.?(?:\/[^"]*)?)"/g,
      (_, before, link) => `${before}${new URL(link, place).href}"`));
  }

  const pageOf = (html) => new Response(html, {
    headers: {"Content-Type": "text/html; charset=utf-8"},
  });

  async function absent(stock) {
    const page = stock && await find(stock.cache, ABSENT);
    return page ? moved(page, ABSENT) : pageOf(offline.setup.bare.replaceAll("{root}", offline.root.pathname));
  }

  /** @returns {Promise<{stock: ?Object, stored: ?Response}>} the release in use, and what it has */
  async function look(path, query) {
    const stock = await offline.inUse().catch(() => null);
    return {stock, stored: stock && path !== null ? await fromStock(stock, path, query) : null};
  }

  /**
   * What the stock says. A storage that does not answer, on a device under strain, is asked anew;
   * in the end the network is.
   */
  async function held(path, query) {
    for (const patience of LOOKS) {
      let timer;
      const silence = new Promise((resolve) => { timer = setTimeout(resolve, patience, null); });
      const said = await Promise.race([look(path, query), silence]);
      clearTimeout(timer);
      if (said) return said;
      offline.forget();
    }
    return {stock: null, stored: null};
  }

  /** @param {Request} request @returns {Promise<Response>} */
  async function answer(request) {
    const path = offline.pathOf(request.url);
    const {stock, stored} = await held(path, new URL(request.url).search);
    if (stored) return stored;
    if (request.mode !== "navigate") return fetch(request);
    try {
      return await fromNetwork(request, stock ? PATIENCE.stocked : PATIENCE.bare);
    } catch (error) {
      return (stock && path !== null && await spoken(stock, path)) || absent(stock);
    }
  }

  offline.answer = answer;
})(self.rulebookOffline);
