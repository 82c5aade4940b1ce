import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { hashToken } from "../../platform/ids/secret-token.ts";
import { writeOwnEntry } from "../accounts/audit-log.server.ts";
import { describeDevice, type Browser } from "../accounts/browser.server.ts";
import type { SignedIn } from "../accounts/signed-in.server.ts";
import { findPushChoices, setPushChoices, type PushTopic } from "./push-choices.server.ts";
import { deleteSubscription, findPushKeys, listSubscriptions, saveSubscription } from "./subscriptions.server.ts";

/** A device that gets a member's notifications. */
export type OwnDevice = { id: string; name: string; since: Temporal.Instant; isThis: boolean };

/** Members' choices about notifications on their devices. */
export type OwnDevices = {
	/** The public key with which a browser subscribes, in base64url. */
	findKey(): Promise<string>;
	list(signedIn: SignedIn, browser: Browser): Promise<OwnDevice[]>;
	/**
	 * Turns notifications on for the browser.
	 * @param subscription PushSubscription of the browser, as JSON
	 * @returns false when it is not one to which messages may be sent
	 */
	turnOn(signedIn: SignedIn, browser: Browser, subscription: string): Promise<boolean>;
	/** Turns them off for a device; false when there is none. */
	turnOff(signedIn: SignedIn, id: string): Promise<boolean>;
	findChoices(signedIn: SignedIn): Promise<PushTopic[]>;
	setChoices(signedIn: SignedIn, topics: readonly PushTopic[]): Promise<void>;
};

/** A point of the curve P-256 has 65 bytes, and the secret 16. */
const subscriptionSchema = z
	.string()
	.max(2_000)
	.transform((text, context): unknown => {
		try {
			return JSON.parse(text);
		} catch {
			context.addIssue({ code: "custom", message: "must be JSON" });
			return z.NEVER;
		}
	})
	.pipe(
		z.object({
			endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
			keys: z.object({
				p256dh: z.string().regex(/^[\w-]{87}=?$/),
				auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
			}),
		}),
	);

/** Creates the choices of members; the endpoint of a browser is HTTPS, unless private networks are allowed. */
export function createOwnDevices({
	database,
	clock,
	allowsPrivateNetworks,
}: {
	database: Database;
	clock: Clock;
	allowsPrivateNetworks: boolean;
}): OwnDevices {
	return {
		findKey: async () => (await findPushKeys(database.db)).publicKey,

		async list(signedIn, browser) {
			const subscriptions = await listSubscriptions(database.db, [signedIn.account.id]);
			const here = nameBrowser(signedIn, browser);
			return subscriptions.map(({ id, device, createdAt, deviceHash }) => ({
				id,
				name: device,
				since: Temporal.Instant.from(createdAt),
				isThis: deviceHash === here,
			}));
		},

		async turnOn(signedIn, browser, text) {
			const { account, session } = signedIn;
			const { data } = subscriptionSchema.safeParse(text);
			if (!data || (data.endpoint.startsWith("http:") && !allowsPrivateNetworks)) return false;
			const subscription = {
				accountId: account.id,
				sessionId: session.id,
				deviceHash: nameBrowser(signedIn, browser),
				device: describeDevice(browser.userAgent),
				endpoint: data.endpoint,
				...data.keys,
			};
			await database.write(async (transaction) => {
				const now = clock.now();
				await saveSubscription(transaction, subscription, now);
				await writeOwnEntry(transaction, account.id, { action: "account.device-notifications-on" }, now);
			});
			return true;
		},

		turnOff: ({ account }, id) =>
			database.write(async (transaction) => {
				const isDeleted = await deleteSubscription(transaction, { id, accountId: account.id });
				if (isDeleted)
					await writeOwnEntry(transaction, account.id, { action: "account.device-notifications-off" }, clock.now());
				return isDeleted;
			}),

		findChoices: ({ account }) => findPushChoices(database.db, account.id),

		setChoices: ({ account }, topics) =>
			database.write(async (transaction) => {
				await setPushChoices(transaction, account.id, topics);
				const action = "account.device-notifications-changed";
				await writeOwnEntry(transaction, account.id, { action, details: { topics: topics.join(",") } }, clock.now());
			}),
	};
}

/** Names the browser by its cookie, which stays when sessions end. */
function nameBrowser({ session }: SignedIn, { device }: Browser): string {
	return hashToken(device ?? session.id);
}
