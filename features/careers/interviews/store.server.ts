import type { Selectable } from "kysely";
import { z } from "zod";
import { hasBegun, isBooked } from "../../../core/appointments/appointment.ts";
import { AppointmentChangedError } from "../../../core/appointments/conflicts.server.ts";
import { addLink } from "../../../core/appointments/link-store.server.ts";
import { deleteReservations } from "../../../core/appointments/reservation-store.server.ts";
import { changeKeysOfRecord } from "../../../core/records/record-store.server.ts";
import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { applicationNames } from "../applications/application-names.ts";
import {
	interviewPurpose,
	type BookedInterview,
	type InterviewOutcome,
	type InterviewRecord,
	type InterviewState,
} from "./interview-record.ts";
import type { InterviewPlace } from "./rules.ts";
import { toStanding, readStanding } from "./standing-interview.server.ts";

type InterviewsTable = {
	id: string;
	reference: string;
	/** Reference of the application. */
	application: string;
	state: InterviewState;
	outcome: InterviewOutcome | null;
	durationMinutes: number;
	/** JSON. */
	place: string;
	/** JSON array of ids of accounts. */
	hostIds: string;
	firstDate: string;
	lastDate: string;
	/** JSON array of milliseconds since 1970; null for any time of the days. */
	starts: string | null;
	timeZone: string;
	startsAt: string | null;
	videoUrl: string | null;
	sequence: number;
	moves: number;
	/** Id of the account. */
	offeredBy: string;
	/** The member's name at that time. */
	senderName: string;
	subject: string;
	text: string;
	/** Of the e-mail that offers it. */
	messageId: string;
	offeredAt: string;
	sendsAt: string;
	/** 1 where the first interviewer is chosen among those free. */
	firstIsFree: number | null;
	/** Message-ID of the reply that calls it off once it has left. */
	calledOffWith: string | null;
	/** JSON of the member who sends it. */
	calledOffBy: string | null;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		interviews: InterviewsTable;
		interviewLinks: { tokenHash: string; interviewId: string };
	}
}

export const interviewLinks = { table: "interviewLinks", owner: "interviewId" };

/** Stores an offered interview with its private link. */
export async function insertInterview(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	{ tokenHash }: { tokenHash: string },
): Promise<void> {
	const { place, startsMs, outcome, offeredAt, sendsAt, calledOff: _, ...row } = interview;
	await transaction
		.insertInto("interviews")
		.values({
			...row,
			...toStanding(interview),
			place: JSON.stringify(place),
			starts: startsMs ? JSON.stringify(startsMs) : null,
			outcome: outcome ?? null,
			offeredAt: toInstantText(offeredAt),
			sendsAt: toInstantText(sendsAt),
		})
		.execute();
	await addLink(transaction, interviewLinks, interview, tokenHash);
	await tellOfChange(transaction, interview);
}

/** Sets the reply that calls an interview off once it has left; undefined keeps the interview. */
export async function setCalledOff(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	calledOff: InterviewRecord["calledOff"],
): Promise<void> {
	await updateUnchanged(transaction, interview, { ...interview, calledOff });
}

/** Sets or clears the outcome of an interview. */
export async function setInterviewOutcome(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	outcome: InterviewOutcome | undefined,
): Promise<void> {
	await updateUnchanged(transaction, interview, { ...interview, outcome });
}

/**
 * Stores changes of an interview and returns it.
 * @throws AppointmentChangedError when it has changed since it was read
 */
export async function updateUnchanged<Changed extends InterviewRecord>(
	transaction: WriteTransaction,
	before: InterviewRecord,
	changed: Changed,
): Promise<Changed> {
	const sequence = before.sequence + 1;
	const { numUpdatedRows } = await transaction
		.updateTable("interviews")
		.set({ ...toStanding(changed), moves: changed.moves, outcome: changed.outcome ?? null, sequence })
		.where("id", "=", before.id)
		.where("sequence", "=", before.sequence)
		.executeTakeFirst();
	if (numUpdatedRows === 0n) throw new AppointmentChangedError();
	await tellOfChange(transaction, before);
	return { ...changed, sequence };
}

async function tellOfChange(transaction: WriteTransaction, { application }: InterviewRecord): Promise<void> {
	await recordChange(transaction, changeKeysOfRecord({ reference: application, kind: applicationNames.name }));
}

export async function findInterview(db: Connection, reference: string): Promise<InterviewRecord | undefined> {
	const row = await db.selectFrom("interviews").selectAll().where("reference", "=", reference).executeTakeFirst();
	return row && toInterviewRecord(row);
}

export async function findInterviewById(db: Connection, id: string): Promise<InterviewRecord | undefined> {
	const row = await db.selectFrom("interviews").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toInterviewRecord(row);
}

/** Lists those of the ids that an interview has, in whatever state. */
export async function listExistingInterviews(db: Connection, ids: readonly string[]): Promise<string[]> {
	const rows = await db.selectFrom("interviews").select("id").where("id", "in", ids).execute();
	return rows.map(({ id }) => id);
}

/** Finds the reference of an interview's application by the interview's id. */
export async function findApplicationOfInterview(db: Connection, id: string): Promise<string | undefined> {
	const row = await db.selectFrom("interviews").select("application").where("id", "=", id).executeTakeFirst();
	return row?.application;
}

/** Finds an interview by the hash of a private link's token. */
export async function findInterviewByToken(db: Connection, tokenHash: string): Promise<InterviewRecord | undefined> {
	const row = await db
		.selectFrom("interviews")
		.innerJoin("interviewLinks", "interviewLinks.interviewId", "interviews.id")
		.selectAll("interviews")
		.where("interviewLinks.tokenHash", "=", tokenHash)
		.executeTakeFirst();
	return row && toInterviewRecord(row);
}

/** Lists applications' interviews, earliest offered first. */
export async function listInterviewsOf(db: Connection, applications: readonly string[]): Promise<InterviewRecord[]> {
	if (applications.length === 0) return [];
	const rows = await db
		.selectFrom("interviews")
		.selectAll()
		.where("application", "in", applications)
		.orderBy("id")
		.execute();
	return rows.map(toInterviewRecord);
}

/** Lists the interviews in an interval, of one interviewer if asked, earliest first. */
export async function listBookedInterviews(
	db: Connection,
	{ from, before, hostId }: { from: Temporal.Instant; before?: Temporal.Instant | undefined; hostId?: string },
): Promise<BookedInterview[]> {
	const rows = await db
		.selectFrom("interviews")
		.selectAll()
		.where("state", "=", "booked")
		.where("startsAt", ">=", toInstantText(from))
		.$if(before !== undefined, (query) => query.where("startsAt", "<", toInstantText(before as Temporal.Instant)))
		.$if(hostId !== undefined, (query) => query.where("hostIds", "like", patternOf(hostId as string)))
		.orderBy("startsAt")
		.orderBy("id")
		.execute();
	const booked = rows.map(toInterviewRecord).filter(isBooked);
	return hostId === undefined ? booked : booked.filter(({ hostIds }) => hostIds.includes(hostId));
}

/** Lists the interviews that a reply, or any reply, is to call off. */
export async function listCalledOff(db: Connection, messageId?: string): Promise<InterviewRecord[]> {
	const rows = await db
		.selectFrom("interviews")
		.selectAll()
		.where("calledOffWith", "is not", null)
		.$if(messageId !== undefined, (query) => query.where("calledOffWith", "=", messageId as string))
		.orderBy("id")
		.execute();
	return rows.map(toInterviewRecord);
}

/** Lists the interviews of an interviewer that are not cancelled, earliest offered first. */
export async function listInterviewsOfHost(db: Connection, accountId: string): Promise<InterviewRecord[]> {
	const rows = await db
		.selectFrom("interviews")
		.selectAll()
		.where("state", "!=", "cancelled")
		.where("hostIds", "like", patternOf(accountId))
		.orderBy("id")
		.execute();
	return rows.map(toInterviewRecord).filter(({ hostIds }) => hostIds.includes(accountId));
}

/** Returns a pattern of lists with an id, which others may match too: "_" of an id stands for any character. */
function patternOf(accountId: string): string {
	return `%${JSON.stringify(accountId)}%`;
}

/** Lists interviews that are not cancelled and have no outcome, earliest offered first. */
export async function listOpenInterviews(db: Connection): Promise<InterviewRecord[]> {
	const rows = await db
		.selectFrom("interviews")
		.selectAll()
		.where("state", "!=", "cancelled")
		.where("outcome", "is", null)
		.orderBy("id")
		.execute();
	return rows.map(toInterviewRecord);
}

/** Deletes applications' interviews, which frees their time, and returns the upcoming ones. */
export async function deleteInterviewsOf(
	transaction: WriteTransaction,
	applications: readonly string[],
	now: Temporal.Instant,
): Promise<BookedInterview[]> {
	const interviews = await listInterviewsOf(transaction, applications);
	if (interviews.length === 0) return [];
	const ids = interviews.map(({ id }) => id);
	await transaction.deleteFrom("interviewLinks").where("interviewId", "in", ids).execute();
	await transaction.deleteFrom("interviewEvents").where("interviewId", "in", ids).execute();
	await transaction.deleteFrom("interviews").where("id", "in", ids).execute();
	await deleteReservations(
		transaction,
		interviewPurpose,
		interviews.map(({ reference }) => reference),
	);
	return interviews.filter(isBooked).filter((interview) => !hasBegun(interview, now));
}

const placeSchema: z.ZodType<InterviewPlace> = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("video") }),
	z.object({ kind: z.literal("phone") }),
	z.object({ kind: z.literal("office"), city: z.string(), address: z.string() }),
]);

function toInterviewRecord({
	place,
	starts,
	outcome,
	offeredAt,
	sendsAt,
	calledOffWith,
	calledOffBy,
	...row
}: Selectable<InterviewsTable>): InterviewRecord {
	return {
		...row,
		...readStanding({ ...row, calledOffWith, calledOffBy }),
		place: placeSchema.parse(JSON.parse(place)),
		startsMs: starts === null ? undefined : z.array(z.number()).parse(JSON.parse(starts)),
		outcome: outcome ?? undefined,
		offeredAt: Temporal.Instant.from(offeredAt),
		sendsAt: Temporal.Instant.from(sendsAt),
	};
}
