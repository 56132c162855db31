/**
 * What every page does for the offline copy: it brings the worker, asks it what is stored, has a
 * new release prepared aside, and turns to it when the reader says so. A site without workers,
 * storage or permission is a site like any other.
 */
self.rulebookOffline = self.rulebookOffline || {};
(function (offline) {
  "use strict";

  const root = new URL("../", document.currentScript.src);
  const KNOWN = `${root.pathname}.conservato`;
  const HOLD = 10000;
  const LATER = `${root.pathname}.dopo`;

  /** @param {string} storage its name; it may be forbidden @returns {?string} what it remembers */
  function recall(storage, key) {
    try {
      return self[storage].getItem(key);
    } catch (forbidden) {
      return null;
    }
  }

  /** @param {string} storage its name @param {string} key @param {?string} value null forgets */
  function remember(storage, key, value) {
    try {
      if (value === null) self[storage].removeItem(key);
      else self[storage].setItem(key, value);
    } catch (forbidden) {
      // What cannot be remembered is asked for again.
    }
  }

  const within = (promise, time) => Promise.race([
    promise, new Promise((_, reject) => setTimeout(() => reject(new Error("silence")), time)),
  ]);

  let registration = null;
  let begin = () => {};
  offline.ready = new Promise((resolve) => { begin = resolve; });

  /** @returns {Promise<string>} why there can be no copy, or an empty word */
  async function unable() {
    if (!self.isSecureContext) return "insecure";
    if (!("serviceWorker" in navigator) || !("caches" in self)) return "unsupported";
    try {
      await caches.keys();
      registration = await navigator.serviceWorker.register(new URL("sw.js", root), {
        scope: root.pathname, updateViaCache: "none",
      });
    } catch (refused) {
      registration = await navigator.serviceWorker.getRegistration(root).catch(() => null);
      if (!registration && refused.name === "TypeError") return "unreached";
    }
    return registration ? "" : "denied";
  }

  /** Waits until the newest worker has taken over. */
  async function settled() {
    const coming = registration.installing || registration.waiting;
    if (!coming) return;
    await within(new Promise((resolve) => {
      const look = () => ["activated", "redundant"].includes(coming.state) && resolve();
      coming.addEventListener("statechange", look);
      look();
    }), HOLD).catch(() => {});
  }

  /** Looks for a newer release; without a network there is none. */
  async function look() {
    await settled();
    await within(registration.update(), HOLD).catch(() => {});
    await settled();
  }

  /**
   * Has the worker do something.
   * @param {Object} message its `task`, and what it needs
   * @param {(share: number) => void} [tell] is told how far it is
   */
  function ask(message, tell) {
    return new Promise((resolve, reject) => {
      const {port1, port2} = new MessageChannel();
      const give = () => reject({fault: "network"});
      let timer = setTimeout(give, 6 * HOLD);
      port1.onmessage = ({data}) => {
        clearTimeout(timer);
        if (data.share !== undefined) {
          timer = setTimeout(give, 6 * HOLD);
          if (tell) tell(data.share);
          return;
        }
        port1.close();
        if (data.fault) reject(data);
        else resolve(data.result);
      };
      if (registration.active) registration.active.postMessage(message, [port2]);
      else reject({fault: "denied"});
    });
  }

  /** @returns {Promise<Object>} what is stored, with what only a page can know of it */
  async function status() {
    const seen = await ask({task: "status"});
    seen.lost = !seen.stored && recall("localStorage", KNOWN) !== null;
    seen.kept = await Promise.resolve(navigator.storage?.persisted?.()).catch(() => false);
    if (seen.stored) remember("localStorage", KNOWN, seen.stored.release);
    return seen;
  }

  /** Whether a size fits into what the browser grants; it is tried where the browser says nothing. */
  async function fits(size) {
    const said = await Promise.resolve(navigator.storage?.estimate?.()).catch(() => null);
    return !said || !said.quota || said.quota - said.usage > size;
  }

  /**
   * Stores everything, and the files chosen besides.
   * @param {?string[]} chosen null for the same as before
   */
  async function store(chosen, tell) {
    const {release, stored} = await ask({task: "status"});
    if (!stored && !await fits(release.size)) throw {fault: "full"};
    await Promise.resolve(navigator.storage?.persist?.()).catch(() => false);
    try {
      await ask({task: "store", chosen}, tell);
    } catch (error) {
      if (error.fault !== "changed") throw error;
      await look();
      await ask({task: "store", chosen}, tell);
    }
  }

  async function remove() {
    await ask({task: "remove"});
    remember("localStorage", KNOWN, null);
  }

  /** Mends a stock that lost something, and prepares a newer release aside. */
  async function mend({stored, release, ready}) {
    if (!stored || ready || (stored.release === release.release && !stored.missing)) return false;
    if (navigator.connection?.saveData && stored.release !== release.release) return false;
    await ask({task: "store", chosen: null});
    return true;
  }

  async function start() {
    const reason = await unable();
    if (reason) {
      offline.show({unable: reason});
      return;
    }
    await settled();
    begin();
    offline.show(await status());
    await look();
    const now = await status();
    offline.show(now);
    try {
      if (await mend(now)) offline.show(await status());
    } catch (error) {
      // A network that is not there is no news; the next start tries again.
      if (error.fault !== "network") offline.show({...now, fault: error.fault});
    }
  }

  /** A worker that took itself away has left no registration. */
  async function failed({fault}) {
    const left = await navigator.serviceWorker.getRegistration(root).catch(() => true);
    offline.show({unable: fault === "withdrawn" || !left ? "withdrawn" : "denied"});
  }

  /** On a disk a folder does not open by itself: links lead to its page. */
  function fromDisk() {
    addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a[href]");
      if (!link || link.protocol !== "file:" || !link.pathname.endsWith("/")) return;
      link.pathname += "index.html";
    }, true);
  }

  function withdraw() {
    navigator.serviceWorker?.getRegistration(root).then(async (found) => {
      if (!found || found.scope !== root.href) return;
      for (const name of await caches.keys()) {
        if (name.startsWith(`rulebook ${root.pathname} `)) await caches.delete(name);
      }
      await found.unregister();
    }).catch(() => {});
    remember("localStorage", KNOWN, null);
  }

  Object.assign(offline, {
    root, ask, status, store, remove,
    turn: () => ask({task: "turn"}),
    isLater: (release) => recall("sessionStorage", LATER) === release,
    later: (release) => remember("sessionStorage", LATER, release),
  });

  if (location.protocol === "file:") fromDisk();
  addEventListener("load", () => {
    if (location.protocol === "file:") {
      offline.show({unable: "disk"});
    } else if (offline.withdrawn) {
      withdraw();
      offline.show({unable: "withdrawn"});
    } else {
      navigator.serviceWorker?.addEventListener("message", ({data}) => {
        if (data && data.rulebook === "turned") location.reload();
      });
      setTimeout(() => start().catch(failed));
    }
  });
})(self.rulebookOffline);
