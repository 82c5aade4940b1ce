import { randomUUIDv7 } from "node:crypto";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { recordChange } from "../../../platform/database/changes.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { isUniqueViolation } from "../../../platform/database/storage-errors.ts";
import { chooseFreeHost, findHosts, reserveHosts, type HostDeps } from "../../../platform/hosts/find-free-hosts.ts";
import { deleteReservations, lockHosts } from "../../../platform/hosts/reservation-store.ts";
import { createVideoUrl } from "../../../platform/hosts/video-url.ts";
import { factsOfRecord } from "../../../platform/records/record-store.ts";
import type { Interval } from "../../../shared/interval.ts";
import { applicationKind } from "../applications/store.server.ts";
import type { Interviewers, InterviewPlace, InterviewTerms } from "./rules.ts";

/** offered: the applicant has not chosen a time yet; of a cancelled one nothing takes place. */
export type InterviewState = "offered" | "booked" | "cancelled";
export type InterviewOutcome = "held" | "no-show";

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
	/** What whoever offered it was called then. */
	senderName: string;
	subject: string;
	text: string;
	/** Of the e-mail that offers it. */
	messageId: string;
	offeredAt: string;
	sendsAt: string;
	/** 1 where the first interviewer is whoever is free then. */
	firstIsFree: number | null;
	/** Message-ID of the answer with which it is called off, once that has left. */
	calledOffWith: string | null;
	/** JSON of whoever sends that. */
	calledOffBy: string | null;
};

type InterviewLinksTable = { tokenHash: string; interviewId: string };

type InterviewEventsTable = {
	id: string;
	interviewId: string;
	at: string;
	kind: InterviewEventKind;
	/** Id of the account of whoever did it; null for the applicant. */
	actorId: string | null;
	/** JSON. */
	detail: string;
	/** JSON of what takes it back; null once that is too late. */
	undo: string | null;
	undoneAt: string | null;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		interviews: InterviewsTable;
		interviewLinks: InterviewLinksTable;
		interviewEvents: InterviewEventsTable;
	}
}

/** What hosts' time is taken for by interviews. */
export const interviewPurpose = "interview";

/** What references of interviews begin with. */
export const interviewPrefix = "INT";

/** An interview as it is stored. */
export type InterviewRecord = InterviewTerms & {
	/** Also the UID of its calendar entry. */
	id: string;
	reference: string;
	/** Reference of the application. */
	application: string;
	state: InterviewState;
	outcome: InterviewOutcome | undefined;
	place: InterviewPlace;
	/** The zone in which its days are, and in which it is told. */
	timeZone: string;
	/** When it begins; undefined until a time is chosen. */
	startsAt: Temporal.Instant | undefined;
	/** Where a video call takes place, where that is known. */
	videoUrl: string | undefined;
	/** Counts its changes; the SEQUENCE of its calendar entry. */
	sequence: number;
	/** How often the applicant moved it. */
	moves: number;
	offeredBy: string;
	senderName: string;
	/** What the e-mail that offers it says. */
	subject: string;
	text: string;
	messageId: string;
	offeredAt: Temporal.Instant;
	/** Until then the offer can be taken back. */
	sendsAt: Temporal.Instant;
	/** The answer with which it is called off, once that has left; undefined while it stands. */
	calledOff: { messageId: string; by: { id: string; name: string } } | undefined;
};

/** One with a time. */
export type BookedInterview = InterviewRecord & { startsAt: Temporal.Instant };

export type InterviewEventKind =
	| "offered"
	| "taken-back"
	| "booked"
	| "moved"
	| "handed-over"
	| "declined"
	| "cancelled"
	| "outcome";

const eventDetailSchema = z.object({
	/** Instants. */
	from: z.string().optional(),
	to: z.string().optional(),
	message: z.string().optional(),
	hosts: z.array(z.string()).optional(),
	outcome: z.enum(["held", "no-show"]).optional(),
});
type EventDetail = z.infer<typeof eventDetailSchema>;

/** Something that happened to an interview. */
export type InterviewEvent = {
	id: string;
	interview: InterviewRecord;
	at: Temporal.Instant;
	kind: InterviewEventKind;
	/** Id of an account; undefined for the applicant. */
	actorId: string | undefined;
	detail: EventDetail;
	/** What takes it back, as JSON, while that can be. */
	undo: string | undefined;
	isUndone: boolean;
};

/** What is noted of something that happens. */
export type NewInterviewEvent = Pick<InterviewEvent, "kind" | "actorId" | "detail">;

/** What is needed to take the time of interviewers. */
export type TimeOptions = { lock: Database["lock"]; now: Temporal.Instant; hosts: HostDeps };

/** Somebody else changed the interview since it was read. */
export class InterviewChangedError extends Error {
	constructor() {
		super("The interview was changed meanwhile");
		this.name = "InterviewChangedError";
	}
}

/** Tells whether a change failed because somebody else was faster: with the interview, or with an interviewer's time. */
export function wasOvertaken(error: unknown): boolean {
	return error instanceof InterviewChangedError || isUniqueViolation(error);
}

/** From its beginning until its end. */
export function intervalOf({
	startsAt,
	durationMinutes,
}: Pick<BookedInterview, "startsAt" | "durationMinutes">): Interval {
	const startMs = startsAt.epochMilliseconds;
	return { startMs, endMs: startMs + durationMinutes * 60_000 };
}

/** Tells whether an interview has a time and takes place. */
export function isBooked(interview: InterviewRecord): interview is BookedInterview {
	return interview.state === "booked" && interview.startsAt !== undefined;
}

/** Tells whether an interview has begun. */
export function hasBegun({ startsAt }: Pick<InterviewRecord, "startsAt">, now: Temporal.Instant): boolean {
	return startsAt !== undefined && Temporal.Instant.compare(startsAt, now) <= 0;
}

/** Stores an interview that is offered, with its private link. */
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
	await addInterviewLink(transaction, interview, tokenHash);
	await tellOfChange(transaction, interview);
}

/** Gives an interview one more private link; those that it has go on working. */
export async function addInterviewLink(
	transaction: WriteTransaction,
	{ id }: Pick<InterviewRecord, "id">,
	tokenHash: string,
): Promise<void> {
	await transaction.insertInto("interviewLinks").values({ tokenHash, interviewId: id }).execute();
}

export async function deleteInterviewLink(transaction: WriteTransaction, tokenHash: string): Promise<void> {
	await transaction.deleteFrom("interviewLinks").where("tokenHash", "=", tokenHash).execute();
}

/** Notes what happened to an interview, after which nothing earlier can be taken back. */
export async function addInterviewEvent(
	transaction: WriteTransaction,
	{ id }: Pick<InterviewRecord, "id">,
	{ at, kind, actorId, detail, undo }: NewInterviewEvent & { at: Temporal.Instant; undo?: string | undefined },
): Promise<void> {
	await transaction.updateTable("interviewEvents").set({ undo: null }).where("interviewId", "=", id).execute();
	await transaction
		.insertInto("interviewEvents")
		.values({
			id: randomUUIDv7(),
			interviewId: id,
			at: toInstantText(at),
			kind,
			actorId: actorId ?? null,
			detail: JSON.stringify(detail),
			undo: undo ?? null,
			undoneAt: null,
		})
		.execute();
}

/**
 * Gives an interview a time, its first or another one, at which all its interviewers are free, and takes it.
 *
 * @param interview as it was read
 * @returns the interview as it is now; undefined when one of them is not free: the transaction has to be left then
 * @throws InterviewChangedError when it is not as it was read any more; the driver's unique violation when another transaction takes an
 * interviewer's time at the same moment
 */
export async function bookInterview(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	startsAt: Temporal.Instant,
	{ countsAsMove = false, ...options }: TimeOptions & { countsAsMove?: boolean },
): Promise<BookedInterview | undefined> {
	const hostIds = await takeTime(transaction, { ...interview, startsAt }, options);
	if (!hostIds) return undefined;
	const videoUrl = interview.videoUrl ?? (await findVideoUrl(transaction, { ...interview, hostIds }, options));
	const moves = interview.moves + (countsAsMove ? 1 : 0);
	const booked = { ...interview, state: "booked" as const, startsAt, hostIds, firstIsFree: false, videoUrl, moves };
	return { ...(await updateUnchanged(transaction, interview, booked)), startsAt };
}

/**
 * Gives an interview to others, whose time is taken where it has one; its video call moves to where the first one's are.
 *
 * @returns and throws as bookInterview does
 */
export async function giveToInterviewers(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	{ hostIds, firstIsFree }: Interviewers,
	options: TimeOptions,
): Promise<InterviewRecord | undefined> {
	const wanted: InterviewRecord = { ...interview, hostIds: [...hostIds], firstIsFree };
	if (!isBooked(wanted)) return updateUnchanged(transaction, interview, wanted);
	const taken = await takeTime(transaction, wanted, options);
	if (!taken) return undefined;
	const given = { ...wanted, hostIds: taken, firstIsFree: false };
	const keepsPlace = taken[0] === interview.hostIds[0];
	const videoUrl = keepsPlace ? interview.videoUrl : await findVideoUrl(transaction, given, options);
	return updateUnchanged(transaction, interview, { ...given, videoUrl });
}

/** Cancels an interview, or an offer of one, which frees the time that it took. */
export async function cancelInterview(
	transaction: WriteTransaction,
	interview: InterviewRecord,
): Promise<InterviewRecord> {
	await deleteReservations(transaction, interviewPurpose, [interview.reference]);
	return updateUnchanged(transaction, interview, { ...interview, state: "cancelled", calledOff: undefined });
}

/** Notes with which answer an interview is called off, once that has left; undefined lets it stand. */
export async function setCalledOff(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	calledOff: InterviewRecord["calledOff"],
): Promise<void> {
	await updateUnchanged(transaction, interview, { ...interview, calledOff });
}

/**
 * Puts an interview back to how it was before it was changed, if its interviewers are free then.
 *
 * @param standing how it was
 * @returns false when one of them is not free: the transaction has to be left then
 * @throws as bookInterview does
 */
export async function putBackInterview(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	standing: StandingInterview,
	options: TimeOptions,
): Promise<boolean> {
	const former = { ...interview, ...readStanding(standing) };
	if (!isBooked(former)) await deleteReservations(transaction, interviewPurpose, [interview.reference]);
	else if (!(await takeTime(transaction, former, options))) return false;
	await updateUnchanged(transaction, interview, former);
	return true;
}

/** Says how an interview went, or that it is not said any more. */
export async function setInterviewOutcome(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	outcome: InterviewOutcome | undefined,
): Promise<void> {
	await updateUnchanged(transaction, interview, { ...interview, outcome });
}

/** Takes the time of those who hold an interview, and gives their ids in their order; undefined when one of them is not free. */
async function takeTime(
	transaction: WriteTransaction,
	{ firstIsFree, ...interview }: Pick<BookedInterview, "reference" | "startsAt" | "durationMinutes"> & Interviewers,
	{ lock, now, hosts }: TimeOptions,
): Promise<string[] | undefined> {
	const wanted = { purpose: interviewPurpose, reference: interview.reference, ...intervalOf(interview) };
	const hostIds = [...interview.hostIds];
	if (firstIsFree) {
		await lockHosts(transaction, lock, wanted);
		const question = { purpose: interviewPurpose, except: wanted, now };
		const free = (await findHosts(transaction, wanted, question, hosts)).listFree(wanted);
		const others = free.filter((id) => !hostIds.includes(id));
		const fair = { ...question, startMs: wanted.startMs, except: interview.reference };
		const first = await chooseFreeHost(transaction, others, fair, hosts.company);
		if (first === undefined) return undefined;
		hostIds.unshift(first);
	}
	return (await reserveHosts(transaction, hostIds, wanted, { lock, now, ...hosts })) ? hostIds : undefined;
}

/** Makes where a video call takes place: at the first interviewer's. */
async function findVideoUrl(
	db: Connection,
	{ place, hostIds }: Pick<InterviewRecord, "place" | "hostIds">,
	{ now, hosts: deps }: Pick<TimeOptions, "now" | "hosts">,
): Promise<string | undefined> {
	if (place.kind !== "video") return undefined;
	const nowMs = now.epochMilliseconds;
	const { hosts } = await findHosts(db, { startMs: nowMs, endMs: nowMs + 1 }, { purpose: interviewPurpose, now }, deps);
	const first = hosts.find(({ id }) => id === hostIds[0]);
	return first && createVideoUrl(first.video, deps);
}

/** Stores what has changed of an interview, and gives it as it is now. */
async function updateUnchanged<Changed extends InterviewRecord>(
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
	if (numUpdatedRows === 0n) throw new InterviewChangedError();
	await tellOfChange(transaction, before);
	return { ...changed, sequence };
}

/** What of an interview changes when it is given a time, moved, handed over, or cancelled; as it is stored. */
export const standingInterviewSchema = z.object({
	state: z.enum(["offered", "booked", "cancelled"]),
	startsAt: z.string().nullable(),
	videoUrl: z.string().nullable(),
	hostIds: z.string(),
	firstIsFree: z.number().nullable(),
	calledOffWith: z.string().nullable(),
	calledOffBy: z.string().nullable(),
});
export type StandingInterview = z.infer<typeof standingInterviewSchema>;

export function toStanding({
	state,
	startsAt,
	videoUrl,
	hostIds,
	firstIsFree,
	calledOff,
}: InterviewRecord): StandingInterview {
	return {
		state,
		startsAt: startsAt ? toInstantText(startsAt) : null,
		videoUrl: videoUrl ?? null,
		hostIds: JSON.stringify(hostIds),
		firstIsFree: firstIsFree ? 1 : null,
		calledOffWith: calledOff?.messageId ?? null,
		calledOffBy: calledOff ? JSON.stringify(calledOff.by) : null,
	};
}

function readStanding({
	state,
	startsAt,
	videoUrl,
	hostIds,
	firstIsFree,
	calledOffWith,
	calledOffBy,
}: StandingInterview): Pick<
	InterviewRecord,
	Exclude<keyof StandingInterview, "calledOffWith" | "calledOffBy"> | "calledOff"
> {
	return {
		state,
		startsAt: startsAt === null ? undefined : Temporal.Instant.from(startsAt),
		videoUrl: videoUrl ?? undefined,
		hostIds: z.array(z.string()).parse(JSON.parse(hostIds)),
		firstIsFree: firstIsFree === 1,
		calledOff:
			calledOffWith === null || calledOffBy === null
				? undefined
				: { messageId: calledOffWith, by: actorSchema.parse(JSON.parse(calledOffBy)) },
	};
}

const actorSchema = z.object({ id: z.string(), name: z.string() });

async function tellOfChange(transaction: WriteTransaction, { application }: InterviewRecord): Promise<void> {
	await recordChange(transaction, factsOfRecord({ reference: application, kind: applicationKind }));
}

export async function findInterview(db: Connection, reference: string): Promise<InterviewRecord | undefined> {
	const row = await db.selectFrom("interviews").selectAll().where("reference", "=", reference).executeTakeFirst();
	return row && toInterviewRecord(row);
}

export async function findInterviewById(db: Connection, id: string): Promise<InterviewRecord | undefined> {
	const row = await db.selectFrom("interviews").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toInterviewRecord(row);
}

/** Finds the interview of which a private link holds the token with this hash. */
export async function findInterviewByToken(db: Connection, tokenHash: string): Promise<InterviewRecord | undefined> {
	const row = await db
		.selectFrom("interviews")
		.innerJoin("interviewLinks", "interviewLinks.interviewId", "interviews.id")
		.selectAll("interviews")
		.where("interviewLinks.tokenHash", "=", tokenHash)
		.executeTakeFirst();
	return row && toInterviewRecord(row);
}

/** Lists the interviews of some applications, those that were offered first first. */
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

/** Lists the interviews that take place from one instant on and before another, in the order of time. */
export async function listBookedInterviews(
	db: Connection,
	{ from, before }: { from: Temporal.Instant; before?: Temporal.Instant | undefined },
): Promise<BookedInterview[]> {
	const rows = await db
		.selectFrom("interviews")
		.selectAll()
		.where("state", "=", "booked")
		.where("startsAt", ">=", toInstantText(from))
		.$if(before !== undefined, (query) => query.where("startsAt", "<", toInstantText(before as Temporal.Instant)))
		.orderBy("startsAt")
		.orderBy("id")
		.execute();
	return rows.map(toInterviewRecord).filter(isBooked);
}

/** Lists the interviews that are to be called off with an answer, those of one answer or all. */
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

/** Lists the interviews that are not cancelled and of which it is not said how they went, in the order of their offers. */
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

/** Lists what happened to interviews of applications, in the order of time. */
export async function listInterviewEvents(db: Connection, applications: readonly string[]): Promise<InterviewEvent[]> {
	const interviews = await listInterviewsOf(db, applications);
	if (interviews.length === 0) return [];
	const rows = await db
		.selectFrom("interviewEvents")
		.selectAll()
		.where(
			"interviewId",
			"in",
			interviews.map(({ id }) => id),
		)
		.orderBy("id")
		.execute();
	return rows.flatMap(({ id, interviewId, at, kind, actorId, detail, undo, undoneAt }): InterviewEvent[] => {
		const interview = interviews.find((one) => one.id === interviewId);
		if (!interview) return [];
		return [
			{
				id,
				interview,
				at: Temporal.Instant.from(at),
				kind,
				actorId: actorId ?? undefined,
				detail: eventDetailSchema.parse(JSON.parse(detail)),
				undo: undo ?? undefined,
				isUndone: undoneAt !== null,
			},
		];
	});
}

/** Deletes the interviews of applications, which frees the time that they took, and gives those that were to come. */
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

/** Finds when an applicant was first offered an interview that was not taken back. */
export async function findFirstOffer(db: Connection, application: string): Promise<Temporal.Instant | undefined> {
	const interviews = await listInterviewsOf(db, [application]);
	const takenBack = await db
		.selectFrom("interviewEvents")
		.select("interviewId")
		.where("kind", "=", "taken-back")
		.where("interviewId", "in", interviews.map(({ id }) => id).concat(""))
		.execute();
	return interviews.find(({ id }) => !takenBack.some(({ interviewId }) => interviewId === id))?.offeredAt;
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
