import { request as askHttp, type IncomingMessage } from "node:http";
import { request as askHttps } from "node:https";
import type { Database } from "../../platform/database/database.ts";
import { EmailRefusedError, type Transport } from "../../platform/email/transport.ts";
import { filterAddress, isAddressRefused } from "../../platform/http/filter-address.ts";
import { deleteSubscription, findPushKeys, findSubscription } from "./subscriptions.server.ts";

const timeoutMs = 10_000;
/** The browser has ended the subscription (RFC 8030, section 7.3). */
const goneStatuses = [404, 410];

/** Why a push service did not take a message, without its address. */
class PushServiceError extends Error {
	override name = "PushServiceError";
}

export type PushTransportDeps = {
	database: Database;
	/** Returns the company's address, at which the operators of a push service can reach it (RFC 8292, section 2.1). */
	getContact(): string;
	allowsPrivateNetworks: boolean;
};

/**
 * Creates the transport that hands messages to the push services of members' browsers: encrypted for the browser alone (RFC 8291) and
 * signed with the installation's keys. A subscription that its service no longer knows is deleted.
 */
export function createPushTransport({ database, getContact, allowsPrivateNetworks }: PushTransportDeps): Transport {
	return {
		async send({ recipient, text, headers = {} }, signal) {
			const subscription = await findSubscription(database.db, recipient);
			if (!subscription) throw new EmailRefusedError(new Error("the device gets no notifications any more"), true);
			const { endpoint, p256dh, auth } = subscription;
			const { default: webPush } = await import("web-push");
			const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
				vapidDetails: { subject: `mailto:${getContact()}`, ...(await findPushKeys(database.db)) },
				contentEncoding: "aes128gcm",
			});
			const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
			const status = await post(
				new URL(endpoint),
				{ headers: { ...details.headers, ...headers }, body: details.body },
				{ allowsPrivateNetworks, signal: ending },
			);
			if (status >= 200 && status < 300) return;
			if (goneStatuses.includes(status)) await deleteSubscription(database.db, { id: recipient });
			const error = new PushServiceError(`the push service returns status ${status}`);
			throw status === 429 || status >= 500 ? error : new EmailRefusedError(error, true);
		},
		close: () => undefined,
	};
}

/** Returns the status of the response; its body is not read, and no redirect is followed. */
async function post(
	url: URL,
	{ headers, body }: { headers: Record<string, unknown>; body: Buffer | null },
	{ allowsPrivateNetworks, signal }: { allowsPrivateNetworks: boolean; signal: AbortSignal },
): Promise<number> {
	try {
		const response = await new Promise<IncomingMessage>((resolve, reject) => {
			const ask = url.protocol === "https:" ? askHttps : askHttp;
			const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
			ask(url, { method: "POST", ...filterAddress(url, { allowsPrivateNetworks }), headers: sent, signal }, resolve)
				.on("error", reject)
				.end(body);
		});
		response.destroy();
		return response.statusCode ?? 0;
	} catch (error) {
		// The driver's message may hold the address, which lets its holder send messages.
		if (isAddressRefused(error)) throw new EmailRefusedError(new PushServiceError("the address is not public"), true);
		const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
		throw new PushServiceError(`the push service cannot be reached${code}`);
	}
}
