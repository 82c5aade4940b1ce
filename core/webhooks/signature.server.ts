import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** Creates the secret of a webhook: 256 random bits, as Standard Webhooks writes them. */
export function createWebhookSecret(): string {
	return prefix + randomBytes(32).toString("base64");
}

/**
 * Returns the value of the header webhook-signature, as Standard Webhooks defines it: a signature by each secret, separated by spaces.
 *
 * @param seconds when the request is sent, in seconds since 1970
 */
export function signWebhook(
	secrets: readonly string[],
	{ id, seconds, body }: { id: string; seconds: number; body: string },
): string {
	return secrets
		.map((secret) => {
			const key = Buffer.from(secret.slice(prefix.length), "base64");
			return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
		})
		.join(" ");
}
