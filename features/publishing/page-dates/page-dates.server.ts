import { createContext } from "react-router";
import { splitIntoBatches } from "../../../platform/database/batches.ts";
import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { takeLock } from "../../../platform/database/take-lock.ts";
import type { Content } from "../documents/content.ts";
import type { PageDate } from "../documents/page-dates-file.server.ts";
import { hashPageSubject, listPageSubjects } from "../page-subjects.server.ts";
import { findLastRelease } from "../releases/release-store.server.ts";

type PageDatesTable = PageDate & { path: string };

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		pageDates: PageDatesTable;
	}
}

/** The change key of the days on which pages changed. */
export const pageDatesChangeKey = "page dates";

/** The days of the last change by path, YYYY-MM-DD. */
export type PageDates = ReadonlyMap<string, string>;

/** Reads the days on which the pages of the present content last changed; none where no server records them. */
export const pageDatesContext = createContext<() => Promise<PageDates>>(async () => new Map());

/** Lists the pages as they were recorded, for an export. */
export async function listRecordedPages(db: Connection): Promise<Map<string, PageDate>> {
	const rows = await listRows(db);
	return new Map(rows.map(({ path, ...date }) => [path, date]));
}

/** Lists the days on which pages last changed. */
export async function listPageDates(db: Connection): Promise<PageDates> {
	const rows = await db.selectFrom("pageDates").select(["path", "changedOn"]).execute();
	return new Map(rows.map(({ path, changedOn }) => [path, changedOn]));
}

export type RecordPageDatesOptions = {
	content: Content;
	/** Number of the release that the content belongs to. */
	release: number;
	/** The days that came with the content of the build. */
	brought: ReadonlyMap<string, PageDate>;
	/** YYYY-MM-DD in the company's zone. */
	today: string;
	/** Called within the transaction with the paths of changed, new and removed pages; not for the first content of all. */
	onChanged?: ((transaction: WriteTransaction, paths: readonly string[]) => Promise<void>) | undefined;
};

/**
 * Compares the pages of a content with those recorded before, and dates each that differs today. Pages of the first content of all get
 * the day that came with them, articles without one the day that they state, and others today.
 * @returns whether the content is recorded: not if another release is the last by now
 */
export async function recordPageDates(
	database: Database,
	{ content, release, brought, today, onChanged }: RecordPageDatesOptions,
): Promise<boolean> {
	const hashes = new Map(listPageSubjects(content).map((subject) => [subject.path, hashPageSubject(subject, content)]));
	if (isEmpty(comparePages(await listRows(database.db), hashes))) return true;
	return database.write(async (transaction) => {
		await takeLock(transaction, "page dates");
		// A server that lags behind must not date pages back to an earlier release.
		if ((await findLastRelease(transaction)) !== release) return false;
		const rows = await listRows(transaction);
		const difference = comparePages(rows, hashes);
		if (isEmpty(difference)) return true;
		const isFirst = rows.length === 0;
		const stated = listStatedDates(content, today);
		const dateFirst = (path: string, hash: string) => {
			const date = brought.get(path);
			return date?.hash === hash && date.changedOn <= today ? date.changedOn : stated.get(path);
		};
		await writeRows(
			transaction,
			difference.changed.map(({ path, hash }) => ({
				path,
				hash,
				changedOn: (isFirst ? dateFirst(path, hash) : undefined) ?? today,
			})),
		);
		await deleteRows(transaction, difference.gone);
		await recordChange(transaction, [pageDatesChangeKey]);
		if (!isFirst) await onChanged?.(transaction, [...difference.changed.map(({ path }) => path), ...difference.gone]);
		return true;
	});
}

type Difference = { changed: { path: string; hash: string }[]; gone: string[] };

function comparePages(rows: readonly PageDatesTable[], hashes: ReadonlyMap<string, string>): Difference {
	const known = new Map(rows.map(({ path, hash }) => [path, hash]));
	return {
		changed: [...hashes].filter(([path, hash]) => known.get(path) !== hash).map(([path, hash]) => ({ path, hash })),
		gone: [...known.keys()].filter((path) => !hashes.has(path)),
	};
}

const isEmpty = ({ changed, gone }: Difference) => changed.length === 0 && gone.length === 0;

function listRows(db: Connection): Promise<PageDatesTable[]> {
	return db.selectFrom("pageDates").selectAll().execute();
}

async function writeRows(transaction: WriteTransaction, rows: readonly PageDatesTable[]): Promise<void> {
	for (const batch of splitIntoBatches(rows))
		await transaction
			.insertInto("pageDates")
			.values(batch)
			.onConflict((conflict) =>
				conflict.column("path").doUpdateSet((of) => ({
					hash: of.ref("excluded.hash"),
					changedOn: of.ref("excluded.changedOn"),
				})),
			)
			.execute();
}

async function deleteRows(transaction: WriteTransaction, paths: readonly string[]): Promise<void> {
	for (const batch of splitIntoBatches(paths))
		await transaction.deleteFrom("pageDates").where("path", "in", batch).execute();
}

/** Lists the days that articles state, up to today. */
function listStatedDates({ posts }: Pick<Content, "posts">, today: string): Map<string, string> {
	return new Map(
		posts.flatMap(({ slug, date, updated = date }) => (updated <= today ? [[`/blog/${slug}`, updated]] : [])),
	);
}
