import { randomBytes } from "node:crypto";
import type { HostVideo } from "./host-store.server.ts";

/** Returns the address of a call: the host's own room, or a new room that cannot be guessed. Undefined when unknown. */
export function createVideoUrl(
	video: HostVideo,
	{ videoRoomsUrl }: { /** Without a slash at the end. */ videoRoomsUrl: string },
): string | undefined {
	if (video.kind === "none") return undefined;
	if (video.kind === "fixed") return video.url;
	// Only a to p: video services give other characters a meaning.
	const name = Array.from(randomBytes(24), (byte) => "abcdefghijklmnop"[byte % 16]).join("");
	return `${videoRoomsUrl}/call-${name}`;
}
