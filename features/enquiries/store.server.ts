import type { Generated, Selectable } from "kysely";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { recordSources } from "../../core/records/record-sources.ts";
import { registerRecord, type NewRecord } from "../../core/records/record-store.server.ts";
import { joinName } from "../../core/records/split-name.ts";
import { createSentStore } from "../../core/records/sent-store.server.ts";
import type { Enquiry } from "./rules.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { enquiryNames } from "./enquiry-names.ts";

/** quarantined: suspected spam; its e-mails are held until it is released. */
export type EnquiryState = "accepted" | "quarantined";

type EnquiriesTable = {
	id: string;
	reference: string;
	receivedAt: string;
	firstName: string;
	lastName: string;
	email: string;
	phone: string;
	message: string;
	state: EnquiryState;
	/** Null in enquiries of earlier releases, which came by the site. */
	source: Generated<string | null>;
	consent: Generated<string | null>;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		enquiries: EnquiriesTable;
	}
}

/** An enquiry as it is stored. Without the site's form it may lack a name, an address or a number. */
export type EnquiryRecord = Enquiry & {
	reference: string;
	receivedAt: Temporal.Instant;
	state: EnquiryState;
	/** Key of its source. */
	source: string;
	/** How the sender agreed to the storage, in a member's words; empty where they sent it themselves. */
	consent: string;
};

/** Stores a new enquiry with staff's side of it. */
export async function insertEnquiry(transaction: WriteTransaction, enquiry: EnquiryRecord): Promise<void> {
	await transaction
		.insertInto("enquiries")
		.values({ ...enquiry, id: createOrderedId(), receivedAt: toInstantText(enquiry.receivedAt) })
		.execute();
	await registerRecord(transaction, toNewRecord(enquiry));
}

function toNewRecord(enquiry: EnquiryRecord): NewRecord {
	const { reference, receivedAt, email, phone, message, state, source } = enquiry;
	return {
		kind: enquiryNames.name,
		reference,
		receivedAt,
		senderName: joinName(enquiry),
		senderEmail: email,
		spam: state === "quarantined",
		texts: [phone, phone.replaceAll(/\D/g, ""), message],
		source,
	};
}

function toEnquiryRecord({ id, receivedAt, source, consent, ...row }: Selectable<EnquiriesTable>): EnquiryRecord {
	return {
		...row,
		receivedAt: Temporal.Instant.from(receivedAt),
		source: source ?? recordSources.site.key,
		consent: consent ?? "",
	};
}

export const enquiryStore = createSentStore("enquiries", {
	receivedColumn: "receivedAt",
	toSent: toEnquiryRecord,
	toNewRecord,
});
