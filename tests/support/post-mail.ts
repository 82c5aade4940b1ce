import { createHmac } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";

/** Sends a raw message to the entrance of a mailbox, signed as docs/product/desk.md, Over HTTP says. */
export function postMail(
	{ url, clock }: { url: string; clock: Clock },
	{
		mailbox,
		secret,
		raw,
		minutesAgo = 0,
	}: { mailbox: string; secret: string; raw: string | Buffer; minutesAgo?: number },
): Promise<Response> {
	const timestamp = String(Math.floor(clock.now().subtract({ minutes: minutesAgo }).epochMilliseconds / 1_000));
	const signature = createHmac("sha256", secret).update(`m1.${timestamp}.`).update(raw).digest("base64");
	return fetch(`${url}/mail/${mailbox}`, {
		method: "POST",
		body: typeof raw === "string" ? raw : new Uint8Array(raw),
		headers: {
			"content-type": "message/rfc822",
			"webhook-id": "m1",
			"webhook-timestamp": timestamp,
			"webhook-signature": `v1,${signature}`,
		},
	});
}
