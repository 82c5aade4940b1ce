import type { Selectable } from "kysely";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Notice, NoticeForm, NoticeTexts } from "../../shared/notices.ts";

type NoticesTable = {
	version: string;
	form: NoticeForm;
	/** JSON of the texts in all languages. */
	texts: string;
	firstShownAt: string;
	/** Null while it is shown. */
	replacedAt: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		notices: NoticesTable;
		/** The version that the sender of a record, or of a subscription, saw. */
		shownNotices: { reference: string; version: string };
	}
}

/** A notice as it was shown. */
export type KeptNotice = Notice & { form: NoticeForm; firstShownAt: Temporal.Instant };

/** For so long a page that was open, or a copy in a cache, may name a notice that has been replaced. */
const acceptedAfter = Temporal.Duration.from({ hours: 7 * 24 });

const versionShape = /^[0-9a-f]{12}-\d{1,3}$/;

/**
 * Records which notice the sender of a record saw: the one that the form names if the form showed it within the last week, otherwise the
 * current one. A form without a notice records nothing.
 * @param shown the version that came with the form, which anybody can make up
 * @param current the notices that forms show now
 */
export async function noteShownNotice(
	transaction: WriteTransaction,
	{ form, reference, shown }: { form: NoticeForm; reference: string; shown: string | undefined },
	current: ReadonlyMap<NoticeForm, Notice>,
	now: Temporal.Instant,
): Promise<void> {
	const version = await chooseVersion(transaction, { form, shown }, current, now);
	if (version === undefined) return;
	await transaction
		.insertInto("shownNotices")
		.values({ reference, version })
		// Left by a release that erased a record without knowing this table.
		.onConflict((conflict) => conflict.column("reference").doUpdateSet({ version }))
		.execute();
}

async function chooseVersion(
	transaction: WriteTransaction,
	{ form, shown }: { form: NoticeForm; shown: string | undefined },
	current: ReadonlyMap<NoticeForm, Notice>,
	now: Temporal.Instant,
): Promise<string | undefined> {
	const notice = current.get(form);
	if (shown !== undefined && shown !== notice?.version && versionShape.test(shown)) {
		const known = await transaction
			.selectFrom("notices")
			.select("version")
			.where("version", "=", shown)
			.where("form", "=", form)
			.where((where) =>
				where.or([
					where("replacedAt", "is", null),
					where("replacedAt", ">", toInstantText(now.subtract(acceptedAfter))),
				]),
			)
			.executeTakeFirst();
		if (known) return known.version;
	}
	if (!notice) return undefined;
	await insertNotice(transaction, form, notice, now);
	return notice.version;
}

async function insertNotice(
	transaction: WriteTransaction,
	form: NoticeForm,
	{ version, texts }: Notice,
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.insertInto("notices")
		.values({ version, form, texts: JSON.stringify(texts), firstShownAt: toInstantText(now), replacedAt: null })
		.onConflict((conflict) => conflict.column("version").doNothing())
		.execute();
}

/** Stores the notices that forms show from now on, and when those before them were replaced. */
export async function keepNotices(
	{ write }: Pick<Database, "write">,
	current: ReadonlyMap<NoticeForm, Notice>,
	now: Temporal.Instant,
): Promise<void> {
	const versions = [...current.values()].map(({ version }) => version);
	await write(async (transaction) => {
		for (const [form, notice] of current) await insertNotice(transaction, form, notice, now);
		if (versions.length > 0)
			await transaction.updateTable("notices").set({ replacedAt: null }).where("version", "in", versions).execute();
		await transaction
			.updateTable("notices")
			.set({ replacedAt: toInstantText(now) })
			.where("replacedAt", "is", null)
			.$if(versions.length > 0, (query) => query.where("version", "not in", versions))
			.execute();
	});
}

/** Finds the notices that the senders of some records saw, by reference; none for records of earlier releases. */
export async function findShownNotices(
	db: Connection,
	references: readonly string[],
): Promise<Map<string, KeptNotice>> {
	if (references.length === 0) return new Map();
	const rows = await db
		.selectFrom("shownNotices")
		.innerJoin("notices", "notices.version", "shownNotices.version")
		.select(["shownNotices.reference", "notices.version", "form", "texts", "firstShownAt", "replacedAt"])
		.where("shownNotices.reference", "in", references)
		.execute();
	return new Map(rows.map(({ reference, ...row }) => [reference, toNotice(row)]));
}

/** Finds a notice by its version. */
export async function findNotice(db: Connection, version: string): Promise<KeptNotice | undefined> {
	const row = await db.selectFrom("notices").selectAll().where("version", "=", version).executeTakeFirst();
	return row && toNotice(row);
}

/** Records that the sender of a record saw the notice of the subscription from which it was made, which forgets it. */
export async function moveShownNotice(
	transaction: WriteTransaction,
	{ from, to }: { from: string; to: string },
): Promise<void> {
	await transaction.updateTable("shownNotices").set({ reference: to }).where("reference", "=", from).execute();
}

/** Forgets which notices the senders of records saw; the notices themselves are nobody's data. */
export async function deleteShownNotices(transaction: WriteTransaction, references: readonly string[]): Promise<void> {
	if (references.length === 0) return;
	await transaction.deleteFrom("shownNotices").where("reference", "in", references).execute();
}

function toNotice({ version, form, texts, firstShownAt }: Selectable<NoticesTable>): KeptNotice {
	return {
		version,
		form,
		texts: JSON.parse(texts) as NoticeTexts[],
		firstShownAt: Temporal.Instant.from(firstShownAt),
	};
}
