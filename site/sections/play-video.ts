/** Replaces the pressed picture of a video by its player; with a key that opens links elsewhere, the link works as any other. */
export function playVideoOnPress(event: MouseEvent): void {
	const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-embed]") : null;
	if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
	event.preventDefault();
	if (mayFrame()) {
		play(link);
		return;
	}
	history.replaceState({ ...history.state, plays: link.parentElement?.id }, "");
	location.reload();
}

/** Plays the video for whose sake the page was loaded again. */
export function playVideoAgain(text: Element): void {
	const { plays, ...state } = (history.state ?? {}) as { plays?: string };
	if (plays === undefined) return;
	history.replaceState(state, "");
	const link = [...text.querySelectorAll<HTMLAnchorElement>("a[data-embed]")].find(
		({ parentElement }) => parentElement?.id === plays,
	);
	if (link) play(link);
}

/** The policy of the loaded document decides which players may be framed: after a navigation by script it is that of another page. */
function mayFrame(): boolean {
	const [loaded] = performance.getEntriesByType("navigation");
	return loaded !== undefined && new URL(loaded.name).pathname === location.pathname;
}

function play(link: HTMLAnchorElement): void {
	const player = document.createElement("iframe");
	player.src = link.dataset["embed"] ?? "";
	player.title = link.querySelector("img")?.alt ?? link.querySelector(".video-title")?.textContent ?? "Video";
	player.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
	player.allowFullscreen = true;
	link.replaceWith(player);
	player.focus();
}
