import { linkRecords, listLinkedRecords } from "../../core/records/record-links.server.ts";
import { recordSources } from "../../core/records/record-sources.ts";
import { describeStart } from "../../features/booking/booking-record.server.ts";
import { findBooking } from "../../features/booking/find-bookings.server.ts";
import { enquiryNames } from "../../features/enquiries/enquiry-names.ts";
import { enquiryStore, insertEnquiry } from "../../features/enquiries/store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { createUnusedReference } from "../../platform/ids/reference.ts";

/**
 * Creates an enquiry from a call: for its visitor, owned by the member, and linked with the call. It sends no e-mails and counts as
 * answered, because they have spoken.
 * @param followUpOn day of the follow-up
 * @returns its reference, or that of the existing one; undefined when the call is gone
 */
export async function openEnquiryOf(
	call: string,
	{ by, followUpOn }: { by: string; followUpOn: Temporal.PlainDate | undefined },
	{ database, now }: { database: Database; now: Temporal.Instant },
): Promise<{ reference: string; isNew: boolean } | undefined> {
	const reference = await createUnusedReference(enquiryNames.prefix, (candidate) =>
		enquiryStore.find(database.db, candidate),
	);
	return database.write(async (transaction) => {
		// A form sent twice at once finds the first one's enquiry.
		await takeLock(transaction, `enquiry from ${call}`);
		const booking = await findBooking(transaction, call);
		if (!booking) return undefined;
		const earlier = (await listLinkedRecords(transaction, call)).find((other) => other.startsWith("ENQ-"));
		if (earlier !== undefined) return { reference: earlier, isNew: false };
		const { firstName, lastName, email, phone, domain, message } = booking;
		await insertEnquiry(
			transaction,
			{
				reference,
				receivedAt: now,
				state: "accepted",
				firstName,
				lastName,
				email,
				phone,
				source: recordSources.site.key,
				consent: "",
				message: `From the call about ${domain} on ${describeStart(booking)}.\n\n${message}`.trim(),
			},
			{ ownerId: by, followUpOn, answeredAt: now },
		);
		await linkRecords(transaction, call, reference);
		return { reference, isNew: true };
	});
}
