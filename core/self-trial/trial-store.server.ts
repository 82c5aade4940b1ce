import type { Selectable } from "kysely";
import { z } from "zod";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";

type SelfTrialsTable = {
	id: string;
	askedAt: string;
	startedAt: string | null;
	endedAt: string | null;
	/** Of its records, which are erased when it ends; the first is its enquiry's. */
	reference: string | null;
	callReference: string | null;
	applicationReference: string | null;
	/** When its e-mail came back through a mailbox, and what the mailbox's server says of it, as JSON. */
	arrivedAt: string | null;
	authentication: string | null;
	/** JSON. */
	steps: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		selfTrials: SelfTrialsTable;
	}
}

const stepSchema = z.object({
	/** Any, because the server of a later release may have tried more. */
	name: z.string(),
	isWell: z.boolean(),
	text: z.string(),
});
/** A part of a trial, and how it went in a whole sentence. */
export type TrialStep = z.infer<typeof stepSchema>;

const authenticationSchema = z.object({
	spf: z.string().optional(),
	dkim: z.string().optional(),
	dmarc: z.string().optional(),
});
/** Results of the checks of a message's sender, such as "pass"; undefined where nothing is known. */
export type Authentication = z.infer<typeof authenticationSchema>;

/** The forms that a trial sends. */
export type TrialForm = "enquiry" | "call" | "application";

const referenceColumns = {
	enquiry: "reference",
	call: "callReference",
	application: "applicationReference",
} as const satisfies Record<TrialForm, keyof SelfTrialsTable>;

export type Trial = {
	id: string;
	askedAt: Temporal.Instant;
	startedAt: Temporal.Instant | undefined;
	endedAt: Temporal.Instant | undefined;
	/** Of the records that it stored. */
	references: Partial<Record<TrialForm, string>>;
	arrived: { at: Temporal.Instant; authentication: Authentication } | undefined;
	steps: TrialStep[];
};

/** How often the site is tried by itself. */
const everyMinutes = 60;
/** A trial that takes longer has died with its server. */
const diedAfter = Temporal.Duration.from({ minutes: 15 });
/** How long results are kept. */
const keptFor = Temporal.Duration.from({ hours: 30 * 24 });

/** Asks for a trial now, unless one is waiting. */
export async function askForTrial(transaction: WriteTransaction, now: Temporal.Instant): Promise<void> {
	await takeLock(transaction, "self-trial");
	const waiting = await transaction
		.selectFrom("selfTrials")
		.select("id")
		.where("startedAt", "is", null)
		.executeTakeFirst();
	if (!waiting) await insertTrial(transaction, now);
}

async function insertTrial(transaction: WriteTransaction, now: Temporal.Instant): Promise<void> {
	await transaction
		.insertInto("selfTrials")
		.values({ id: createOrderedId(), askedAt: toInstantText(now) })
		.execute();
}

/**
 * Takes the turn to try the site, if somebody asked for it or the last trial is an hour old, and deletes old results. Of several servers,
 * one gets it.
 *
 * @param isHourly whether the site is tried without being asked
 * @returns the trial, and those that died under way, whose records remain to be erased; no trial while another is under way
 */
export async function claimTrial(
	transaction: WriteTransaction,
	{ isHourly, now }: { isHourly: boolean; now: Temporal.Instant },
): Promise<{ trial: Trial | undefined; died: Trial[] }> {
	await takeLock(transaction, "self-trial");
	await deleteOldTrials(transaction, now);
	const underWay = await listUnderWay(transaction);
	const hasDied = ({ startedAt }: Trial) =>
		startedAt !== undefined && startedAt.until(now).abs().total("minutes") >= diedAfter.total("minutes");
	const died = underWay.filter(hasDied);
	if (died.length < underWay.length) return { trial: undefined, died };
	const last = await findLatest(transaction);
	const isDue = !last || last.askedAt.until(now).abs().total("minutes") >= everyMinutes;
	if (isHourly && isDue && (!last || last.startedAt)) await insertTrial(transaction, now);
	const row = await transaction
		.updateTable("selfTrials")
		.set({ startedAt: toInstantText(now) })
		.where("startedAt", "is", null)
		.returningAll()
		.executeTakeFirst();
	return { trial: row && toTrial(row), died };
}

async function listUnderWay(db: Connection): Promise<Trial[]> {
	const rows = await db
		.selectFrom("selfTrials")
		.selectAll()
		.where("startedAt", "is not", null)
		.where("endedAt", "is", null)
		.execute();
	return rows.map(toTrial);
}

async function findLatest(db: Connection): Promise<Trial | undefined> {
	const row = await db.selectFrom("selfTrials").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
	return row && toTrial(row);
}

export async function findTrial(db: Connection, id: string): Promise<Trial | undefined> {
	const row = await db.selectFrom("selfTrials").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toTrial(row);
}

/** Finds the trial of a record that a message of these Message-IDs is about. */
export async function findTrialOfMessage(db: Connection, messageIds: readonly string[]): Promise<Trial | undefined> {
	const references = messageIds.map((id) => id.slice(0, Math.max(0, id.lastIndexOf("@"))));
	if (references.length === 0) return undefined;
	const row = await db.selectFrom("selfTrials").selectAll().where("reference", "in", references).executeTakeFirst();
	return row && toTrial(row);
}

/** Lists trials that have begun or are asked for, the latest first. */
export async function listTrials(db: Connection, limit: number): Promise<Trial[]> {
	const rows = await db.selectFrom("selfTrials").selectAll().orderBy("id", "desc").limit(limit).execute();
	return rows.map(toTrial);
}

/** Finds the last trial that ended with a result. */
export async function findLastTrial(db: Connection): Promise<Trial | undefined> {
	const row = await db
		.selectFrom("selfTrials")
		.selectAll()
		.where("steps", "is not", null)
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row && toTrial(row);
}

/**
 * Notes a record of a trial, in the transaction that stores it, so that it is erased whatever happens.
 *
 * @throws Error when the trial has ended or already has a record of this form, so that nothing is stored that nobody erases
 */
export async function noteTrialRecord(
	transaction: WriteTransaction,
	id: string,
	form: TrialForm,
	reference: string,
): Promise<void> {
	const column = referenceColumns[form];
	const noted = await transaction
		.updateTable("selfTrials")
		.set({ [column]: reference })
		.where("id", "=", id)
		.where("endedAt", "is", null)
		.where(column, "is", null)
		.returning("id")
		.executeTakeFirst();
	if (!noted) throw new Error(`The trial ${id} takes no ${form} any more`);
}

/** Notes that the e-mail of a trial came back. */
export async function noteTrialArrival(
	transaction: WriteTransaction,
	{ id }: Pick<Trial, "id">,
	authentication: Authentication,
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.updateTable("selfTrials")
		.set({ arrivedAt: toInstantText(now), authentication: JSON.stringify(authentication) })
		.where("id", "=", id)
		.where("arrivedAt", "is", null)
		.execute();
}

/** Ends a trial; without steps, it died and has no result. */
export async function endTrial(
	transaction: WriteTransaction,
	{ id }: Pick<Trial, "id">,
	{ steps, now }: { steps?: readonly TrialStep[]; now: Temporal.Instant },
): Promise<void> {
	await transaction
		.updateTable("selfTrials")
		.set({ endedAt: toInstantText(now), steps: steps ? JSON.stringify(steps) : null })
		.where("id", "=", id)
		.execute();
}

async function deleteOldTrials(transaction: WriteTransaction, now: Temporal.Instant): Promise<void> {
	await transaction
		.deleteFrom("selfTrials")
		.where("endedAt", "<=", toInstantText(now.subtract(keptFor)))
		.execute();
}

function toTrial(row: Selectable<SelfTrialsTable>): Trial {
	const arrivedAt = toOptionalInstant(row.arrivedAt);
	return {
		id: row.id,
		askedAt: Temporal.Instant.from(row.askedAt),
		startedAt: toOptionalInstant(row.startedAt),
		endedAt: toOptionalInstant(row.endedAt),
		references: {
			...(row.reference !== null && { enquiry: row.reference }),
			...(row.callReference !== null && { call: row.callReference }),
			...(row.applicationReference !== null && { application: row.applicationReference }),
		},
		arrived: arrivedAt && {
			at: arrivedAt,
			authentication: authenticationSchema.parse(JSON.parse(row.authentication ?? "{}")),
		},
		steps: z.array(stepSchema).parse(JSON.parse(row.steps ?? "[]")),
	};
}
