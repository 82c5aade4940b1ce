import { listLowerCaseAddresses } from "../../core/people/list-addresses.ts";
import { subtractMonths, type PersonalRecords } from "../../core/people/personal-records.ts";
import type { Company } from "../../shared/company.ts";
import { describeSender } from "./describe-sender.server.ts";
import { deleteEnquiries, listEnquiriesOf, listEnquiryReferences } from "./store.server.ts";

/** Enquiries are kept for their term from the day they came. */
export function createEnquiryPersonalData(
	retentionMonths: number,
	{ timeZone }: Pick<Company, "timeZone">,
): PersonalRecords {
	return {
		kind: "enquiries",
		name: "enquiry",
		names: "enquiries",
		listExpired: (db, { now, limit }) =>
			listEnquiryReferences(db, { receivedBefore: subtractMonths(now, retentionMonths, timeZone), limit }),
		listOfAddress: (db, email, { before, limit }) =>
			listEnquiryReferences(db, { email, receivedBefore: before, limit }),
		listAddresses: (db, range) => listLowerCaseAddresses(db, "enquiries", range),
		listExisting: (db, among) => listEnquiryReferences(db, { among, limit: among.length }),
		async describe(db, references) {
			const enquiries = await listEnquiriesOf(db, references);
			return enquiries.map((enquiry) => ({
				reference: enquiry.reference,
				email: enquiry.email,
				at: enquiry.receivedAt,
				fields: describeSender(enquiry),
				text: { label: "Message", value: enquiry.message },
				stored: enquiry,
				files: [],
				work: [],
			}));
		},
		delete: async (transaction, references) => ({ count: await deleteEnquiries(transaction, references) }),
	};
}
