/**
 * The addresses of the site as the stock knows them: relative to the site, decoded, without query,
 * anchor and `index.html`; and the names of the caches, which carry the site and the release, since
 * all sites of a host share one storage. A space parts them: no address holds one.
 */
self.rulebookOffline = self.rulebookOffline || {};
(function (offline) {
  "use strict";

  const root = new URL("./", self.location);
  const prefix = `rulebook ${root.pathname} `;

  /** @param {string} address @returns {?string} the path, null for what is none of the site's */
  function pathOf(address) {
    const url = new URL(address);
    if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return null;
    try {
      const parts = url.pathname.slice(root.pathname.length).split("/");
      return parts.map(decodeURIComponent).join("/").replace(/(^|\/)index\.html$/, "$1");
    } catch (broken) {
      return null;
    }
  }

  /** @param {string} path @returns {string} the whole address */
  const addressOf = (path) => root.href + path.split("/").map(encodeURIComponent).join("/");

  const nameOf = (release) => prefix + release;
  const releaseOf = (name) => name.slice(prefix.length);

  /** @returns {Promise<string[]>} the names of this site's caches, and of no other's */
  async function ownNames() {
    return (await caches.keys()).filter((name) => name.startsWith(prefix));
  }

  Object.assign(offline, {root, pathOf, addressOf, nameOf, releaseOf, ownNames});
})(self.rulebookOffline);
