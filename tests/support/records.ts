import { createEnquiryKind } from "../../features/enquiries/record-kind.server.ts";
import { insertEnquiry, type EnquiryRecord } from "../../features/enquiries/store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Colleague, ListColleagues, RecordKind } from "../../core/records/record-kind.ts";
import { testDesk } from "./desk-facts.ts";
import { createEnquiryRecord } from "./enquiries.ts";

export const testKind: RecordKind = createEnquiryKind({
	stages: testDesk.enquiry.stages,
	salesEmail: "sales@narangi.example",
});

export const meera: Colleague = { id: "account-meera", name: "Meera Iyer", email: "meera@narangi.example" };
export const ravi: Colleague = { id: "account-ravi", name: "Ravi Das", email: "ravi@narangi.example" };
/** Works here, and not with enquiries. */
export const noor: Colleague = { id: "account-noor", name: "Noor Khan", email: "noor@narangi.example" };

export const listTestColleagues: ListColleagues = async (_db, kind) => (kind ? [meera, ravi] : [meera, noor, ravi]);

/** Stores an enquiry, and gives its reference. */
export async function storeEnquiry(database: Database, change: Partial<EnquiryRecord> = {}): Promise<string> {
	const enquiry = createEnquiryRecord(change);
	await database.write((transaction) => insertEnquiry(transaction, enquiry));
	return enquiry.reference;
}
