import type { LookupFunction } from "node:net";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Transport } from "../../platform/email/transport.ts";
import { postToAddress, UnreachableError } from "../../platform/http/post-to-address.ts";
import { noteAttempt, noteGivenUp } from "./delivery-store.server.ts";
import { signWebhook } from "./signature.server.ts";
import { findWebhookAddressFault, isPrivateHost } from "./webhook-address.ts";
import { deliveryHeader } from "./webhook-renderers.server.ts";
import { findSecrets, findWebhook } from "./webhook-store.server.ts";

const timeoutMs = 10_000;

/** Why a receiver did not take a webhook, without its address. */
class WebhookError extends Error {
	override name = "WebhookError";
}

export type WebhookTransportDeps = {
	database: Database;
	clock: Clock;
	/** Hostnames that may be in a private network, and without TLS. */
	privateHosts: readonly string[];
	/** Resolves hostnames instead of the system. */
	resolve?: LookupFunction;
	/** How long a receiver may take, in milliseconds. */
	responseTimeoutMs?: number;
};

/**
 * Creates the transport that posts events to webhooks, signed as Standard Webhooks defines it. A receiver has an event once it answers with
 * a status of 2xx; a redirect is a failure, because it would lead to an address that nobody has checked.
 */
export function createWebhookTransport({
	database,
	clock,
	privateHosts,
	resolve,
	responseTimeoutMs = timeoutMs,
}: WebhookTransportDeps): Transport {
	return {
		async send({ recipient, text, headers = {} }, signal) {
			const webhook = await findWebhook(database.db, recipient);
			if (!webhook) throw new WebhookError("the webhook no longer exists");
			const { [deliveryHeader]: delivery = "", ...sent } = headers;
			const begunAt = clock.now();
			const seconds = Math.floor(begunAt.epochMilliseconds / 1_000);
			const id = sent["webhook-id"] ?? "";
			const signature = signWebhook(await findSecrets(database.db, recipient, begunAt), { id, seconds, body: text });
			const deadline = AbortSignal.timeout(responseTimeoutMs);
			const begun = performance.now();
			const note = (result: { status: number } | { error: string }) =>
				database.write((transaction) =>
					noteAttempt(transaction, delivery, {
						at: begunAt,
						durationMs: Math.round(performance.now() - begun),
						...result,
					}),
				);
			let status: number;
			try {
				const url = new URL(webhook.url);
				const fault = findWebhookAddressFault(webhook.url, privateHosts);
				if (fault !== undefined) throw new UnreachableError(fault, true);
				status = await postToAddress(
					url,
					{
						headers: {
							"content-type": "application/json; charset=utf-8",
							"user-agent": "front-office webhooks",
							...sent,
							"webhook-timestamp": seconds,
							"webhook-signature": signature,
						},
						body: text,
					},
					{
						allowsPrivateNetworks: isPrivateHost(url, privateHosts),
						signal: AbortSignal.any([signal, deadline]),
						...(resolve && { resolve }),
					},
				);
			} catch (failure) {
				// A server that stops has not been refused.
				if (signal.aborted) throw failure;
				const error = deadline.aborted
					? `takes longer than ${responseTimeoutMs / 1_000} seconds`
					: failure instanceof UnreachableError
						? failure.message
						: "cannot be reached";
				await note({ error });
				throw new WebhookError(`the receiver ${error}`);
			}
			await note({ status });
			if (status < 200 || status >= 300) throw new WebhookError(`the receiver answers with status ${status}`);
		},
		async noteGivenUp(transaction, { parameters }) {
			const { delivery } = z.object({ delivery: z.string() }).parse(parameters);
			await noteGivenUp(transaction, delivery);
		},
		close: () => undefined,
	};
}
