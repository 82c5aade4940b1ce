import { createHash } from "node:crypto";

/** A strong ETag of what an answer holds. */
export function createEtag(content: string): string {
	return `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}
