import { hash } from "node:crypto";

/** Creates the ETag of a response's content; weak, because the bytes depend on the compression (RFC 9110, section 8.8.1). */
export function createEtag(content: string): string {
	return `W/"${hash("sha256", content, "base64url").slice(0, 22)}"`;
}
