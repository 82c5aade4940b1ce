import { randomBytes } from "node:crypto";
import type { HostVideo } from "./host-store.server.ts";

/** Makes where a call takes place: a fixed place, or a new room that nobody can guess. Undefined where that is not known. */
export function createVideoUrl(
	video: HostVideo,
	{ videoRoomsUrl }: { /** Without a slash at the end. */ videoRoomsUrl: string },
): string | undefined {
	if (video.kind === "none") return undefined;
	if (video.kind === "fixed") return video.url;
	// From a to p alone: services of this kind take other signs for something of their own.
	const name = Array.from(randomBytes(24), (byte) => "abcdefghijklmnop"[byte % 16]).join("");
	return `${videoRoomsUrl}/call-${name}`;
}
