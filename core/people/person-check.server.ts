import type { Generated } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import { releaseForSender, type SenderRelease } from "../records/quarantine.server.ts";
import { findKindOf, type RecordDeclaration } from "../records/record-kind.ts";
import { findRecord } from "../records/record-store.server.ts";

/** Hours in which a sender can say that a person sent a record, and after that in which its address says so. Then only staff decide. */
export const personCheckHours = 48;

/** `confirm`: the record counts once its sender has followed the link in an e-mail. */
type Answered = "yes" | "confirm";

type PersonChecksTable = {
	tokenHash: string;
	reference: string;
	expiresAt: string;
	answer: Generated<Answered | null>;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		personChecks: PersonChecksTable;
	}
}

/** The functions of the page that asks whether a person sent a record. */
export type PersonCheck = {
	/** Returns the kind of record, and its answer, if there is one; undefined for an unknown address. Has no side effects. */
	find(token: string): Promise<{ prefix: string; answer: Answered | undefined } | undefined>;
	/**
	 * Releases the record because its sender says that a person sent it. A repeated answer changes nothing, so that it cannot undo what staff
	 * decide later.
	 * @param client the client's address
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	answer(token: string, client: string | undefined): Promise<PersonAnswer>;
};

type PersonAnswer =
	/** `isRepeated`: the question was already answered. */
	| { kind: "released"; prefix: string; confirm: boolean; isRepeated: boolean }
	| Extract<SenderRelease, { kind: "refused" | "unknown" }>;

/** Creates the check for some kinds of records. */
export function createPersonCheck({
	database,
	clock,
	kinds,
	onAnswered,
}: {
	database: Database;
	clock: Clock;
	kinds: readonly RecordDeclaration[];
	/** Called with the result of an answer; e-mails may have become due. */
	onAnswered(kind: RecordDeclaration, result: SenderRelease): void;
}): PersonCheck {
	async function findAsked(token: string) {
		const check = await findPersonCheck(database.db, token, clock.now());
		const kind = check && findKindOf(kinds, check.reference);
		return check && kind ? { ...check, kind } : undefined;
	}
	return {
		async find(token) {
			const asked = await findAsked(token);
			if (!asked) return undefined;
			const { kind, reference, answer } = asked;
			const isHeld = answer === null && (await findRecord(database.db, reference))?.spam === true;
			return { prefix: kind.prefix, answer: isHeld ? undefined : (answer ?? "yes") };
		},
		async answer(token, client) {
			const asked = await findAsked(token);
			if (!asked) return { kind: "unknown" };
			const { kind, reference } = asked;
			const repeat = (answer: Answered | null = null) =>
				({ kind: "released", prefix: kind.prefix, confirm: answer === "confirm", isRepeated: true }) as const;
			if (asked.answer !== null) return repeat(asked.answer);
			const now = clock.now();
			const result = await releaseForSender(database, kind, reference, {
				client,
				now,
				onReleased: (transaction, confirm) => rememberAnswer(transaction, reference, confirm ? "confirm" : "yes", now),
			});
			// Another press of the same button may have come first.
			if (result.kind === "not-held") return repeat((await findAsked(token))?.answer);
			onAnswered(kind, result);
			return result.kind === "released" ? { ...result, prefix: kind.prefix, isRepeated: false } : result;
		},
	};
}

/** Origin of the page, without a slash at the end; and the current time. */
export type PersonCheckDeps = { publicUrl: string; now: Temporal.Instant };

/** Stores the check of a suspicious record and returns the address of its page. */
export async function rememberPersonCheck(
	transaction: WriteTransaction,
	reference: string,
	{ publicUrl, now }: PersonCheckDeps,
): Promise<string> {
	const token = createToken();
	await transaction
		.insertInto("personChecks")
		.values({ tokenHash: hashToken(token), reference, expiresAt: toInstantText(now.add({ hours: personCheckHours })) })
		.execute();
	return `${publicUrl}/person/${token}`;
}

/** Finds the record of a check and its answer; undefined for an unknown or expired address. */
function findPersonCheck(
	db: Connection,
	token: string,
	now: Temporal.Instant,
): Promise<{ reference: string; answer: Answered | null } | undefined> {
	return db
		.selectFrom("personChecks")
		.select(["reference", "answer"])
		.where("tokenHash", "=", hashToken(token))
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
}

/** Stores the answer about a record, which its address then gives again for as long as it was open. */
async function rememberAnswer(
	transaction: WriteTransaction,
	reference: string,
	answer: Answered,
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.updateTable("personChecks")
		.set({ answer, expiresAt: toInstantText(now.add({ hours: personCheckHours })) })
		.where("reference", "=", reference)
		.execute();
}

/** Deletes expired checks. */
export async function deleteExpiredPersonChecks(db: Connection, now: Temporal.Instant): Promise<void> {
	await db.deleteFrom("personChecks").where("expiresAt", "<=", toInstantText(now)).execute();
}

/** Deletes the checks of some records. */
export async function deletePersonChecksOf(
	transaction: WriteTransaction,
	references: readonly string[],
): Promise<void> {
	await transaction.deleteFrom("personChecks").where("reference", "in", references).execute();
}
