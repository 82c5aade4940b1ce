import { listLowerCaseAddresses } from "../../platform/retention/list-addresses.ts";
import { subtractMonths, type PersonalRecords } from "../../platform/retention/personal-records.ts";
import type { Company } from "../../shared/company.ts";
import { deleteEnquiries, listEnquiryReferences } from "./store.server.ts";

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
		delete: async (transaction, references) => ({ count: await deleteEnquiries(transaction, references) }),
	};
}
