import { randomUUIDv7 } from "node:crypto";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { recordChange } from "../../../platform/database/changes.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { isUniqueViolation } from "../../../platform/database/storage-errors.ts";
import { findHosts, reserveHosts, type HostDeps } from "../../../platform/hosts/find-free-hosts.ts";
import { deleteReservations } from "../../../platform/hosts/reservation-store.ts";
import { createVideoUrl } from "../../../platform/hosts/video-url.ts";
import { factsOfRecord } from "../../../platform/records/record-store.ts";
import type { Interval } from "../../../shared/interval.ts";
import { applicationKind } from "../applications/store.server.ts";
import type { InterviewPlace, InterviewTerms } from "./rules.ts";

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
};

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
	const { place, hostIds, startsMs, startsAt, videoUrl, outcome, offeredAt, sendsAt, ...row } = interview;
	await transaction
		.insertInto("interviews")
		.values({
			...row,
			place: JSON.stringify(place),
			hostIds: JSON.stringify(hostIds),
			starts: startsMs ? JSON.stringify(startsMs) : null,
			startsAt: startsAt ? toInstantText(startsAt) : null,
			videoUrl: videoUrl ?? null,
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

/** Notes what happened to an interview. */
export async function addInterviewEvent(
	transaction: WriteTransaction,
	{ id }: Pick<InterviewRecord, "id">,
	{ at, kind, actorId, detail }: Pick<InterviewEvent, "at" | "kind" | "actorId" | "detail">,
): Promise<void> {
	await transaction
		.insertInto("interviewEvents")
		.values({
			id: randomUUIDv7(),
			interviewId: id,
			at: toInstantText(at),
			kind,
			actorId: actorId ?? null,
			detail: JSON.stringify(detail),
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
	if (!(await takeTime(transaction, { ...interview, startsAt }, options))) return undefined;
	const videoUrl = interview.videoUrl ?? (await findVideoUrl(transaction, interview, options));
	const moves = interview.moves + (countsAsMove ? 1 : 0);
	await updateUnchanged(transaction, interview, {
		state: "booked",
		startsAt: toInstantText(startsAt),
		videoUrl: videoUrl ?? null,
		moves,
	});
	return { ...interview, state: "booked", startsAt, videoUrl, moves, sequence: interview.sequence + 1 };
}

/**
 * Gives an interview to others, whose time is taken where it has one; its video call moves to where the first one's are.
 *
 * @returns and throws as bookInterview does
 */
export async function giveToInterviewers(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	hostIds: readonly string[],
	options: TimeOptions,
): Promise<InterviewRecord | undefined> {
	const given: InterviewRecord = { ...interview, hostIds: [...hostIds] };
	if (isBooked(given) && !(await takeTime(transaction, given, options))) return undefined;
	const keepsPlace = hostIds[0] === interview.hostIds[0] || !isBooked(given);
	const videoUrl = keepsPlace ? interview.videoUrl : await findVideoUrl(transaction, given, options);
	await updateUnchanged(transaction, interview, {
		hostIds: JSON.stringify(given.hostIds),
		videoUrl: videoUrl ?? null,
	});
	return { ...given, videoUrl, sequence: interview.sequence + 1 };
}

/** Cancels an interview, or an offer of one, which frees the time that it took. */
export async function cancelInterview(
	transaction: WriteTransaction,
	interview: InterviewRecord,
): Promise<InterviewRecord> {
	await updateUnchanged(transaction, interview, { state: "cancelled" });
	await deleteReservations(transaction, interviewPurpose, [interview.reference]);
	return { ...interview, state: "cancelled", sequence: interview.sequence + 1 };
}

/** Says how an interview went, or that it is not said any more. */
export async function setInterviewOutcome(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	outcome: InterviewOutcome | undefined,
): Promise<void> {
	await updateUnchanged(transaction, interview, { outcome: outcome ?? null });
}

function takeTime(
	transaction: WriteTransaction,
	interview: Pick<BookedInterview, "reference" | "hostIds" | "startsAt" | "durationMinutes">,
	{ lock, now, hosts }: TimeOptions,
): Promise<boolean> {
	const wanted = { purpose: interviewPurpose, reference: interview.reference, ...intervalOf(interview) };
	return reserveHosts(transaction, interview.hostIds, wanted, { lock, now, ...hosts });
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

async function updateUnchanged(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	change: Partial<Pick<InterviewsTable, "state" | "startsAt" | "videoUrl" | "hostIds" | "moves" | "outcome">>,
): Promise<void> {
	const { numUpdatedRows } = await transaction
		.updateTable("interviews")
		.set({ ...change, sequence: interview.sequence + 1 })
		.where("id", "=", interview.id)
		.where("sequence", "=", interview.sequence)
		.executeTakeFirst();
	if (numUpdatedRows === 0n) throw new InterviewChangedError();
	await tellOfChange(transaction, interview);
}

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
	return rows.flatMap(({ id, interviewId, at, kind, actorId, detail }): InterviewEvent[] => {
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
	hostIds,
	starts,
	startsAt,
	videoUrl,
	outcome,
	offeredAt,
	sendsAt,
	...row
}: Selectable<InterviewsTable>): InterviewRecord {
	return {
		...row,
		place: placeSchema.parse(JSON.parse(place)),
		hostIds: z.array(z.string()).parse(JSON.parse(hostIds)),
		startsMs: starts === null ? undefined : z.array(z.number()).parse(JSON.parse(starts)),
		startsAt: startsAt === null ? undefined : Temporal.Instant.from(startsAt),
		videoUrl: videoUrl ?? undefined,
		outcome: outcome ?? undefined,
		offeredAt: Temporal.Instant.from(offeredAt),
		sendsAt: Temporal.Instant.from(sendsAt),
	};
}
