import { insertEnquiry, type EnquiryRecord } from "../../features/enquiries/store.server.ts";
import type { Database } from "../../platform/database/database.ts";

/** An enquiry as the store takes it. */
export function createEnquiryRecord(change: Partial<EnquiryRecord> = {}): EnquiryRecord {
	return {
		reference: "ENQ-7K3F9QXM",
		receivedAt: Temporal.Instant.from("2026-11-23T06:00:00Z"),
		state: "accepted",
		firstName: "Asha",
		lastName: "Rao",
		email: "asha@visitor.example",
		phone: "+91 98100 00000",
		message: "We need an app.\nSoon.",
		source: "site",
		consent: "",
		...change,
	};
}

/** Stores an enquiry and returns its reference. */
export async function storeEnquiry(database: Database, change: Partial<EnquiryRecord> = {}): Promise<string> {
	const enquiry = createEnquiryRecord(change);
	await database.write((transaction) => insertEnquiry(transaction, enquiry));
	return enquiry.reference;
}
