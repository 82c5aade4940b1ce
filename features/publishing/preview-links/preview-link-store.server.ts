import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";

type PreviewLinksTable = {
	id: string;
	tokenHash: string;
	/** JSON array of documents. */
	paths: string;
	/** JSON object of texts by path; null for a deletion. */
	texts: string;
	by: string;
	createdAt: string;
	endsAt: string;
	lastOpenedOn: string | null;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		previewLinks: PreviewLinksTable;
	}
}

/** The change key of preview links. */
export const previewLinksChangeKey = "content-previews";

/** A private link that works, without its token, which is not stored. */
export type PreviewLink = {
	id: string;
	/** Id of an account. */
	by: string;
	createdAt: Temporal.Instant;
	endsAt: Temporal.Instant;
	/** The documents whose drafts it shows. */
	paths: readonly string[];
	/** In the company's zone. */
	lastOpenedOn: Temporal.PlainDate | undefined;
};

/** Texts of drafts by path; null for a document to delete. */
export type DraftTexts = ReadonlyMap<string, string | null>;

export async function insertPreviewLink(
	transaction: WriteTransaction,
	{
		paths,
		texts,
		createdAt,
		endsAt,
		...link
	}: Omit<PreviewLink, "lastOpenedOn"> & {
		tokenHash: string;
		texts: DraftTexts;
	},
): Promise<void> {
	await transaction
		.insertInto("previewLinks")
		.values({
			...link,
			paths: JSON.stringify(paths),
			texts: writeTexts(texts),
			createdAt: toInstantText(createdAt),
			endsAt: toInstantText(endsAt),
		})
		.execute();
}

/** Lists the links that work, the next to end first. */
export async function listPreviewLinks(db: Connection, now: Temporal.Instant): Promise<PreviewLink[]> {
	const rows = await db
		.selectFrom("previewLinks")
		.select(["id", "by", "createdAt", "endsAt", "paths", "lastOpenedOn"])
		.where("endsAt", ">", toInstantText(now))
		.orderBy("endsAt")
		.orderBy("id")
		.execute();
	return rows.map(({ createdAt, endsAt, paths, lastOpenedOn, ...row }) => ({
		...row,
		createdAt: Temporal.Instant.from(createdAt),
		endsAt: Temporal.Instant.from(endsAt),
		paths: JSON.parse(paths) as string[],
		lastOpenedOn: lastOpenedOn === null ? undefined : Temporal.PlainDate.from(lastOpenedOn),
	}));
}

/** Finds a link that works. */
export async function findPreviewLink(db: Connection, tokenHash: string, now: Temporal.Instant) {
	const row = await db
		.selectFrom("previewLinks")
		.select(["id", "endsAt", "paths", "texts", "lastOpenedOn"])
		.where("tokenHash", "=", tokenHash)
		.where("endsAt", ">", toInstantText(now))
		.executeTakeFirst();
	return (
		row && {
			id: row.id,
			endsAt: Temporal.Instant.from(row.endsAt),
			paths: JSON.parse(row.paths) as string[],
			texts: readTexts(row.texts),
			lastOpenedOn: row.lastOpenedOn,
		}
	);
}

/** Remembers the day on which a link was last opened, and its drafts' last valid texts. */
export async function notePreviewOpened(
	transaction: WriteTransaction,
	id: string,
	{ day, texts }: { day: string; texts: DraftTexts },
): Promise<void> {
	await transaction
		.updateTable("previewLinks")
		.set({ lastOpenedOn: day, texts: writeTexts(texts) })
		.where("id", "=", id)
		.execute();
}

/** Deletes links that have ended. */
export async function deleteEndedPreviewLinks(db: Connection, now: Temporal.Instant): Promise<void> {
	await db.deleteFrom("previewLinks").where("endsAt", "<=", toInstantText(now)).execute();
}

const writeTexts = (texts: DraftTexts) => JSON.stringify(Object.fromEntries(texts));

const readTexts = (json: string): DraftTexts =>
	new Map(Object.entries(JSON.parse(json) as Record<string, string | null>));
