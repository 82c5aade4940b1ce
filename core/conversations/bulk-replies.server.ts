import { randomUUID } from "node:crypto";
import { splitIntoBatches } from "../../platform/database/batches.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { groupOf, listEmails, type EmailGroup } from "../../platform/email/email-list-store.ts";
import { toOneLine } from "../../shared/clean-text.ts";
import type { Stage } from "../../shared/desk.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { readKinds, type RecordChanges } from "../records/changes.server.ts";
import { tidy } from "../records/notes.server.ts";
import {
	explainRefusedStage,
	findStage,
	type Appointment,
	type RecordKind,
	type SentRecord,
} from "../records/record-kind.ts";
import { findRecord, listRecordsOf, sortForLocks, type StoredRecord } from "../records/record-store.server.ts";
import type { RecordsDeps } from "../records/records-deps.ts";
import { noteStaffText } from "../records/work-store.server.ts";
import { fillTemplate, type MergeValues } from "./merge-fields.ts";
import { readMergeValues } from "./merge-values.server.ts";
import {
	insertReply,
	listReplyErrors,
	replyDelaySeconds,
	stopReply,
	toReply,
	type ReplyError,
} from "./replies.server.ts";
import { setAnswered } from "./reply-state.server.ts";

/** Most recipients of one bulk reply. */
export const maxBulkReplies = 500;
/** The longest delay. */
const maxDelayHours = 14 * 24;
/** How many are written in one transaction, so that other writes do not wait long. */
const repliesAtOnce = 50;

/** A template, and the stage that its recipients move to. */
export type BulkReplyDraft = {
	subject: string;
	text: string;
	/** Key of the stage that they move to; empty keeps theirs. */
	stage: string;
	/** Key of a reason of that stage; any other counts as none. */
	reason?: string;
	delayHours: number;
	/** Keeps appointments such as interviews although the stage is final; otherwise the reply calls them off. */
	keepsAppointments?: boolean;
	by: { id: string; name: string };
};

/** The reply to one recipient, exactly as it would be sent. */
export type PlannedBulkReply = {
	reference: string;
	/** The version that it was planned for; it is not sent to any other. */
	version: number;
	senderName: string;
	recipient: string;
	subject: string;
	text: string;
	/** Names of the stages. */
	from: string;
	to: string;
	/** Effects on the appointments, in words. */
	remarks: string[];
	/** Why it is not sent. */
	refused: string | undefined;
};

/** One sent reply and its state. */
type SentBulkReply = {
	replyId: string;
	reference: string;
	recipient: string;
	subject: string;
	sendsAt: Temporal.Instant;
	/** Of its e-mail: “not-sent” when the record had changed by the time that it was to leave. */
	state: EmailGroup | "stopped";
};

/** The replies of an action to records of one kind. */
export type BulkReplyAction = { batch: string; kind: string };

export type BulkReplies = {
	/** Counts the records with appointments that a bulk reply can call off. */
	countAppointments(references: readonly string[]): Promise<number>;
	/** Lists the stages that all of some records can move to: those of their job, or the ones that several jobs share. */
	listStages(references: readonly string[]): Promise<Pick<Stage, "key" | "label" | "reasons">[]>;
	/** Returns what each would get; records that no longer exist are left out. */
	plan(references: readonly string[], draft: BulkReplyDraft): Promise<PlannedBulkReply[]>;
	/** Checks a template for many recipients. */
	check(draft: Pick<BulkReplyDraft, "subject" | "text" | "delayHours">): BulkReplyError[];
	/**
	 * Stores the replies and moves the records. Records that changed since the plan are skipped, so a retry sends no reply twice.
	 * @param batch names the action; the same for a retry
	 * @returns how many replies were stored now
	 * @throws StorageUnavailableError when no more can be stored; some may have been
	 */
	send(
		plan: readonly Pick<PlannedBulkReply, "reference" | "version">[],
		draft: BulkReplyDraft & { batch: string },
	): Promise<number>;
	/** Stops replies that wait in the outbox, one or all of an action, and moves their records back. Returns their number. */
	stop(which: { replyId: string; reference: string } | BulkReplyAction, by: string): Promise<number>;
	/** Lists the replies of an action by reference. */
	list(action: BulkReplyAction): Promise<SentBulkReply[]>;
};

export type BulkReplyError = ReplyError | { field: "delay"; message: string };

type BulkRepliesDeps = Pick<RecordsDeps, "database" | "clock" | "kinds" | "company" | "messageIdDomain"> & {
	changes: Pick<RecordChanges, "moveStage" | "moveBack">;
};

/** Creates bulk replies: one template sent to many people, each rendered for its recipient, after a delay in which it can be stopped. */
export function createBulkReplies(deps: BulkRepliesDeps): BulkReplies {
	const { database, clock, kinds, changes, company, messageIdDomain } = deps;

	/** Renders the template for one person, and says what is called off. */
	function write({ appointments, values }: FoundRecord, { subject, text }: BulkReplyDraft) {
		const cancellationTexts = new Set(
			appointments.filter(({ isCalledOff }) => isCalledOff).map(({ cancellationText }) => cancellationText),
		);
		return {
			subject: toOneLine(fillTemplate(subject, values)),
			text: [tidy(fillTemplate(text, values)), ...cancellationTexts].join("\n\n"),
		};
	}

	/** The company's name for a stage; several jobs may name it differently. */
	function nameStage(key: string, label: string): string {
		return kinds.flatMap(({ stages }) => stages).find((stage) => stage.key === key)?.label ?? label;
	}

	/** Finds records with their appointments, and whether the reply calls those off. */
	async function findAll(
		db: Connection,
		references: readonly string[],
		draft: Pick<BulkReplyDraft, "stage" | "delayHours" | "keepsAppointments" | "by">,
	): Promise<FoundRecord[]> {
		const now = clock.now();
		const records = new Map((await listRecordsOf(db, references)).map((record) => [record.reference, record]));
		const kindOf = await readKinds(db, kinds, [...records.values()]);
		const sent = new Map<string, SentRecord>();
		const standing = new Map<string, Appointment[]>();
		const values = new Map<string, MergeValues>();
		for (const kind of kinds) {
			const own = [...records.values()].filter((record) => record.kind === kind.name).map((record) => record.reference);
			const ofKind = await kind.findSent(db, own);
			for (const [reference, one] of ofKind) sent.set(reference, one);
			const ofFields = await readMergeValues(db, kind, { sent: ofKind, senderName: draft.by.name, company });
			for (const [reference, one] of ofFields) values.set(reference, one);
			for (const [reference, some] of (await kind.appointments?.listStanding(db, own, now)) ?? [])
				standing.set(reference, some);
		}
		const refusals = new Map<string, string>();
		for (const record of draft.stage === "" ? [] : records.values()) {
			const wanted = { reference: record.reference, stage: draft.stage };
			const refused = await explainRefusedStage(db, kindOf(record), wanted, now);
			if (refused !== undefined) refusals.set(record.reference, refused);
		}
		const leavesAt = findLeaving(now, draft);
		return references.flatMap((reference) => {
			const record = records.get(reference);
			const one = sent.get(reference);
			const ofOne = values.get(reference);
			if (!record || !one || !ofOne) return [];
			const kind = kindOf(record);
			const ends = kind.stages.some(({ key, open }) => key === draft.stage && !open);
			const appointments = (standing.get(reference) ?? []).map((appointment) => {
				const isBefore =
					appointment.startsAt !== undefined && Temporal.Instant.compare(appointment.startsAt, leavesAt) <= 0;
				return { ...appointment, isBefore, isCalledOff: ends && !isBefore && draft.keepsAppointments !== true };
			});
			return [
				{
					record,
					sent: one,
					kind,
					appointments: ends ? appointments : [],
					values: ofOne,
					refusedStage: refusals.get(reference),
				},
			];
		});
	}

	function findFault({ record, sent, kind, refusedStage }: FoundRecord, { stage }: BulkReplyDraft) {
		if (record.spam) return "Marked as spam.";
		if (sent.email === "") return "No e-mail address.";
		if (kind.isWithdrawn?.(record)) return "Withdrawn by the applicant.";
		if (stage !== "" && !kind.stages.some(({ key }) => key === stage)) return `Stage “${stage}” does not exist.`;
		return refusedStage;
	}

	return {
		async countAppointments(references) {
			const now = clock.now();
			let count = 0;
			for (const { appointments } of kinds)
				count += (await appointments?.listStanding(database.db, references, now))?.size ?? 0;
			return count;
		},

		async listStages(references) {
			const records = await listRecordsOf(database.db, references);
			const kindOf = await readKinds(database.db, kinds, records);
			const lists = [
				...new Map(records.map((record) => [`${record.kind} ${record.topic}`, kindOf(record).stages])).values(),
			];
			const [first = [], ...others] = lists;
			return first
				.filter(({ key }) => others.every((stages) => stages.some((stage) => stage.key === key)))
				.map(({ key, label, reasons }) => ({
					key,
					label: lists.length === 1 ? label : nameStage(key, label),
					reasons,
				}));
		},

		check({ subject, text, delayHours }) {
			const errors: BulkReplyError[] = listReplyErrors({
				subject: toOneLine(subject),
				text: tidy(text),
				files: [],
			});
			if (!Number.isInteger(delayHours) || delayHours < 0 || delayHours > maxDelayHours)
				errors.push({ field: "delay", message: `Choose a delay of at most ${maxDelayHours / 24} days` });
			return errors;
		},

		async plan(references, draft) {
			const found = await findAll(database.db, [...new Set(references)].slice(0, maxBulkReplies), draft);
			return found.map((one) => {
				const { record, sent, kind } = one;
				const stage = findStage(kind, record.stage);
				return {
					reference: record.reference,
					version: record.version,
					senderName: record.senderName,
					recipient: sent.email,
					...write(one, draft),
					remarks: one.appointments.map(describeAppointment),
					from: stage.label,
					to: draft.stage === "" ? stage.label : findStage(kind, draft.stage).label,
					refused: findFault(one, draft),
				};
			});
		},

		async send(plan, { batch, ...draft }) {
			const wanted = sortForLocks(plan.slice(0, maxBulkReplies));
			let count = 0;
			for (const some of splitIntoBatches(wanted, repliesAtOnce))
				count += await database.write((transaction) => sendSome(transaction, some, { ...draft, batch }));
			return count;
		},

		async stop(which, by) {
			return database.write(async (transaction) => {
				const now = clock.now();
				const answers = await selectAnswers(transaction)
					.innerJoin("emails", "emails.messageId", "recordReplies.messageId")
					.select(["recordAnswers.stage", "recordAnswers.stageBefore"])
					.where((where) =>
						"batch" in which
							? where.and({ "recordAnswers.batch": which.batch, "records.kind": which.kind })
							: where.and({ "recordAnswers.replyId": which.replyId, "recordAnswers.reference": which.reference }),
					)
					.where("recordReplies.withdrawnAt", "is", null)
					.where("emails.state", "in", ["waiting", "held"])
					.orderBy("recordAnswers.reference")
					.execute();
				const stopped: StoredRecord[] = [];
				for (const answer of answers) {
					if (!(await stopReply(transaction, kinds, answer, now))) continue;
					const record = await findRecord(transaction, answer.reference);
					if (!record) continue;
					const { stageBefore: before, stage: after } = answer;
					await changes.moveBack(transaction, record, { before, after, by });
					await noteStaffText(transaction, record, now);
					stopped.push(record);
				}
				for (const { kind, reference } of stopped)
					await writeAuditEntry(
						transaction,
						{ actor: by, action: `${kind}.answer-stopped`, subject: reference },
						clock.now(),
					);
				return stopped.length;
			});
		},

		async list({ batch, kind }) {
			const rows = await selectAnswers(database.db)
				.where("recordAnswers.batch", "=", batch)
				.where("records.kind", "=", kind)
				.orderBy("recordAnswers.reference")
				.execute();
			if (rows.length === 0) return [];
			const now = clock.now();
			const messageIds = rows.map(({ messageId }) => messageId);
			const emails = await listEmails(database.db, { now, messageIds, limit: messageIds.length });
			const groups = new Map(emails.map((email) => [email.messageId, groupOf(email, now)]));
			return rows.map((row) => {
				const { id, reference, recipient, subject, sendsAt, withdrawnAt, messageId } = toReply(row);
				// The e-mail to a person who was erased is gone, although it was sent.
				const state = withdrawnAt ? "stopped" : (groups.get(messageId) ?? "sent");
				return { replyId: id, reference, recipient, subject, sendsAt, state };
			});
		},
	};

	async function sendSome(
		transaction: WriteTransaction,
		plan: readonly Pick<PlannedBulkReply, "reference" | "version">[],
		{ batch, ...draft }: BulkReplyDraft & { batch: string },
	): Promise<number> {
		const now = clock.now();
		const versions = new Map(plan.map(({ reference, version }) => [reference, version]));
		const answered: StoredRecord[] = [];
		for (const one of await findAll(transaction, [...versions.keys()], draft)) {
			const { record, sent, kind, appointments } = one;
			if (record.version !== versions.get(record.reference) || findFault(one, draft) !== undefined) continue;
			const stageBefore = findStage(kind, record.stage).key;
			const stage = draft.stage === "" ? stageBefore : draft.stage;
			// The version always increases, so that a retry is refused.
			if (!(await changes.moveStage(transaction, record, { stage, reason: draft.reason, by: draft.by.id }))) continue;
			const reply = await insertReply(
				transaction,
				{
					reference: record.reference,
					by: draft.by,
					recipient: sent.email,
					...write(one, draft),
					sendsAt: findLeaving(now, draft),
				},
				{ now, messageIdDomain },
			);
			if (appointments.some(({ isCalledOff }) => isCalledOff))
				await kind.appointments?.callOff(transaction, record.reference, {
					messageId: reply.messageId,
					by: draft.by,
					leavesAt: reply.sendsAt,
				});
			await transaction
				.insertInto("recordAnswers")
				.values({ replyId: reply.id, batch, reference: record.reference, stageBefore, stage })
				.execute();
			await setAnswered(transaction, kinds, record.reference);
			await noteStaffText(transaction, record, now);
			answered.push(record);
		}
		for (const { kind, reference } of answered)
			await writeAuditEntry(
				transaction,
				{ actor: draft.by.id, action: `${kind}.answer`, subject: reference },
				clock.now(),
			);
		return answered.length;
	}
}

/** Returns when replies leave: after their delay, and never sooner than a single reply, which can be undone until then. */
function findLeaving(now: Temporal.Instant, { delayHours }: Pick<BulkReplyDraft, "delayHours">): Temporal.Instant {
	return now.add({ seconds: Math.max(replyDelaySeconds, Math.round(delayHours * 3_600)) });
}

function selectAnswers(db: Connection) {
	return db
		.selectFrom("recordAnswers")
		.innerJoin("recordReplies", "recordReplies.id", "recordAnswers.replyId")
		.innerJoin("records", "records.reference", "recordAnswers.reference")
		.selectAll("recordReplies");
}

/** A recipient, with the appointments that a final stage would call off. */
type FoundRecord = {
	record: StoredRecord;
	sent: SentRecord;
	kind: RecordKind;
	appointments: (Appointment & { isBefore: boolean; isCalledOff: boolean })[];
	/** Of the merge fields. */
	values: MergeValues;
	/** Why it cannot move to the stage of the reply. */
	refusedStage: string | undefined;
};

function describeAppointment({ name, isBefore, isCalledOff }: FoundRecord["appointments"][number]): string {
	if (isCalledOff) return `${name}: cancelled with the reply`;
	return isBefore ? `${name}: kept, because it starts before the reply is sent` : `${name}: kept`;
}

export function createBatchName(): string {
	return randomUUID();
}
