import { toFirstRecordId } from "../core/records/record-store.server.ts";
import { listSearchWords } from "../core/records/search-words.ts";
import { toDomainKey } from "../core/records/sender-domain.ts";
import type { Database } from "../platform/database/database.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { createReference } from "../platform/ids/reference.ts";
import { createApplicationRecord } from "../tests/support/applications.ts";

/** A statement of SQLite takes 32,766 parameters. */
const rowsAtOnce = 1_000;
const minutesBetween = 10;

/** The number of records, and the arrival of the last one. */
export type ManyOptions = {
	count: number;
	now: Temporal.Instant;
	/** The jobs of the applications; by default twelve without content. */
	jobs?: readonly { id: string; title: string }[];
};

const firstNames = ["Asha", "Bela", "Chand", "Dev", "Esha", "Farid", "Gita", "Hari", "Indu", "Jaya"];
const lastNames = ["Rao", "Iyer", "Das", "Khan", "Sen", "Nair", "Bose", "Patel", "Gill", "Jain", "Roy", "Shah"];
const words =
	"app site budget order warehouse invoice portal team school clinic shop training report stock migration".split(" ");
const noJobs = Array.from({ length: 12 }, (_, index) => ({ id: `job-${index}`, title: `Job ${index}` }));

/** Stores that many of each kind, with the members' work on them. */
export async function insertMany(database: Database, options: ManyOptions): Promise<void> {
	await insertEnquiries(database, options);
	await registerEnquiries(database, options);
	await insertCalls(database, options);
	await insertApplications(database, options);
}

/** Stores enquiries, one every ten minutes, one in fifty of them quarantined; a migration or registerEnquiries creates their records. */
export async function insertEnquiries({ db }: Database, options: ManyOptions): Promise<void> {
	await insertInBlocks(options, async (numbers) => {
		await db
			.insertInto("enquiries")
			.values(
				numbers.map((number) => {
					const { firstName, lastName } = nameSender(number);
					return {
						id: String(number).padStart(12, "0"),
						reference: createReference("ENQ"),
						receivedAt: toInstantText(findTime(number, options)),
						firstName,
						lastName,
						email: addressOfEnquiry(number, options),
						phone: `+91 98100 ${String(number % 100_000).padStart(5, "0")}`,
						message:
							Array.from({ length: 60 }, (_word, at) => pick(words, number, at + 1)).join(" ") + ` number${number}`,
						state: isQuarantined(number) ? ("quarantined" as const) : ("accepted" as const),
					};
				}),
			)
			.execute();
	});
}

/** Creates the records of enquiries from insertEnquiries; a tenth waits for a reply, and one in a hundred has a follow-up. */
export async function registerEnquiries({ db }: Database, options: ManyOptions): Promise<void> {
	await insertInBlocks(options, async (numbers) => {
		const ids = numbers.map((number) => String(number).padStart(12, "0"));
		const rows = await db.selectFrom("enquiries").selectAll().where("id", "in", ids).execute();
		await insertRecords(
			db,
			rows.map(({ id, reference, receivedAt, firstName, lastName, email, message, state }) => {
				const number = Number(id);
				const waits = number % 10 === 0;
				return {
					number,
					kind: "enquiry",
					reference,
					receivedAt,
					senderName: `${firstName} ${lastName}`,
					senderEmail: email,
					spam: state === "quarantined",
					stage: waits ? "" : number % 3 === 0 ? "in-conversation" : "won",
					answeredAt: waits
						? null
						: toInstantText(Temporal.Instant.from(receivedAt).add({ minutes: 10 + (number % 2_000) })),
					words: message,
					// From ten days ago to ten days ahead.
					followUpOn:
						number % 100 === 0
							? options.now
									.toZonedDateTimeISO("UTC")
									.toPlainDate()
									.add({ days: ((number / 100) % 21) - 10 })
									.toString()
							: null,
				};
			}),
			options,
		);
	});
}

function nameSender(number: number): { firstName: string; lastName: string } {
	return { firstName: pick(firstNames, number, 1), lastName: pick(lastNames, number, 7) };
}

function addressOfEnquiry(number: number, { count }: ManyOptions): string {
	return `person${number % Math.ceil(count / 3)}@visitor${number % 97}.example`;
}

function isQuarantined(number: number): boolean {
	return number % 50 === 0;
}

function pick(list: readonly string[], number: number, step: number): string {
	return list[Math.floor(number / step) % list.length] as string;
}

/** Stores calls, one every ten minutes; most were held and some moved. */
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
					...nameSender(number),
					email: `person${number % 997}@booking.example`,
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
				...describePerson(number, "booking"),
			})),
			options,
		);
	});
}

const answers = JSON.stringify(createApplicationRecord().answers);

/** Stores applications, one every ten minutes; most were answered after some days and one in a hundred was hired. */
export async function insertApplications({ db }: Database, options: ManyOptions): Promise<void> {
	const { jobs = noJobs } = options;
	const jobOf = (number: number) => jobs[number % jobs.length] ?? { id: "", title: "" };
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
					jobId: jobOf(number).id,
					jobTitle: jobOf(number).title,
					fullName: describePerson(number, "application").senderName,
					email: describePerson(number, "application").senderEmail,
					phone: "1",
					phoneKey: "",
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
			applications.map((application) => ({
				kind: "application",
				...application,
				...describePerson(application.number, "application"),
				topic: jobOf(application.number).id,
				source: application.number % 6 === 0 ? "referral" : "site",
			})),
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
	senderName: string;
	senderEmail: string;
	spam?: boolean;
	followUpOn?: string | null;
	topic?: string;
	source?: string;
	/** Search words besides the reference and the sender. */
	words?: string;
};

function describePerson(number: number, kind: string): Pick<ManyRecord, "senderName" | "senderEmail"> {
	const { firstName, lastName } = nameSender(number);
	return { senderName: `${firstName} ${lastName}`, senderEmail: `person${number % 997}@${kind}.example` };
}

/** Record numbers within one second, by kind; the bits of a reference are hardly ever as large. */
const firstBits: Readonly<Record<string, number>> = { enquiry: 4_000_000, booking: 4_000_001, application: 4_000_002 };

async function insertRecords(db: Database["db"], records: readonly ManyRecord[], options: ManyOptions): Promise<void> {
	const idOf = ({ number, kind }: ManyRecord) => toFirstRecordId(findTime(number, options)) + (firstBits[kind] ?? 0);
	await db
		.insertInto("records")
		.values(
			records.map((record) => ({
				id: idOf(record),
				reference: record.reference,
				kind: record.kind,
				receivedAt: record.receivedAt,
				senderName: record.senderName,
				senderEmail: record.senderEmail,
				senderDomain: toDomainKey(record.senderEmail),
				spam: record.spam === true ? 1 : 0,
				stage: record.stage,
				ownerId: null,
				followUpOn: record.followUpOn ?? null,
				version: 1,
				answeredAt: record.answeredAt,
				changedAt: record.answeredAt ?? record.receivedAt,
				topic: record.topic ?? "",
				source: record.source ?? "",
			})),
		)
		.execute();
	await db
		.insertInto("recordWords")
		.values(
			records.map((record) => ({
				id: idOf(record),
				words: listSearchWords(record.reference, record.senderName, record.senderEmail, record.words ?? "").join(" "),
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
