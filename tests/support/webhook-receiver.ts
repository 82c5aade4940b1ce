import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { eventTypes } from "../../core/webhooks/event-types.ts";
import type { WebhookSettings } from "../../core/webhooks/webhook-store.server.ts";
import { listen } from "./listen.ts";

/** A webhook that hears of everything; nobody is at its address. */
export const testWebhook: WebhookSettings = {
	url: "https://hooks.example.com/desk",
	description: "Our other program",
	events: [...eventTypes],
	format: "json",
};

/** A request as a receiver gets it. */
export type ReceivedWebhook = { headers: IncomingHttpHeaders; body: string };

/** Starts a receiver of webhooks on loopback, for this test. */
export async function startWebhookReceiver() {
	const received: ReceivedWebhook[] = [];
	let respond = (response: ServerResponse) => void response.writeHead(204).end();
	const server = await listen(
		createServer((request, response) => {
			void text(request).then((body) => {
				received.push({ headers: request.headers, body });
				respond(response);
			});
		}),
	);
	const { port } = server.address() as AddressInfo;
	return {
		received,
		port,
		url: `http://127.0.0.1:${port}/hook`,
		/** Decides how the next requests are answered. */
		answerWith: (next: typeof respond) => (respond = next),
	};
}
