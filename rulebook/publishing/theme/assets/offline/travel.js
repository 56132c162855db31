/**
 * Fetching for the stock: nothing waits for ever, and nothing is taken that is not what the release
 * says it is.
 */
(function (offline) {
  "use strict";

  const SILENCE = 20000;

  /** What went wrong, in a word for which the page has a sentence. */
  class Fault extends Error {
    /** @param {"network" | "changed" | "full" | "denied" | "stopped"} code */
    constructor(code, detail) {
      super(detail || code);
      this.code = code;
    }
  }

  /** @returns {Fault} any error as a fault */
  function faultOf(error) {
    if (error instanceof Fault) return error;
    const codes = {QuotaExceededError: "full", AbortError: "stopped", TypeError: "network"};
    return new Fault(codes[error.name] || "denied", String(error));
  }

  /**
   * The bytes of an address. A server that falls silent is given up.
   * @param {AbortSignal} signal stops it
   * @param {(bytes: number) => void} [came] is told of every piece
   */
  async function bytesOf(address, mode, signal, came) {
    const own = new AbortController();
    const stop = () => own.abort();
    let timer = setTimeout(stop, SILENCE);
    signal.addEventListener("abort", stop);
    try {
      if (signal.aborted) throw new Fault("stopped");
      const response = await fetch(address, {cache: mode, credentials: "same-origin", signal: own.signal});
      if (response.status === 404 || response.status === 410) throw new Fault("changed", address);
      if (!response.ok) throw new Fault("network", `${response.status} ${address}`);
      const parts = [];
      const reader = response.body.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        parts.push(next.value);
        if (came) came(next.value.length);
        clearTimeout(timer);
        timer = setTimeout(stop, SILENCE);
      }
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    } catch (error) {
      own.abort();  // what is not read would keep its line to the host busy
      if (error instanceof Fault) throw error;
      throw new Fault(signal.aborted ? "stopped" : "network", String(error));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  }

  /** @returns {Promise<string>} the sum by which a file is known, as `pack.py` makes it */
  async function sumOf(bytes) {
    const whole = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...whole.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /**
   * A file of the release, whatever a cache on the way may hold.
   * @returns {Promise<Uint8Array>}
   */
  async function travel(path, sum, signal, came) {
    const address = offline.addressOf(path);
    for (const mode of ["no-cache", "reload"]) {
      const bytes = await bytesOf(address, mode, signal, came);
      if (await sumOf(bytes) === sum) return bytes;
    }
    throw new Fault("changed", address);
  }

  const BETWEEN = "\x7f";

  /** @returns {string[]} the pieces of a bundle */
  const piecesOf = (bundle) => bundle.pieces.split(BETWEEN);
  const parsed = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

  /**
   * The files of a bundle; the twin of `unpacked`.
   * @param {Uint8Array} bytes the bundle
   * @param {string[]} common the pieces that all bundles share
   * @returns {Map<string, string | Uint8Array>}
   */
  function unpack(bytes, common) {
    const bundle = parsed(bytes);
    const own = piecesOf(bundle);
    const found = new Map();
    let taken = 0;
    for (const [path, row] of Object.entries(bundle.files)) {
      let text = "";
      for (let at = 0; at < row.length; at += 1) {
        const place = row[at];
        if (place < 0) {
          for (const end = taken - place; taken < end; taken += 1) text += own[taken];
          continue;
        }
        const pieces = place % 2 ? common : own;
        const start = Math.floor(place / 2);
        const end = start + row[at += 1];
        for (let piece = start; piece < end; piece += 1) text += pieces[piece];
      }
      found.set(path, text);
    }
    for (const [path, text] of Object.entries(bundle.binary)) {
      found.set(path, Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
    }
    return found;
  }

  Object.assign(offline, {Fault, faultOf, travel, parsed, piecesOf, unpack});
})(self.rulebookOffline);
