import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { RecordDeclaration, Topic } from "./record-kind.ts";

/** A link with a name, under /go/. Records that came by it have it as their source. */
export type SourceLink = {
	name: string;
	/** A path of the site. */
	target: string;
	/** Empty for none: the name stands for it. */
	label: string;
	/** Everything that was paid for it, in units of its currency (ISO 4217). */
	cost: number | undefined;
	currency: string;
	/** Off links lead nowhere; records keep them as their source. */
	isOn: boolean;
};

type SourceLinksTable = {
	name: string;
	target: string;
	label: string;
	/** A decimal number. */
	cost: string | null;
	currency: string;
	createdAt: string;
	offAt: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		sourceLinks: SourceLinksTable;
	}
}

/** Distinguishes the keys of links from those of other sources. */
const keyPrefix = "link:";

/** Returns the key under which records store a link as their source. */
export function toSourceKey(name: string): string {
	return keyPrefix + name;
}

/** Returns what the desk calls a link. */
export function nameSourceLink({ name, label }: Pick<SourceLink, "name" | "label">): string {
	return label || name;
}

/** Lists every link, those that are off included, by name. */
export async function listSourceLinks(db: Connection): Promise<SourceLink[]> {
	const rows = await db.selectFrom("sourceLinks").selectAll().orderBy("name").execute();
	return rows.map(toSourceLink);
}

export async function findSourceLink(db: Connection, name: string): Promise<SourceLink | undefined> {
	const row = await db.selectFrom("sourceLinks").selectAll().where("name", "=", name).executeTakeFirst();
	return row && toSourceLink(row);
}

/** Adds a link; false if its name is taken. */
export async function addSourceLink(
	transaction: WriteTransaction,
	{ name, ...link }: Omit<SourceLink, "isOn">,
	now: Temporal.Instant,
): Promise<boolean> {
	const added = await transaction
		.insertInto("sourceLinks")
		.values({ name, ...toColumns(link), createdAt: toInstantText(now), offAt: null })
		.onConflict((conflict) => conflict.column("name").doNothing())
		.returning("name")
		.executeTakeFirst();
	return added !== undefined;
}

/** Changes a link under its name; false for an unknown one. */
export async function changeSourceLink(
	transaction: WriteTransaction,
	{ name, ...link }: Omit<SourceLink, "isOn">,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("sourceLinks")
		.set(toColumns(link))
		.where("name", "=", name)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Turns a link on or off; false for an unknown one. */
export async function turnSourceLink(
	transaction: WriteTransaction,
	{ name, isOn }: Pick<SourceLink, "name" | "isOn">,
	now: Temporal.Instant,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("sourceLinks")
		.set({ offAt: isOn ? null : toInstantText(now) })
		.where("name", "=", name)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Lists the sources of a kind's records, its links last. */
export async function listSources(
	db: Connection,
	{ sources = [], hasSourceLinks = false }: Pick<RecordDeclaration, "sources" | "hasSourceLinks">,
): Promise<Topic[]> {
	const links = hasSourceLinks ? await listSourceLinks(db) : [];
	return [...sources, ...links.map((link) => ({ key: toSourceKey(link.name), label: nameSourceLink(link) }))];
}

function toColumns({ target, label, cost, currency }: Pick<SourceLink, "target" | "label" | "cost" | "currency">) {
	return { target, label, cost: cost === undefined ? null : String(cost), currency };
}

function toSourceLink({ name, target, label, cost, currency, offAt }: SourceLinksTable): SourceLink {
	return { name, target, label, cost: cost === null ? undefined : Number(cost), currency, isOn: offAt === null };
}
