/**
 * Stands in for the worker on a page opened from a disk, where there are no workers: runs the same
 * scripts on the page itself.
 */
(function () {
  "use strict";
  if (location.protocol !== "file:") return;

  class PageWorker extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const place = new URL(address, document.baseURI);
      const run = (name) => {
        const script = document.createElement("script");
        script.src = new URL(name, place);
        script.async = false;
        document.head.append(script);
        return script;
      };
      const answer = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
      run(place).addEventListener("load", () => {
        this.take = self.rulebookSearch.serve(answer, (names) => names.forEach(run));
        for (const message of this.waiting) this.take(message);
      });
    }

    postMessage(message) {
      self.rulebookMeet(this);
      if (this.take) this.take(message);
      else this.waiting.push(message);
    }
  }

  self.Worker = PageWorker;
})();
