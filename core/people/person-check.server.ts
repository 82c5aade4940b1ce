import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { RecordDeclaration } from "../records/record-kind.ts";
import { releaseForSender, type SenderRelease } from "../records/quarantine.server.ts";
import { findRecord } from "../records/record-store.server.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";

/** How long somebody can say that a person sent a record; after that staff alone decide. */
export const personCheckHours = 48;

type PersonChecksTable = { tokenHash: string; reference: string; expiresAt: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		personChecks: PersonChecksTable;
	}
}

/** What the page can do that asks whether a person sent something. */
export type PersonCheck = {
	/** Says what it is about, and whether it still waits for the answer; undefined for an unknown address. Changes nothing. */
	find(token: string): Promise<{ prefix: string; isHeld: boolean } | undefined>;
	/**
	 * Takes the answer that a person did. The address opens nothing from then on, so that it cannot undo what staff decide later.
	 *
	 * @param client address that this is asked from
	 * @throws StorageUnavailableError when nothing can be stored now
	 */
	answer(token: string, client: string | undefined): Promise<SenderRelease & { prefix?: string }>;
};

/** Makes it for some kinds of records. */
export function createPersonCheck({
	database,
	clock,
	kinds,
	onAnswered,
}: {
	database: Database;
	clock: Clock;
	kinds: readonly RecordDeclaration[];
	/** Called after an answer, with what came of it: e-mails may have become due. */
	onAnswered(kind: RecordDeclaration, result: SenderRelease): void;
}): PersonCheck {
	async function findAsked(token: string) {
		const reference = await findPersonCheck(database.db, token, clock.now());
		const kind = kinds.find(({ prefix }) => reference?.startsWith(`${prefix}-`));
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

/** Origin of the page that asks, without a slash at the end; and the moment. */
export type PersonCheckDeps = { publicUrl: string; now: Temporal.Instant };

/** Makes the address of the page on which whoever sent a record that looks like a program's can say that a person did. */
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

/** Finds the record that a page asks about; undefined for an unknown address and for one whose time is over. */
async function findPersonCheck(db: Connection, token: string, now: Temporal.Instant): Promise<string | undefined> {
	const row = await db
		.selectFrom("personChecks")
		.select("reference")
		.where("tokenHash", "=", hashToken(token))
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	return row?.reference;
}

/** Deletes the addresses whose time is over. */
export async function deleteExpiredPersonChecks(db: Connection, now: Temporal.Instant): Promise<void> {
	await db.deleteFrom("personChecks").where("expiresAt", "<=", toInstantText(now)).execute();
}

/** Deletes the addresses of records. */
export async function deletePersonChecksOf(
	transaction: WriteTransaction,
	references: readonly string[],
): Promise<void> {
	await transaction.deleteFrom("personChecks").where("reference", "in", references).execute();
}
