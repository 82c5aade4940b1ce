import { findEnquiry, listEnquiries, setEnquiryState, type EnquiryRecord } from "../../features/enquiries/store.server.ts";
import { toCsv } from "../csv.ts";
import { holdLetters, releaseLetters } from "../mail/letters-store.ts";
import { countOf, formatFields, formatIndiaTime, formatTable } from "./format.ts";
import type { Inbox, InboxRecords } from "./inbox-records.ts";

/** Enquiries, newest first. */
export const enquiryRecords: InboxRecords = {
	name: "enquiry",
	names: "enquiries",
	prefix: "ENQ",

	async list({ database, limit, quarantinedOnly }) {
		const enquiries = await listEnquiries(database.db, { limit, ...(quarantinedOnly && { state: "quarantined" }) });
		if (enquiries.length === 0) return "No enquiries.\n";
		return formatTable(["Reference", "Received (India)", "Name", "E-mail", "State"], enquiries.map((enquiry) => [
			enquiry.reference, formatIndiaTime(enquiry.receivedAt), `${enquiry.firstName} ${enquiry.lastName}`, enquiry.email, enquiry.state,
		]));
	},

	has: async ({ database }, reference) => (await findEnquiry(database.db, reference)) !== undefined,

	async show(inbox, reference) {
		const enquiry = await getEnquiry(inbox, reference);
		return `${formatFields([
			["Reference", enquiry.reference],
			["Received", `${formatIndiaTime(enquiry.receivedAt)} (India)`],
			["State", enquiry.state],
			["Name", `${enquiry.firstName} ${enquiry.lastName}`],
			["E-mail", enquiry.email],
			["Phone", enquiry.phone || "not given"],
		])}\n${enquiry.message}\n`;
	},

	async release({ database, now }, reference) {
		const released = await database.write(async (transaction) => {
			await setEnquiryState(transaction, reference, "accepted");
			return releaseLetters(transaction, reference, now);
		});
		return `${reference} is out of quarantine. ${released === 0 ? "No letter was held." : `${countOf(released)} will go out within seconds while the server runs.`}\n`;
	},

	async quarantine({ database }, reference) {
		const held = await database.write(async (transaction) => {
			await setEnquiryState(transaction, reference, "quarantined");
			return holdLetters(transaction, reference);
		});
		return `${reference} is in quarantine. ${held === 0 ? "No letter was waiting." : `${countOf(held)} held back.`}\n`;
	},

	async exportAll({ database }) {
		const enquiries = (await listEnquiries(database.db)).map((enquiry) => ({ ...enquiry, receivedAt: enquiry.receivedAt.toString() }));
		return toCsv(["reference", "receivedAt", "state", "firstName", "lastName", "email", "phone", "message"], enquiries);
	},
};

async function getEnquiry({ database }: Inbox, reference: string): Promise<EnquiryRecord> {
	const enquiry = await findEnquiry(database.db, reference);
	if (!enquiry) throw new Error(`There is no enquiry ${reference}`);
	return enquiry;
}
