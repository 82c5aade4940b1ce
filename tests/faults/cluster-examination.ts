import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { Database } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import type { LogEntry } from "../support/built-server.ts";
import type { MailServer } from "../support/mail-server.ts";
import { policy, type ClusterLedger, type FailedRequest } from "./cluster-load.ts";
import { alertCount, announcedJob, expiredCount } from "./cluster-scheduled-work.ts";
import { countDeliveries, waitForEmails, waitUntil } from "./kill-harness.ts";

/** Announcements are made once a minute, by servers that are being killed. */
const announceTimeoutMs = 150_000;
/** Temporary failures of a balancer or a server. */
const unavailable = /^50[234]$/;

/** A line of the table; more than `atMost` or less than `atLeast` is a fault. */
export type TableRow = {
	name: string;
	figure: number | string;
	atMost?: number;
	atLeast?: number;
	/** The counted requests, listed when there is a fault. */
	failed?: readonly FailedRequest[];
};

/** Waits until all scheduled work is done, and compares what visitors were told with what is stored and was delivered. */
export async function examineCluster({
	database: { db },
	files,
	mailServer,
	ledger,
	reminders,
	entries,
}: {
	database: Database;
	files: Pick<FileStore, "read">;
	mailServer: MailServer;
	ledger: ClusterLedger;
	/** Message-IDs of reminders that fell due while no server was killed. */
	reminders: readonly string[];
	entries: readonly LogEntry[];
}): Promise<TableRow[]> {
	const isAnnounced = async () => {
		const job = await db.selectFrom("jobs").select("announcedAt").where("id", "=", announcedJob.id).executeTakeFirst();
		return typeof job?.announcedAt === "string";
	};
	await waitUntil(isAnnounced, announceTimeoutMs);
	await waitForEmails(db);

	const enquiries = await db.selectFrom("enquiries").select(["reference", "message", "receivedAt"]).execute();
	const bookings = await db.selectFrom("bookings").select(["reference", "message", "startsAt", "state"]).execute();
	const applications = await db
		.selectFrom("applications")
		.select(["reference", "email", "resumeFile", "resumeSha256"])
		.execute();
	const emails = await db
		.selectFrom("emails")
		.select(["reference", "kind", "messageId", "state", "queuedAt", "notSentAt"])
		.execute();
	const kindsOf = new Map<string, Set<string>>();
	for (const { reference, kind } of emails) kindsOf.set(reference, (kindsOf.get(reference) ?? new Set()).add(kind));
	const has = (reference: string, ...kinds: string[]) => kinds.every((kind) => kindsOf.get(reference)?.has(kind));

	const enquiryOf = new Map(enquiries.map((enquiry) => [enquiry.message, enquiry]));
	const bookingOf = new Map(bookings.map((booking) => [booking.message, booking]));
	const applicationOf = new Map(applications.map((application) => [application.email, application]));
	const lostEnquiries = ledger.enquiries.filter(
		({ token, reference }) => enquiryOf.get(token)?.reference !== reference,
	);
	const lostBookings = ledger.bookings.filter(({ token, reference, date, time, state }) => {
		const stored = bookingOf.get(token);
		return (
			stored?.reference !== reference ||
			stored.state !== state ||
			Date.parse(stored.startsAt) !== startOfSlot(date, time, policy.timeZone)
		);
	});
	const lostApplications = ledger.applications.filter(
		({ token, reference }) => applicationOf.get(`${token}@applicant.example`)?.reference !== reference,
	);
	let otherResumes = 0;
	for (const { token, sha256 } of ledger.applications) {
		const stored = applicationOf.get(`${token}@applicant.example`);
		const content = stored && (await files.read(stored.resumeFile).catch(() => undefined));
		const hash = createHash("sha256");
		if (content) await pipeline(content, hash);
		if (!content || hash.digest("hex") !== sha256) otherResumes++;
	}

	const live = Map.groupBy(
		bookings.filter(({ state }) => state === "booked"),
		({ startsAt }) => startsAt,
	);
	const acknowledged = ledger.enquiries.length + ledger.bookings.length + ledger.applications.length;
	// E-mails that a cancellation has made pointless stay here.
	const isDue = ({ state, queuedAt, notSentAt }: { state: string; queuedAt: string; notSentAt: string | null }) =>
		state === "sent" || (queuedAt <= new Date().toISOString() && notSentAt === null);
	const { emailsNotDelivered } = countDeliveries(emails.filter(isDue), mailServer);
	const deliveries = Map.groupBy(mailServer.emails, ({ messageId }) => messageId ?? "");
	const alerts = Map.groupBy(
		[...deliveries.values()].flatMap(([first]) => (first?.text?.includes(announcedJob.title) ? [first] : [])),
		({ envelopeRecipients: [recipient] }) => recipient,
	);
	const erased = entries
		.filter(({ msg }) => msg === "erased data whose retention has ended")
		.reduce((sum, { enquiries: count }) => sum + Number(count ?? 0), 0);
	const unexpected = ledger.failed.filter(({ how }) => /^\d/.test(how) && !unavailable.test(how));
	return [
		{ name: "acknowledged", figure: acknowledged, atLeast: 1 },
		{ name: "  enquiries", figure: ledger.enquiries.length, atLeast: 1 },
		{ name: "  bookings", figure: ledger.bookings.length, atLeast: 1 },
		{ name: "  applications", figure: ledger.applications.length, atLeast: 1 },
		{ name: "bookings moved", figure: ledger.moved, atLeast: 1 },
		{
			name: "bookings cancelled",
			figure: ledger.bookings.filter(({ state }) => state === "cancelled").length,
			atLeast: 1,
		},
		{ name: "visitors told that their slot was taken", figure: ledger.toldTaken },
		{ name: "lost", figure: lostEnquiries.length + lostBookings.length + lostApplications.length, atMost: 0 },
		{
			name: "doubled",
			figure:
				enquiries.length -
				enquiryOf.size +
				(bookings.length - bookingOf.size) +
				(applications.length - applicationOf.size),
			atMost: 0,
		},
		{
			name: "stored and never acknowledged",
			figure: enquiries.length + bookings.length + applications.length - acknowledged,
			atMost: 0,
		},
		{
			name: "slots sold twice",
			figure: [...live.values()].filter((same) => same.length > policy.callsPerSlot).length,
			atMost: 0,
		},
		{ name: "resumes missing or different", figure: otherResumes, atMost: 0 },
		{
			name: "records without their e-mails",
			figure:
				ledger.enquiries.filter(({ reference }) => !has(reference, "enquiry-notice", "enquiry-confirmation")).length +
				ledger.bookings.filter(
					({ reference, state }) =>
						!has(reference, "booking-confirmation", "booking-staff-notice") ||
						(state === "cancelled" && !has(reference, "booking-cancelled", "booking-staff-cancelled")),
				).length +
				ledger.applications.filter(({ reference }) => !has(reference, "application-notice", "application-confirmation"))
					.length,
			atMost: 0,
		},
		{ name: "e-mails due", figure: emails.filter(isDue).length, atLeast: 1 },
		{ name: "e-mails not delivered", figure: emailsNotDelivered, atMost: 0 },
		{ name: "e-mails delivered again, with the same Message-ID", figure: mailServer.emails.length - deliveries.size },
		{ name: "reminders that fell due during the rolling restart", figure: reminders.length, atLeast: 1 },
		{
			name: "  delivered other than once",
			figure: reminders.filter((id) => deliveries.get(id)?.length !== 1).length,
			atMost: 0,
		},
		{ name: "people told of a new position", figure: alerts.size, atLeast: alertCount, atMost: alertCount },
		{ name: "  more than once", figure: [...alerts.values()].filter(({ length }) => length > 1).length, atMost: 0 },
		{ name: "expired enquiries erased, as the logs count them", figure: erased, atLeast: 1, atMost: expiredCount },
		{ name: "  left", figure: enquiries.filter(({ receivedAt }) => receivedAt < "2020").length, atMost: 0 },
		{ name: "answers of no expected status", figure: unexpected.length, atMost: 0, failed: unexpected },
		...countErrors(entries),
	];
}

/** Prints the figures and marks faults, for which the program exits with 1. */
export function printTable(rows: readonly TableRow[]): void {
	const isWrong = ({ figure, atMost = Infinity, atLeast = -Infinity }: TableRow) =>
		Number(figure) > atMost || Number(figure) < atLeast;
	for (const row of rows) {
		console.log(`${row.name.padEnd(72)}${String(row.figure).padStart(8)}${isWrong(row) ? "  WRONG" : ""}`);
		if (!isWrong(row)) continue;
		process.exitCode = 1;
		for (const { name, figure } of countFailed(row.failed ?? [])) console.log(`${name} (${figure})`);
	}
}

/** Counts the failed requests by kind. */
export function countFailed(failed: readonly FailedRequest[]): TableRow[] {
	const kinds = Map.groupBy(failed, ({ what, how }) => `  ${what}: ${how}`);
	return [...kinds].map(([name, same]) => ({ name, figure: same.length }));
}

/** Counts unexpected lines of the servers' logs. */
function countErrors(entries: readonly LogEntry[]): TableRow[] {
	const errors = Map.groupBy(
		entries.filter(({ level }) => level === "error" || level === "fatal"),
		({ msg }) => msg,
	);
	return [...errors].map(([message, same]) => ({ name: `log, error: ${message}`, figure: same.length }));
}
