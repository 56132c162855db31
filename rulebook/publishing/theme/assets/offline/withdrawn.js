/**
 * The worker of a release that offers no offline copy any more: it removes what earlier releases
 * stored, and then itself. Pages that are still held by a cache on the way bring it again and
 * again; they are told, and told to start anew only where something was removed.
 */
addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => event.waitUntil((async () => {
  const names = await self.rulebookOffline.ownNames();
  for (const name of names) await caches.delete(name);
  const open = await clients.matchAll({type: "window", includeUncontrolled: true});
  await registration.unregister();
  if (names.length) for (const client of open) client.postMessage({rulebook: "turned"});
})()));

addEventListener("message", ({ports: [port]}) => {
  if (port) port.postMessage({fault: "withdrawn"});
});
