import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { fieldRules } from "./changed-fields.server.ts";
import { listMembers } from "./members.server.ts";
import { notifyMember, deleteNotificationsAbout } from "./notifications.server.ts";
import { changedMeanwhile, moveQuarantine, QuarantineRefusedError } from "./quarantine.server.ts";
import { writeChange } from "./record-events.server.ts";
import {
	explainRefusedStage,
	findStage,
	withOwnStages,
	withStagesOf,
	type Appointment,
	type Member,
	type RecordKind,
} from "./record-kind.ts";
import {
	changeKeysOfRecord,
	findRecord,
	listRecordsOf,
	lockRecord,
	sortForLocks,
	type StoredRecord,
} from "./record-store.server.ts";
import type { RecordsDeps } from "./records-deps.ts";
import { isSnoozed } from "./snooze.server.ts";
import { noteRecordChange, type ChangedField } from "./work-store.server.ts";

/** Seconds in which the person who made a change can undo it. */
export const undoSeconds = 60;
/** Most records of one action, so that a person can review them. */
export const maxBulkRecords = 200;

/** A field and its new value: key of a stage, id of an account, day (YYYY-MM-DD), instant (toSnoozeText), amount, key of a reason, or "yes" or "no" for spam; "" for none. */
export type WantedChange = { field: ChangedField; value: string };

/** The result of a change. After a conflict it holds the stored record, so that both values can be shown. */
export type ChangeResult =
	| {
			ok: true;
			record: StoredRecord;
			/** For undo; undefined when nothing changed. */
			batch: string | undefined;
	  }
	| { ok: false; why: "gone" }
	| { ok: false; why: "conflict"; record: StoredRecord }
	| { ok: false; why: "refused"; record: StoredRecord; message: string };

/** The result of changing several fields. */
export type FieldsResult =
	| { ok: true; record: StoredRecord }
	| Exclude<ChangeResult, { ok: true } | { why: "refused" }>
	| { ok: false; why: "refused"; field: ChangedField; message: string };

/** The effect of a bulk change on one record. */
type PlannedChange = {
	reference: string;
	/** The version that was planned for; applyPlan refuses any other. */
	version: number;
	senderName: string;
	/** Displayed values; equal when nothing would change. */
	from: string;
	to: string;
	/** Appointments that would stay although the stage is final. */
	standing: string[];
	/** Why it cannot be changed. */
	refused: string | undefined;
};

/** An action by its batch, and where it is undone: all its records are of this kind, and the record of a page is one of them. */
export type UndoneAction = { batch: string; kind: string; reference?: string };

export type UndoResult =
	| { ok: true; records: StoredRecord[] }
	| { ok: false; why: "unknown" | "too-late" | "undone"; record?: undefined }
	| { ok: false; why: "refused"; message: string }
	| { ok: false; why: "conflict"; record: StoredRecord };

export type RecordChanges = {
	/** Changes one record, unless it has changed since the given version. */
	change(reference: string, wanted: WantedChange & { version: number; by: string }): Promise<ChangeResult>;
	/**
	 * Changes several fields of one record in this order, unless it has changed since the given version ("any" allows whatever there is); all
	 * of them or none. A refusal names the field.
	 */
	changeFields(
		reference: string,
		wanted: readonly WantedChange[],
		options: { version: number | "any"; by: string },
	): Promise<FieldsResult>;
	/** Returns what a bulk change would do; records that no longer exist are left out. */
	plan(references: readonly string[], wanted: WantedChange): Promise<PlannedChange[]>;
	/** Applies a plan in one transaction; records that have changed meanwhile are skipped and reported. */
	applyPlan(
		plan: readonly Pick<PlannedChange, "reference" | "version">[],
		wanted: WantedChange & { by: string },
	): Promise<{ batch: string | undefined; results: Map<string, ChangeResult> }>;
	/**
	 * Moves a record to a stage within a larger transaction, with a reason if that stage has it; the version increases even if the stage stays.
	 * @returns false, with nothing written, when the record has changed since it was read
	 */
	moveStage(
		transaction: WriteTransaction,
		record: StoredRecord,
		move: {
			stage: string;
			reason?: string | undefined;
			by: string;
			/** Of the action that it belongs to; by default its own. */
			batch?: string | undefined;
		},
	): Promise<boolean>;
	/**
	 * Undoes a move between two stages within a larger transaction, unless somebody has moved the record since. The reason that the move
	 * cleared comes back, unless there is another one.
	 */
	moveBack(
		transaction: WriteTransaction,
		record: StoredRecord,
		move: { before: string; after: string; by: string },
	): Promise<void>;
	/** Undoes one action, within a minute, for the person who did it; all of it or nothing. */
	undo(action: UndoneAction, by: string): Promise<UndoResult>;
};

/** Creates the changes of records. */
export function createRecordChanges({
	database,
	clock,
	kinds,
}: Pick<RecordsDeps, "database" | "clock" | "kinds">): RecordChanges {
	return {
		change: (reference, { version, by, ...wanted }) =>
			database.write(async (transaction) => {
				const record = await findRecord(transaction, reference);
				if (!record) return { ok: false, why: "gone" };
				const members = await listMembers(transaction, getKind(kinds, record));
				const result = await changeOne(transaction, record, wanted, {
					version,
					by,
					batch: createOrderedId(),
					members,
				});
				if (hasChanged(result))
					await writeAuditEntry(transaction, describeChange(result.record, wanted, by), clock.now());
				return result;
			}),

		async changeFields(reference, wanted, { version, by }) {
			try {
				return await database.write(async (transaction): Promise<FieldsResult> => {
					const isAny = version === "any";
					let record = await (isAny ? lockRecord(transaction, reference) : findRecord(transaction, reference));
					if (!record) return { ok: false, why: "gone" };
					if (!isAny && record.version !== version) return { ok: false, why: "conflict", record };
					const members = await listMembers(transaction, getKind(kinds, record));
					const batch = createOrderedId();
					const made: WantedChange[] = [];
					for (const one of wanted) {
						const result = await changeOne(transaction, record, one, { version: record.version, by, batch, members });
						if (!result.ok) throw new FieldsNotChangedError(describeFailure(result, one.field));
						record = result.record;
						if (hasChanged(result)) made.push(one);
					}
					for (const one of made) await writeAuditEntry(transaction, describeChange(record, one, by), clock.now());
					return { ok: true, record };
				});
			} catch (error) {
				if (error instanceof FieldsNotChangedError) return error.result;
				throw error;
			}
		},

		async plan(references, wanted) {
			const now = clock.now();
			const rules = fieldRules[wanted.field];
			const records = await listRecordsOf(database.db, references.slice(0, maxBulkRecords));
			const byReference = new Map(records.map((record) => [record.reference, record]));
			const everybody = await listMembers(database.db);
			const members = await listMembersByKind(database.db, records);
			const kindOf = await readKinds(database.db, kinds, records);
			const standing = wanted.field === "stage" ? await listAllStanding(records) : undefined;
			const kept = wanted.field === "spam" ? await rehearseSpam(records, wanted.value) : new Map<string, string>();
			for (const record of wanted.field === "stage" ? records : []) {
				const { reference } = record;
				const refused = await explainRefusedStage(database.db, kindOf(record), { reference, stage: wanted.value }, now);
				if (refused !== undefined) kept.set(reference, refused);
			}
			return references.flatMap((reference) => {
				const record = byReference.get(reference);
				if (!record) return [];
				const kind = kindOf(record);
				const { senderName, version } = record;
				const ends = kind.stages.some(({ key, open }) => key === wanted.value && !open);
				return {
					reference,
					version,
					senderName,
					from: rules.name(rules.read(record, kind), { kind, members: everybody, at: now }),
					to: rules.name(wanted.value, { kind, members: everybody, at: now }),
					standing: ends ? (standing?.get(reference) ?? []).map(({ name }) => name) : [],
					refused:
						rules.findFault(wanted.value, { kind, members: members.get(record.kind) ?? [], now }) ??
						kept.get(reference),
				};
			});
		},

		applyPlan: (plan, { by, ...wanted }) =>
			database.write(async (transaction) => {
				const batch = createOrderedId();
				const versions = new Map(
					sortForLocks(plan.slice(0, maxBulkRecords)).map(({ reference, version }) => [reference, version]),
				);
				const records = await listRecordsOf(transaction, [...versions.keys()]);
				const members = await listMembersByKind(transaction, records);
				const results = new Map<string, ChangeResult>();
				for (const [reference, version] of versions) {
					const record = records.find((one) => one.reference === reference);
					results.set(
						reference,
						record
							? await changeOne(transaction, record, wanted, {
									version,
									by,
									batch,
									members: members.get(record.kind) ?? [],
								})
							: { ok: false, why: "gone" },
					);
				}
				const changed = [...results.values()].filter(hasChanged);
				for (const { record } of changed)
					await writeAuditEntry(transaction, describeChange(record, wanted, by), clock.now());
				return { batch: changed.length > 0 ? batch : undefined, results };
			}),

		async moveStage(transaction, record, { stage, reason, by, batch = createOrderedId() }) {
			const kind = await withStagesOf(transaction, getKind(kinds, record), record.topic);
			const before = fieldRules.stage.read(record, kind);
			const moved = await applyStage(transaction, record, { before, after: stage, by, batch });
			if (!moved) return false;
			const kept = await clearEarlierReason(transaction, { before: record, moved, by, batch });
			if (reason !== undefined && findStage(kind, stage).reasons?.some(({ key }) => key === reason))
				await changeOne(
					transaction,
					kept,
					{ field: "reason", value: reason },
					{ version: kept.version, by, batch: createOrderedId(), members: [] },
				);
			return true;
		},

		async moveBack(transaction, record, { before, after, by }) {
			const kind = await withStagesOf(transaction, getKind(kinds, record), record.topic);
			if (before === after || fieldRules.stage.read(record, kind) !== after) return;
			const batch = createOrderedId();
			const cleared = await transaction
				.selectFrom("recordChanges as moves")
				.leftJoin("recordChanges as reasons", (join) =>
					join
						.onRef("reasons.batch", "=", "moves.batch")
						.onRef("reasons.reference", "=", "moves.reference")
						.on("reasons.field", "=", "reason")
						.on("reasons.after", "=", ""),
				)
				.select("reasons.before")
				.where("moves.reference", "=", record.reference)
				.where("moves.field", "=", "stage")
				.orderBy("moves.id", "desc")
				.executeTakeFirst();
			const back = await applyStage(transaction, record, { before: after, after: before, by, batch });
			if (back && cleared?.before && back.reason === undefined)
				await applyField(transaction, back, { field: "reason", before: "", after: cleared.before, by, batch });
		},

		async undo({ batch, kind: kindName, reference: ofPage }, by) {
			const now = clock.now();
			return unlessConflict(() =>
				database.write(async (transaction) => {
					const changes = await transaction
						.selectFrom("recordChanges")
						.selectAll()
						.where("batch", "=", batch)
						.where("accountId", "=", by)
						.where("undoes", "is", null)
						.orderBy("reference")
						.orderBy("id")
						.execute();
					const [first] = changes;
					if (!first) return { ok: false, why: "unknown" };
					const changed = await listRecordsOf(
						transaction,
						changes.map(({ reference }) => reference),
					);
					const isElsewhere = changed.some(({ kind }) => kind !== kindName);
					if (isElsewhere || (ofPage !== undefined && !changed.some(({ reference }) => reference === ofPage)))
						return { ok: false, why: "unknown" };
					if (toInstantText(now.subtract({ seconds: undoSeconds })) > first.at) return { ok: false, why: "too-late" };
					const undone = await transaction
						.selectFrom("recordChanges")
						.select("id")
						.where(
							"undoes",
							"in",
							changes.map(({ id }) => id),
						)
						.executeTakeFirst();
					if (undone) return { ok: false, why: "undone" };
					const records = new Map<string, StoredRecord>();
					const undoBatch = createOrderedId();
					for (const { id, reference, field, before, after } of changes) {
						const record = await findRecord(transaction, reference);
						if (!record) continue;
						const kind = await withStagesOf(transaction, getKind(kinds, record), record.topic);
						if (fieldRules[field].read(record, kind) !== after) throw new ConflictError(record);
						const change = { field, before: after, after: before, by, batch: undoBatch, undoes: id };
						records.set(reference, await applyField(transaction, record, change));
					}
					for (const { reference, kind } of records.values())
						await writeAuditEntry(transaction, { actor: by, action: `${kind}.undo`, subject: reference }, clock.now());
					return { ok: true, records: [...records.values()] };
				}),
			);
		},
	};

	/**
	 * Finds why some records cannot be marked as spam or released, by reference. The kinds' own rules decide, and a release depends on those
	 * before it, so it runs in a transaction that is rolled back.
	 */
	async function rehearseSpam(records: readonly StoredRecord[], value: string): Promise<Map<string, string>> {
		const refused = new Map<string, string>();
		const isSpam = value === "yes";
		const now = clock.now();
		try {
			await database.write(async (transaction) => {
				refused.clear();
				for (const record of sortForLocks(records)) {
					if (record.spam === isSpam) continue;
					await setSpam(transaction, record, { spam: isSpam, now }).catch((error: unknown) => {
						if (!(error instanceof RefusedError)) throw error;
						refused.set(record.reference, error.message);
					});
				}
				throw new RehearsalOverError();
			});
		} catch (error) {
			if (!(error instanceof RehearsalOverError)) throw error;
		}
		return refused;
	}

	async function listAllStanding(records: readonly StoredRecord[]): Promise<Map<string, Appointment[]>> {
		const references = records.map(({ reference }) => reference);
		const standing = new Map<string, Appointment[]>();
		for (const { appointments } of kinds)
			for (const [reference, own] of (await appointments?.listStanding(database.db, references, clock.now())) ?? [])
				standing.set(reference, own);
		return standing;
	}

	async function changeOne(
		transaction: WriteTransaction,
		record: StoredRecord,
		wanted: WantedChange,
		{ version, by, batch, members }: { version: number; by: string; batch: string; members: Member[] },
	): Promise<ChangeResult> {
		if (record.version !== version) return { ok: false, why: "conflict", record };
		const now = clock.now();
		const kind = await withStagesOf(transaction, getKind(kinds, record), record.topic);
		const rules = fieldRules[wanted.field];
		const message =
			rules.findFault(wanted.value, { kind, members, now }) ??
			(wanted.field === "reason" ? findReasonFault(kind, record, wanted.value) : undefined) ??
			(wanted.field === "stage"
				? await explainRefusedStage(transaction, kind, { reference: record.reference, stage: wanted.value }, now)
				: undefined);
		if (message !== undefined) return { ok: false, why: "refused", record, message };
		const before = rules.read(record, kind);
		const isOver = wanted.field === "snooze" && wanted.value === "" && !isSnoozed(record, now);
		if (before === wanted.value || isOver) return { ok: true, record, batch: undefined };
		try {
			const change = { field: wanted.field, before, after: wanted.value, by, batch };
			const moved = await applyField(transaction, record, change);
			const changed =
				wanted.field === "stage" ? await clearEarlierReason(transaction, { before: record, moved, by, batch }) : moved;
			return { ok: true, record: changed, batch };
		} catch (error) {
			if (error instanceof ConflictError) return { ok: false, why: "conflict", record: error.record };
			if (error instanceof RefusedError) return { ok: false, why: "refused", record, message: error.message };
			throw error;
		}
	}

	/** Clears the reason of an earlier stage, within the same action, where it would be taken for one of the stage to which a record moved. */
	async function clearEarlierReason(
		transaction: WriteTransaction,
		{ before, moved, by, batch }: { before: StoredRecord; moved: StoredRecord; by: string; batch: string },
	): Promise<StoredRecord> {
		const kind = await withStagesOf(transaction, getKind(kinds, moved), moved.topic);
		if (moved.stage === before.stage || !findStage(kind, moved.stage).reasons?.some(({ key }) => key === moved.reason))
			return moved;
		const { version } = moved;
		await changeOne(transaction, moved, { field: "reason", value: "" }, { version, by, batch, members: [] });
		return (await findRecord(transaction, moved.reference)) ?? moved;
	}

	/** Applies a change of the stage; returns undefined, with nothing written, when the record has changed since it was read. */
	async function applyStage(
		transaction: WriteTransaction,
		record: StoredRecord,
		change: Omit<FieldChange, "field" | "undoes">,
	): Promise<StoredRecord | undefined> {
		try {
			return await applyField(transaction, record, { ...change, field: "stage" });
		} catch (error) {
			if (error instanceof ConflictError) return undefined;
			throw error;
		}
	}

	/**
	 * Writes a field and, if it changes, its history; the version increases in any case.
	 * @returns the record as it is then
	 * @throws as setField does
	 */
	async function applyField(
		transaction: WriteTransaction,
		record: StoredRecord,
		{ undoes = null, ...change }: FieldChange,
	): Promise<StoredRecord> {
		const { reference, version } = record;
		const { field, before, after, by } = change;
		await setField(transaction, record, { field, value: after, by }, clock.now());
		if (before !== after) await insertChange(transaction, { ...change, undoes, reference, version: version + 1 });
		return (await findRecord(transaction, reference)) ?? record;
	}

	/** @throws ConflictError when the record has changed since it was read; RefusedError when its kind refuses */
	async function setField(
		transaction: WriteTransaction,
		record: StoredRecord,
		{ field, value, by }: WantedChange & { by: string },
		now: Temporal.Instant,
	): Promise<void> {
		const { toColumns } = fieldRules[field];
		const movesQuarantine = !toColumns;
		const { numUpdatedRows } = await transaction
			.updateTable("records")
			.set((set) => ({
				...toColumns?.(value),
				// Quarantine increases the version itself, and a kind may refuse: then nothing is written.
				...(!movesQuarantine && { version: set("version", "+", 1) }),
				changedAt: toInstantText(movesQuarantine ? record.changedAt : now),
			}))
			.where("reference", "=", record.reference)
			.where("version", "=", record.version)
			.executeTakeFirst();
		if (numUpdatedRows === 0n) throw new ConflictError((await findRecord(transaction, record.reference)) ?? record);
		if (!movesQuarantine) return recordChange(transaction, changeKeysOfRecord(record));
		await setSpam(transaction, record, { spam: value === "yes", by, now });
		await noteRecordChange(transaction, record, now);
	}

	/** @throws RefusedError when the record's kind refuses */
	async function setSpam(
		transaction: WriteTransaction,
		record: StoredRecord,
		move: { spam: boolean; by?: string; now: Temporal.Instant },
	): Promise<void> {
		const kind = getKind(kinds, record);
		try {
			await moveQuarantine(transaction, kind, record.reference, move);
		} catch (error) {
			if (error instanceof QuarantineRefusedError) throw new RefusedError(`It ${error.message}`);
			if (kind.quarantine.isConflict?.(error)) throw new RefusedError(`It ${changedMeanwhile}`);
			throw error;
		}
	}

	/** Adds a change to the history, and notifies a new owner, unless they made it themselves. */
	async function insertChange(
		transaction: WriteTransaction,
		{ by, ...change }: FieldChange & { reference: string; version: number; undoes: string | null },
	): Promise<void> {
		const id = createOrderedId();
		const now = clock.now();
		await transaction
			.insertInto("recordChanges")
			.values({ ...change, id, accountId: by, at: toInstantText(now) })
			.execute();
		const record = await findRecord(transaction, change.reference);
		// Quarantine writes its own event; records in quarantine produce none.
		if (record && !record.spam && change.field !== "spam")
			await writeChange(transaction, record, { field: change.field, from: change.before, to: change.after, by }, now);
		if (change.field !== "owner") return;
		if (change.undoes !== null) await deleteNotificationsAbout(transaction, change.undoes);
		else if (change.after !== "" && change.after !== by)
			await notifyMember(
				transaction,
				{ accountId: change.after, reference: change.reference, kind: "owner", cause: id },
				now,
			);
	}

	async function listMembersByKind(db: Connection, records: readonly StoredRecord[]): Promise<Map<string, Member[]>> {
		const byKind = new Map<string, Member[]>();
		for (const kind of new Set(records.map((record) => getKind(kinds, record))))
			byKind.set(kind.name, await listMembers(db, kind));
		return byKind;
	}
}

function hasChanged(result: ChangeResult): result is Extract<ChangeResult, { ok: true }> {
	return result.ok && result.batch !== undefined;
}

function describeChange({ kind, reference }: StoredRecord, { field, value }: WantedChange, by: string) {
	return { actor: by, action: `${kind}.${fieldRules[field].nameChange(value)}`, subject: reference };
}

type FieldChange = {
	field: ChangedField;
	before: string;
	after: string;
	by: string;
	batch: string;
	/** The id of the change that it undoes. */
	undoes?: string | null;
};

class ConflictError extends Error {
	readonly record: StoredRecord;

	constructor(record: StoredRecord) {
		super(`${record.reference} was changed at this very moment`);
		this.name = "ConflictError";
		this.record = record;
	}
}

/** Rolls back the fields that were changed before the one that could not be. */
class FieldsNotChangedError extends Error {
	readonly result: Exclude<FieldsResult, { ok: true }>;

	constructor(result: Exclude<FieldsResult, { ok: true }>) {
		super("One of several fields could not be changed");
		this.name = "FieldsNotChangedError";
		this.result = result;
	}
}

function describeFailure(
	result: Exclude<ChangeResult, { ok: true }>,
	field: ChangedField,
): Exclude<FieldsResult, { ok: true }> {
	return result.why === "refused" ? { ok: false, why: "refused", field, message: result.message } : result;
}

/** Rolls a rehearsal back. */
class RehearsalOverError extends Error {
	override name = "RehearsalOverError";
}

/** A kind of record refuses a change; the message is for people. */
class RefusedError extends Error {
	override name = "RefusedError";
}

async function unlessConflict(work: () => Promise<UndoResult>): Promise<UndoResult> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof ConflictError) return { ok: false, why: "conflict", record: error.record };
		if (error instanceof RefusedError) return { ok: false, why: "refused", message: error.message };
		throw error;
	}
}

/** Reads the kind of each record, with the stages of its topic. */
export async function readKinds(
	db: Connection,
	kinds: readonly RecordKind[],
	records: readonly StoredRecord[],
): Promise<(record: StoredRecord) => RecordKind> {
	const own = new Map<RecordKind, ReadonlyMap<string, RecordKind["stages"]>>();
	for (const kind of kinds) {
		const topics = new Set(records.filter((record) => record.kind === kind.name).map(({ topic }) => topic));
		if (kind.listStagesOf && topics.size > 0) own.set(kind, await kind.listStagesOf(db, [...topics]));
	}
	return (record) => {
		const kind = getKind(kinds, record);
		return withOwnStages(kind, own.get(kind)?.get(record.topic));
	};
}

/** Finds records in final stages, by reference. */
export async function findEndedRecords(
	db: Connection,
	kinds: readonly RecordKind[],
	references: readonly string[],
): Promise<Set<string>> {
	const records = await listRecordsOf(db, references);
	const kindOf = await readKinds(db, kinds, records);
	const ended = records.filter((record) => !findStage(kindOf(record), record.stage).open);
	return new Set(ended.map(({ reference }) => reference));
}

/** Returns the kind of a record. */
export function getKind(kinds: readonly RecordKind[], { kind, reference }: Pick<StoredRecord, "kind" | "reference">) {
	const found = kinds.find(({ name }) => name === kind);
	if (!found) throw new Error(`${reference} is of an unknown kind: ${kind}`);
	return found;
}

function findReasonFault(kind: RecordKind, record: StoredRecord, value: string): string | undefined {
	const { label, reasons } = findStage(kind, record.stage);
	if (value === "" || reasons?.some(({ key }) => key === value)) return undefined;
	return `Stage “${label}” has no reason “${value}”.`;
}
