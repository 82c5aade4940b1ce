// Shows notifications, and nothing else: pages and data are never kept here.

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
	const { title, body, path, tag } = event.data.json();
	event.waitUntil(self.registration.showNotification(title, { body, tag, icon: "/app-icons/192.png", data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	event.waitUntil(openPage(new URL(event.notification.data.path, self.location.origin)));
});

/** Focuses the tab with the page, or opens one. */
async function openPage(url) {
	const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
	const there = windows.find((one) => new URL(one.url).pathname === url.pathname);
	return there ? there.focus() : self.clients.openWindow(url.href);
}
