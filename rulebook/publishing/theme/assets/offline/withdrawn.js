/**
 * The worker of a release that offers no offline copy any more: it removes what earlier releases
 * stored, and then itself.
 */
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await self.rulebookOffline.ownNames()) await caches.delete(name);
  const open = await clients.matchAll({type: "window", includeUncontrolled: true});
  await registration.unregister();
  for (const client of open) client.postMessage({rulebook: "turned"});
})()));
