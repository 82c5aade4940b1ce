import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";

/** How long somebody can say that a person sent a record; after that staff alone decide. */
export const personCheckHours = 48;

type PersonChecksTable = { tokenHash: string; reference: string; expiresAt: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		personChecks: PersonChecksTable;
	}
}

/** What becomes of a record when somebody says that a person sent it. */
type PersonReleaseResult =
	/** It counts from now on, or did before; `confirm`: once it has been confirmed by the link in an e-mail. */
	| { kind: "released"; confirm?: boolean }
	/** It stays in quarantine, with the reason for its sender. */
	| { kind: "refused"; message: string }
	| { kind: "unknown" };

/** What a feature does with its records of which a person says that no program sent them. */
export type PersonRelease = {
	/** What their references begin with, such as ENQ. */
	prefix: string;
	/** Whether the record is in quarantine. */
	isHeld(reference: string): Promise<boolean>;
	/**
	 * Takes it out of quarantine.
	 *
	 * @param client address that this is asked from
	 * @throws StorageUnavailableError when nothing can be stored now
	 */
	release(reference: string, client: string | undefined): Promise<PersonReleaseResult>;
};

/** What the page can do that asks whether a person sent something. */
export type PersonCheck = {
	/** Says what it is about, and whether it still waits for the answer; undefined for an unknown address. Changes nothing. */
	find(token: string): Promise<{ prefix: string; isHeld: boolean } | undefined>;
	/**
	 * Takes the answer that a person did. The address opens nothing from then on, so that it cannot undo what staff decide later.
	 *
	 * @throws StorageUnavailableError when nothing can be stored now
	 */
	answer(token: string, client: string | undefined): Promise<PersonReleaseResult & { prefix?: string }>;
};

/** Puts it together of what the features can do. */
export function createPersonCheck({
	database,
	clock,
	releases,
	onReleased,
}: {
	database: Database;
	clock: Clock;
	releases: readonly PersonRelease[];
	/** Called when e-mails may have become due. */
	onReleased(): void;
}): PersonCheck {
	async function findRecord(token: string) {
		const reference = await findPersonCheck(database.db, token, clock.now());
		const feature = releases.find(({ prefix }) => reference?.startsWith(`${prefix}-`));
		return reference !== undefined && feature ? { reference, feature } : undefined;
	}
	return {
		async find(token) {
			const record = await findRecord(token);
			return record && { prefix: record.feature.prefix, isHeld: await record.feature.isHeld(record.reference) };
		},
		async answer(token, client) {
			const record = await findRecord(token);
			if (!record) return { kind: "unknown" };
			const result = await record.feature.release(record.reference, client);
			if (result.kind === "released") {
				await database.write((transaction) => deletePersonChecksOf(transaction, [record.reference]));
				onReleased();
			}
			return { ...result, prefix: record.feature.prefix };
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
