import { createHash } from "node:crypto";

/** An ETag of what an answer holds; a weak one, since its bytes differ with its compression (RFC 9110, section 8.8.1). */
export function createEtag(content: string): string {
	return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}
