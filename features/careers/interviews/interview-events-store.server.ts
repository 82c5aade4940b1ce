import { z } from "zod";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import type { InterviewRecord } from "./interview-record.ts";
import { listInterviewsOf } from "./store.server.ts";
import { createOrderedId } from "../../../platform/ids/ordered-id.ts";

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
		interviewEvents: InterviewEventsTable;
	}
}

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
			id: createOrderedId(),
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
