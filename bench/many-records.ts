import { createReference } from "../platform/ids/reference.ts";
import type { Database } from "../platform/database/database.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { toFirstRecordId } from "../platform/records/record-store.ts";
import { createApplicationRecord } from "../tests/support/applications.ts";

/** A statement of SQLite takes 32,766 parameters. */
const rowsAtOnce = 1_000;
const minutesBetween = 10;

/** How many there are to be, and when the last of them came. */
export type ManyOptions = { count: number; now: Temporal.Instant };

/** Stores calls, one every ten minutes, of which most were held and some moved. */
export async function insertCalls({ db }: Database, options: ManyOptions): Promise<void> {
	await insertInBlocks(options, async (numbers) => {
		const calls = numbers.map((number) => {
			const startsAt = toInstantText(findTime(number, options));
			const isCancelled = number % 12 === 0;
			const stage = isCancelled ? "cancelled" : number % 9 === 0 ? "no-show" : number % 7 === 0 ? "" : "held";
			return { number, startsAt, isCancelled, stage, reference: createReference("BKG") };
		});
		await db
			.insertInto("bookings")
			.values(
				calls.map(({ number, startsAt, isCancelled, reference }) => ({
					id: reference,
					reference,
					bookedAt: startsAt,
					firstName: "Asha",
					lastName: "Rao",
					email: `person${number % 997}@visitor.example`,
					phone: "1",
					message: "",
					domain: "Hosting",
					date: startsAt.slice(0, 10),
					time: startsAt.slice(11, 16),
					timeZone: "UTC",
					startsAt,
					durationMinutes: 30,
					lane: 1,
					tokenHash: reference,
					sequence: 0,
					state: isCancelled ? ("cancelled" as const) : ("booked" as const),
					moves: number % 5 === 0 ? 1 : 0,
				})),
			)
			.execute();
		await insertRecords(
			db,
			calls.map(({ number, startsAt, stage, reference }) => ({
				number,
				kind: "booking",
				reference,
				stage,
				receivedAt: startsAt,
				answeredAt: null,
			})),
			options,
		);
	});
}

const answers = JSON.stringify(createApplicationRecord().answers);

/** Stores applications, one every ten minutes, of which most were answered after some days and one of a hundred ended in a hire. */
export async function insertApplications({ db }: Database, options: ManyOptions): Promise<void> {
	await insertInBlocks(options, async (numbers) => {
		const applications = numbers.map((number) => {
			const received = findTime(number, options);
			const stage = number % 100 === 1 ? "hired" : number % 10 === 0 ? "" : number % 3 === 0 ? "in-review" : "rejected";
			const answeredAt = stage === "" ? null : toInstantText(received.add({ hours: 12 + (number % 300) }));
			return { number, stage, answeredAt, receivedAt: toInstantText(received), reference: createReference("APP") };
		});
		await db
			.insertInto("applications")
			.values(
				applications.map(({ number, reference, receivedAt }) => ({
					id: reference,
					reference,
					receivedAt,
					jobId: `job-${number % 12}`,
					jobTitle: `Job ${number % 12}`,
					fullName: "Asha Rao",
					email: `person${number % 997}@applicant.example`,
					phone: "1",
					answers,
					resumeFile: `${reference}.pdf`,
					resumeName: "cv.pdf",
					resumeBytes: 1,
					resumeSha256: "",
					tokenHash: reference,
					state: "received" as const,
				})),
			)
			.execute();
		await insertRecords(
			db,
			applications.map((application) => ({ kind: "application", ...application })),
			options,
		);
		const hired = applications.filter(({ stage }) => stage === "hired");
		await db
			.insertInto("recordChanges")
			.values(
				hired.map(({ reference, receivedAt, number }) => ({
					id: `change ${reference}`,
					reference,
					version: 2,
					batch: reference,
					at: toInstantText(Temporal.Instant.from(receivedAt).add({ hours: 24 * (5 + (number % 40)) })),
					accountId: "account-1",
					field: "stage" as const,
					before: "",
					after: "hired",
					undoes: null,
				})),
			)
			.execute();
	});
}

type ManyRecord = {
	number: number;
	kind: string;
	reference: string;
	stage: string;
	receivedAt: string;
	answeredAt: string | null;
};

async function insertRecords(db: Database["db"], records: readonly ManyRecord[], options: ManyOptions): Promise<void> {
	// Beside those of other kinds of the same second.
	const idOf = ({ number, kind }: ManyRecord) =>
		toFirstRecordId(findTime(number, options)) + (kind === "booking" ? 4_000_001 : 4_000_002);
	await db
		.insertInto("records")
		.values(
			records.map((record) => ({
				id: idOf(record),
				reference: record.reference,
				kind: record.kind,
				receivedAt: record.receivedAt,
				senderName: "Asha Rao",
				senderEmail: `person${record.number % 997}@${record.kind}.example`,
				spam: 0,
				stage: record.stage,
				ownerId: null,
				followUpOn: null,
				version: 1,
				answeredAt: record.answeredAt,
				changedAt: record.answeredAt ?? record.receivedAt,
				topic: record.kind === "application" ? `job-${record.number % 12}` : "",
				source: record.kind === "application" ? (record.number % 6 === 0 ? "referral" : "site") : "",
			})),
		)
		.execute();
	await db
		.insertInto("recordWords")
		.values(
			records.map((record) => ({
				id: idOf(record),
				words: `${record.reference.toLowerCase().replace("-", " ")} asha rao`,
				staffWords: "",
			})),
		)
		.execute();
}

function findTime(number: number, { count, now }: ManyOptions): Temporal.Instant {
	return now.subtract({ minutes: minutesBetween * (count - number) });
}

async function insertInBlocks(
	{ count }: ManyOptions,
	insert: (numbers: readonly number[]) => Promise<void>,
): Promise<void> {
	for (let start = 0; start < count; start += rowsAtOnce)
		await insert(Array.from({ length: Math.min(rowsAtOnce, count - start) }, (_, index) => start + index));
}
