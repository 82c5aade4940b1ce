import type { NoteNotice } from "../../core/notices/note-notice.ts";
import { moveShownNotice } from "../../core/notices/notice-store.server.ts";
import { recordSources } from "../../core/records/record-sources.ts";
import { confirmWithin } from "../../core/subscriptions/subscription.ts";
import { createSubscriptions, type Subscriptions } from "../../core/subscriptions/subscriptions.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { createRequestConfirmation, listRequestEmails } from "./email-intents.server.ts";
import { createRequestReference } from "./enter-request.server.ts";
import type { PostedRequest } from "./rules.ts";
import { insertPrivacyRequest } from "./store.server.ts";
import {
	insertWish,
	noteRecordOfWish,
	toRequestWish,
	wishTables,
	type RequestWish,
	type Wish,
} from "./wish-store.server.ts";

/** The actions of people on requests about their own data: nothing is a request before the holder of the address has confirmed it. */
export type PrivacyRequests = Omit<Subscriptions<Wish, RequestWish>, "request"> & {
	/**
	 * Accepts a form and asks its address to confirm it, as createSubscriptions does.
	 * @param posted with the version of the notice that the form showed
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	ask(posted: PostedRequest & { notice: string | undefined }): Promise<void>;
};

/** Creates the functions of privacy requests for one server. */
export function createPrivacyRequests({
	privacyEmail,
	...deps
}: {
	database: Database;
	clock: Clock;
	/** Of the privacy contact. */
	privacyEmail: string;
	messageIdDomain: string;
	onEmails(): void;
	noteNotice: NoteNotice;
}): PrivacyRequests {
	const { messageIdDomain } = deps;
	const { request, ...others } = createSubscriptions<Wish, RequestWish>(
		{
			tables: wishTables,
			prefix: "PRW",
			names: "privacy requests",
			form: "privacy-requests",
			keyReused: "was used for another request before",
			read: toRequestWish,
			isSame: (one, wish) => one.requestKind === wish.requestKind && one.message === wish.message,
			insert: insertWish,
			createConfirmation: createRequestConfirmation,
			// Until then its link shows what became of it.
			endOf: (now) => now.add(confirmWithin),
			async onConfirmed(transaction, { reference, requestKind, name, email, message }, now) {
				const record = await createRequestReference(transaction);
				await insertPrivacyRequest(transaction, {
					reference: record,
					receivedAt: now,
					requestKind,
					name,
					email,
					phone: "",
					message,
					state: "received",
					source: recordSources.site.key,
					consent: "",
				});
				await noteRecordOfWish(transaction, reference, record);
				await moveShownNotice(transaction, { from: reference, to: record });
				await enqueueEmails(transaction, listRequestEmails({ reference: record, email }, { privacyEmail }), {
					now,
					messageIdDomain,
				});
			},
		},
		deps,
	);
	return {
		...others,
		async ask({ email, notice, ...wish }) {
			await request(email.toLowerCase(), wish, { notice, body: { email, ...wish } });
		},
	};
}
