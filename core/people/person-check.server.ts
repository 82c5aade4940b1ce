import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import { releaseForSender, type SenderRelease } from "../records/quarantine.server.ts";
import { findKindOf, type RecordDeclaration } from "../records/record-kind.ts";
import { findRecord } from "../records/record-store.server.ts";

/** Hours in which a sender can say that a person sent a record; after that only staff decide. */
export const personCheckHours = 48;

type PersonChecksTable = { tokenHash: string; reference: string; expiresAt: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		personChecks: PersonChecksTable;
	}
}

/** The functions of the page that asks whether a person sent a record. */
export type PersonCheck = {
	/** Returns the kind of record, and whether it still needs an answer; undefined for an unknown address. Has no side effects. */
	find(token: string): Promise<{ prefix: string; isHeld: boolean } | undefined>;
	/**
	 * Releases the record because its sender says that a person sent it. The address stops working, so that it cannot undo what staff decide
	 * later.
	 * @param client the client's address
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	answer(token: string, client: string | undefined): Promise<SenderRelease & { prefix?: string }>;
};

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
		const reference = await findPersonCheck(database.db, token, clock.now());
		const kind = reference === undefined ? undefined : findKindOf(kinds, reference);
		return reference !== undefined && kind ? { reference, kind } : undefined;
	}
	return {
		async find(token) {
			const asked = await findAsked(token);
			if (!asked) return undefined;
			const record = await findRecord(database.db, asked.reference);
			return { prefix: asked.kind.prefix, isHeld: record?.spam === true };
		},
		async answer(token, client) {
			const asked = await findAsked(token);
			if (!asked) return { kind: "unknown" };
			const { kind, reference } = asked;
			const result = await releaseForSender(database, kind, reference, { client, now: clock.now() });
			if (result.kind === "released")
				await database.write((transaction) => deletePersonChecksOf(transaction, [reference]));
			onAnswered(kind, result);
			return { ...result, prefix: kind.prefix };
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

/** Finds the record of a check; undefined for an unknown or expired address. */
async function findPersonCheck(db: Connection, token: string, now: Temporal.Instant): Promise<string | undefined> {
	const row = await db
		.selectFrom("personChecks")
		.select("reference")
		.where("tokenHash", "=", hashToken(token))
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	return row?.reference;
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
