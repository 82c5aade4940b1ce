import { describeQuarantine, describeRelease } from "../../core/records/describe-outcomes.ts";
import type { RecordFilter, StaffRecords } from "../../core/records/staff-records.ts";
import { describeSender } from "./describe-sender.server.ts";
import { enquiryFieldNames } from "./enquiry-fields.ts";
import {
	countEnquiries,
	findEnquiry,
	listEnquiries,
	listEnquiriesAfter,
	setEnquiryState,
	type EnquiryFilter,
} from "./store.server.ts";
import { countReceivedRecords } from "../../core/records/record-store.server.ts";
import type { Company } from "../../shared/company.ts";
import { readAll, toCsv } from "../../platform/csv.ts";
import { holdEmails, releaseEmails } from "../../platform/email/unsent-emails-store.ts";

/** Enquiries, newest first. */
export function createEnquiryRecords({ timeZoneLabel }: Pick<Company, "timeZoneLabel">): StaffRecords {
	return {
		name: "enquiry",
		names: "enquiries",
		prefix: "ENQ",

		columns: [`Received (${timeZoneLabel})`, "Name", "E-mail"],
		hasTimes: false,
		none: "No enquiries.",

		async list({ database }, { limit, offset = 0, ...filter }) {
			const enquiries = await listEnquiries(database.db, { limit, offset, ...toEnquiryFilter(filter) });
			return enquiries.map(({ reference, receivedAt, firstName, lastName, email, state }) => ({
				reference,
				values: [receivedAt, `${firstName} ${lastName}`, email],
				state,
			}));
		},

		count: ({ database }, filter) => countEnquiries(database.db, toEnquiryFilter(filter)),

		countReceived: ({ database }, interval) => countReceivedRecords(database.db, "enquiry", interval),

		async find({ database }, reference) {
			const enquiry = await findEnquiry(database.db, reference);
			if (!enquiry) return undefined;
			const { state } = enquiry;
			return {
				reference,
				state,
				name: `${enquiry.firstName} ${enquiry.lastName}`,
				fields: [
					{ label: "Received", value: enquiry.receivedAt },
					{ label: "State", value: state, as: "state" },
					...describeSender(enquiry),
				],
				text: { label: "Message", value: enquiry.message },
				actions: [state === "quarantined" ? "release" : "quarantine"],
			};
		},

		async release({ database, now }, reference) {
			const released = await database.write(async (transaction) => {
				await setEnquiryState(transaction, reference, "accepted");
				return releaseEmails(transaction, reference, now);
			});
			return describeRelease(reference, released);
		},

		async quarantine({ database }, reference) {
			const held = await database.write(async (transaction) => {
				await setEnquiryState(transaction, reference, "quarantined");
				return holdEmails(transaction, reference);
			});
			return describeQuarantine(reference, held);
		},

		exportAll: ({ database }) =>
			toCsv(
				["reference", "receivedAt", "state", ...enquiryFieldNames],
				readAll((id, limit) => listEnquiriesAfter(database.db, id, limit)),
			),
	};
}

function toEnquiryFilter({ quarantinedOnly, since, search }: RecordFilter): EnquiryFilter {
	return { search, since, ...(quarantinedOnly && { state: "quarantined" }) };
}
