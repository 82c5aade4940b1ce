import { deleteBookings, listBookingReferences } from "../../features/booking/store.server.ts";
import { deleteApplications, listApplicationReferences } from "../../features/careers/applications/store.server.ts";
import { deleteAlerts, listAlertReferences } from "../../features/careers/alerts/store.server.ts";
import { deleteEnquiries, listEnquiryReferences } from "../../features/enquiries/store.server.ts";
import type { Config } from "../config.ts";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { indiaTimeZone } from "../../shared/india-time.ts";

export type RecordKind = "enquiries" | "bookings" | "applications" | "jobAlerts";

/** What went with some records, or has to go now that they are deleted. */
export type DeletedRecords = {
	count: number;
	/** Names in the file store, to be removed once the transaction is committed. */
	files?: string[];
	/** Slots of calls that were still to come, which are free again. */
	upcomingCalls?: { date: string; time: string }[];
};

/** What erasing needs to know of one kind of record about a person. */
export type PersonalRecords = {
	kind: RecordKind;
	/** Lists records whose term has ended. */
	listExpired(
		db: Connection,
		options: { now: Temporal.Instant; retentionMonths: Config["retentionMonths"]; limit: number },
	): Promise<string[]>;
	/** Lists records of a person by e-mail address, in any case. */
	listOfAddress(db: Connection, email: string, limit: number): Promise<string[]>;
	/** Tells which of some records there are. */
	listExisting(db: Connection, references: readonly string[]): Promise<string[]>;
	/** Deletes the records alone; eraseRecords takes what belongs to them too. */
	delete(transaction: WriteTransaction, references: readonly string[], now: Temporal.Instant): Promise<DeletedRecords>;
};

/** Every kind of record about a person; one that is missing here is never erased. */
export const personalRecords: PersonalRecords[] = [
	{
		kind: "enquiries",
		listExpired: (db, { now, retentionMonths, limit }) =>
			listEnquiryReferences(db, { receivedBefore: subtractMonths(now, retentionMonths.enquiries), limit }),
		listOfAddress: (db, email, limit) => listEnquiryReferences(db, { email, limit }),
		listExisting: (db, among) => listEnquiryReferences(db, { among, limit: among.length }),
		delete: async (transaction, references) => ({ count: await deleteEnquiries(transaction, references) }),
	},
	{
		kind: "bookings",
		listExpired: (db, { now, retentionMonths, limit }) =>
			listBookingReferences(db, { startedBefore: subtractMonths(now, retentionMonths.bookings), limit }),
		listOfAddress: (db, email, limit) => listBookingReferences(db, { email, limit }),
		listExisting: (db, among) => listBookingReferences(db, { among, limit: among.length }),
		async delete(transaction, references, now) {
			const { count, upcoming } = await deleteBookings(transaction, references, now);
			return { count, upcomingCalls: upcoming };
		},
	},
	{
		kind: "applications",
		listExpired: (db, { now, retentionMonths, limit }) =>
			listApplicationReferences(db, { receivedBefore: subtractMonths(now, retentionMonths.applications), limit }),
		listOfAddress: (db, email, limit) => listApplicationReferences(db, { email, limit }),
		listExisting: (db, among) => listApplicationReferences(db, { among, limit: among.length }),
		async delete(transaction, references) {
			const files = await deleteApplications(transaction, references);
			return { count: files.length, files };
		},
	},
	{
		kind: "jobAlerts",
		listExpired: (db, { now, limit }) => listAlertReferences(db, { lapsedBy: now, limit }),
		listOfAddress: (db, email, limit) => listAlertReferences(db, { email, limit }),
		listExisting: (db, among) => listAlertReferences(db, { among, limit: among.length }),
		delete: async (transaction, references) => ({ count: await deleteAlerts(transaction, references) }),
	},
];

/**
 * Goes back by calendar months in India, to the same time of day, or to the end of a month that does not have the day.
 *
 * So no term ends early, and none more than a day late: what came on 31 August is kept for six months until 28 February is over.
 */
export function subtractMonths(instant: Temporal.Instant, months: number): Temporal.Instant {
	const now = instant.toZonedDateTimeISO(indiaTimeZone);
	const then = now.subtract({ months });
	return (then.day < now.day ? then.add({ days: 1 }).startOfDay() : then).toInstant();
}
