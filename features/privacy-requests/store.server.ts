import type { Selectable } from "kysely";
import { registerRecord, type NewRecord, type RecordStart } from "../../core/records/record-store.server.ts";
import { createSentStore } from "../../core/records/sent-store.server.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { listDigits } from "../../shared/latin-digits.ts";
import { requestNames } from "./request-names.ts";

/** quarantined: suspected spam, of the requests that came by e-mail. */
export type RequestState = "received" | "quarantined";

type PrivacyRequestsTable = {
	id: string;
	reference: string;
	receivedAt: string;
	/** Key of a kind; empty while a member has not found it out. */
	requestKind: string;
	name: string;
	email: string;
	phone: string;
	message: string;
	state: RequestState;
	source: string;
	/** How the person agreed to the storage, in a member's words; empty where they sent it themselves. */
	consent: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		privacyRequests: PrivacyRequestsTable;
	}
}

/** A request of a person about their own data. An entry of a member may lack an address or a number. */
export type PrivacyRequest = Omit<PrivacyRequestsTable, "id" | "receivedAt"> & { receivedAt: Temporal.Instant };

/** Stores a request with staff's side of it. */
export async function insertPrivacyRequest(
	transaction: WriteTransaction,
	request: PrivacyRequest,
	start: RecordStart = {},
): Promise<void> {
	await transaction
		.insertInto("privacyRequests")
		.values({ ...request, id: createOrderedId(), receivedAt: toInstantText(request.receivedAt) })
		.execute();
	await registerRecord(transaction, toNewRecord(request), start);
}

function toNewRecord(request: PrivacyRequest): NewRecord {
	const { reference, receivedAt, requestKind, name, email, phone, message, state, source } = request;
	return {
		kind: requestNames.name,
		reference,
		receivedAt,
		senderName: name,
		senderEmail: email,
		spam: state === "quarantined",
		texts: [phone, listDigits(phone), message],
		topic: requestKind,
		source,
	};
}

function toPrivacyRequest({ id: _id, receivedAt, ...row }: Selectable<PrivacyRequestsTable>): PrivacyRequest {
	return { ...row, receivedAt: Temporal.Instant.from(receivedAt) };
}

export const requestStore = createSentStore("privacyRequests", {
	receivedColumn: "receivedAt",
	toSent: toPrivacyRequest,
	toNewRecord,
});
