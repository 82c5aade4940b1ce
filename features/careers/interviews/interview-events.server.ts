import { z } from "zod";
import {
	insertChange,
	listChangeRows,
	type ChangeRow,
} from "../../../core/appointments/appointment-changes-store.server.ts";
import type { AppointmentKind } from "../../../core/appointments/appointment-kind.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { keepHosts } from "./interview-deps.server.ts";
import type { Applicant, InterviewRecord } from "./interview-record.ts";
import { nameInterviewers } from "./interview-texts.ts";
import type { Interviewers } from "./rules.ts";
import { listInterviewsOf } from "./store.server.ts";

type InterviewEventsTable = ChangeRow & {
	interviewId: string;
	kind: InterviewEventKind;
	/** Id of the account; null for the applicant. */
	actorId: string | null;
	/** JSON. */
	detail: string;
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

/** An event of an interview. */
export type InterviewEvent = {
	id: string;
	interview: InterviewRecord;
	at: Temporal.Instant;
	kind: InterviewEventKind;
	/** Id of an account; undefined for the applicant. */
	actorId: string | undefined;
	detail: EventDetail;
	isUndone: boolean;
};

/** Stores changes of interviews among their events. */
export const interviewChanges: AppointmentKind<InterviewRecord, Applicant, Interviewers>["changes"] = {
	table: "interviewEvents",
	owner: "interviewId",
	actor: "actorId",
	ownerOf: ({ id }) => id,
	kindOf: ({ kind }) => String(kind),
	describe({ kind, before, after, by, people }) {
		// Nobody but applicants and interviewers takes part.
		if (kind === "invited") return undefined;
		const hasMoved = kind === "moved" || kind === "booked";
		const detail: EventDetail = {
			...(hasMoved && kind === "moved" && { from: before.startsAt?.toString() }),
			...(hasMoved && { to: after.startsAt?.toString() }),
			...(kind === "handed-over" && { hosts: nameInterviewers(after, keepHosts(after, people)) }),
			...(by && { message: by.message }),
		};
		return toColumns({
			kind: kind === "withdrawn" || kind === "called-off" ? "cancelled" : kind,
			actorId: by?.id,
			detail,
		});
	},
};

function toColumns({ kind, actorId, detail }: Pick<InterviewEvent, "kind" | "actorId" | "detail">) {
	return { kind, actorId: actorId ?? null, detail: JSON.stringify(detail) };
}

/** Adds an event of an interview that is not a change. */
export async function addInterviewEvent(
	transaction: WriteTransaction,
	interview: Pick<InterviewRecord, "id" | "reference">,
	event: Pick<InterviewEvent, "at" | "kind" | "actorId" | "detail">,
): Promise<void> {
	await insertChange(transaction, interviewChanges, interview, toColumns(event), { now: event.at });
}

/** Lists the events of applications' interviews, earliest first. */
export async function listInterviewEvents(db: Connection, applications: readonly string[]): Promise<InterviewEvent[]> {
	const interviews = new Map((await listInterviewsOf(db, applications)).map((interview) => [interview.id, interview]));
	const rows = (await listChangeRows(db, interviewChanges, [
		...interviews.keys(),
	])) as unknown as InterviewEventsTable[];
	return rows.flatMap(({ id, interviewId, at, kind, actorId, detail, undoneAt }): InterviewEvent[] => {
		const interview = interviews.get(interviewId);
		if (!interview) return [];
		return [
			{
				id,
				interview,
				at: Temporal.Instant.from(at),
				kind,
				actorId: actorId ?? undefined,
				detail: eventDetailSchema.parse(JSON.parse(detail)),
				isUndone: undoneAt !== null,
			},
		];
	});
}

/** Finds when an applicant was first offered an interview, and when last, without undone offers. */
export async function findOffers(
	db: Connection,
	application: string,
): Promise<{ first: Temporal.Instant; latest: Temporal.Instant } | undefined> {
	const events = await listInterviewEvents(db, [application]);
	const undone = events.filter(({ kind }) => kind === "taken-back").map(({ interview }) => interview.id);
	const times = events
		.flatMap(({ interview }) => (undone.includes(interview.id) ? [] : interview.offeredAt))
		.toSorted((a, b) => Temporal.Instant.compare(a, b));
	const [first] = times;
	const latest = times.at(-1);
	return first && latest && { first, latest };
}
