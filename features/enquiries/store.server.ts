import type { Selectable } from "kysely";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { registerRecord, type NewRecord } from "../../core/records/record-store.server.ts";
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
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		enquiries: EnquiriesTable;
	}
}

/** An enquiry as it is stored. */
export type EnquiryRecord = Enquiry & { reference: string; receivedAt: Temporal.Instant; state: EnquiryState };

/** Stores a new enquiry with staff's side of it. */
export async function insertEnquiry(transaction: WriteTransaction, enquiry: EnquiryRecord): Promise<void> {
	await transaction
		.insertInto("enquiries")
		.values({ ...enquiry, id: createOrderedId(), receivedAt: toInstantText(enquiry.receivedAt) })
		.execute();
	await registerRecord(transaction, toNewRecord(enquiry));
}

function toNewRecord(enquiry: EnquiryRecord): NewRecord {
	const { reference, receivedAt, firstName, lastName, email, phone, message, state } = enquiry;
	return {
		kind: enquiryNames.name,
		reference,
		receivedAt,
		senderName: `${firstName} ${lastName}`,
		senderEmail: email,
		spam: state === "quarantined",
		texts: [phone, phone.replaceAll(/\D/g, ""), message],
	};
}

function toEnquiryRecord({ id, receivedAt, ...row }: Selectable<EnquiriesTable>): EnquiryRecord {
	return { ...row, receivedAt: Temporal.Instant.from(receivedAt) };
}

export const enquiryStore = createSentStore("enquiries", {
	receivedColumn: "receivedAt",
	toSent: toEnquiryRecord,
	toNewRecord,
});
