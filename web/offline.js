// The page as an installed app: its files are kept in this browser, and shown from there while the
// server is away. The server's answers are never kept: without it nothing is computed.
const KEPT = "zermelo";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const {pathname, origin, searchParams} = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/") || searchParams.has("token")) return;
  event.respondWith((async () => {
    const files = await caches.open(KEPT);
    try {
      const reply = await fetch(event.request);
      if (reply.ok) await files.put(event.request, reply.clone());
      return reply;
    } catch (error) {
      const kept = await files.match(event.request, {ignoreSearch: true});
      if (kept) return kept;
      throw error;
    }
  })());
});
