import type { Database } from "../../platform/database/database.ts";
import { EmailRefusedError, type Transport } from "../../platform/email/transport.ts";
import { postToAddress, UnreachableError } from "../../platform/http/post-to-address.ts";
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
 * Creates the transport that hands messages to the push services of members' browsers: encrypted for that browser only (RFC 8291) and
 * signed with the installation's keys. A subscription that its service no longer knows is deleted.
 */
export function createPushTransport({ database, getContact, allowsPrivateNetworks }: PushTransportDeps): Transport {
	return {
		async send({ recipient, text, headers = {} }, signal) {
			const subscription = await findSubscription(database.db, recipient);
			if (!subscription) throw new EmailRefusedError(new Error("the device no longer gets notifications"), true);
			const { endpoint, p256dh, auth } = subscription;
			const { default: webPush } = await import("web-push");
			const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
				vapidDetails: { subject: `mailto:${getContact()}`, ...(await findPushKeys(database.db)) },
				contentEncoding: "aes128gcm",
			});
			const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
			const status = await postToAddress(
				new URL(endpoint),
				{ headers: { ...details.headers, ...headers }, body: details.body },
				{ allowsPrivateNetworks, signal: ending },
			).catch((error: unknown) => {
				if (!(error instanceof UnreachableError)) throw error;
				if (error.isRefused) throw new EmailRefusedError(new PushServiceError(error.message), true);
				throw new PushServiceError(`the push service ${error.message}`);
			});
			if (status >= 200 && status < 300) return;
			if (goneStatuses.includes(status)) await deleteSubscription(database.db, { id: recipient });
			const error = new PushServiceError(`the push service returns status ${status}`);
			throw status === 429 || status >= 500 ? error : new EmailRefusedError(error, true);
		},
		close: () => undefined,
	};
}
