/** A video of a platform, by its link. */
export type LinkedVideo = {
	/** As visitors know it. */
	platform: "YouTube" | "Vimeo";
	id: string;
	/** Address of the player that sets no cookies before it plays. */
	embed: string;
};

const youTubeHosts = new Set(["youtube.com", "www.youtube.com", "m.youtube.com", "www.youtube-nocookie.com"]);

/** Reads a link to a video on YouTube or Vimeo, in any of the forms that they give; undefined for other links. */
export function readVideoLink(href: string): LinkedVideo | undefined {
	const url = URL.parse(href);
	if (url?.protocol !== "https:" && url?.protocol !== "http:") return undefined;
	if (url.hostname === "youtu.be" || youTubeHosts.has(url.hostname)) {
		const [, id] =
			/^\/(?:(?:shorts|embed|live)\/)?([\w-]{11})$/.exec(
				url.pathname === "/watch" ? `/${url.searchParams.get("v") ?? ""}` : url.pathname,
			) ?? [];
		if (id === undefined) return undefined;
		const [, start] = /^(\d{1,5})s?$/.exec(url.searchParams.get("t") ?? "") ?? [];
		const query = start === undefined ? "?autoplay=1" : `?autoplay=1&start=${start}`;
		return { platform: "YouTube", id, embed: `https://www.youtube-nocookie.com/embed/${id}${query}` };
	}
	if (url.hostname === "vimeo.com" || url.hostname === "www.vimeo.com" || url.hostname === "player.vimeo.com") {
		const [, id, key] = /^\/(?:video\/)?(\d{5,12})(?:\/([\da-f]{6,20}))?$/.exec(url.pathname) ?? [];
		if (id === undefined) return undefined;
		const unlisted = key ?? /^[\da-f]{6,20}$/.exec(url.searchParams.get("h") ?? "")?.[0];
		const query = unlisted === undefined ? "?autoplay=1&dnt=1" : `?autoplay=1&dnt=1&h=${unlisted}`;
		return { platform: "Vimeo", id, embed: `https://player.vimeo.com/video/${id}${query}` };
	}
	return undefined;
}
