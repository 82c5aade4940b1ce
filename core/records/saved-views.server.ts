import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { toOneLine } from "../../shared/clean-text.ts";
import type { RecordsDeps } from "./records-deps.ts";

export const maxViewNameLength = 40;
/** Of one kind of record: a member's own, and shared ones. */
const maxViews = 20;

type SavedViewsTable = {
	id: string;
	kind: string;
	name: string;
	/** The list's query, with its question mark. */
	search: string;
	/** Null once the account is erased. */
	accountId: string | null;
	isShared: number;
	/** Its latest removal by its owner can be undone. */
	removedAt: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		savedViews: SavedViewsTable;
	}
}

/** A filter and an order of a kind's list, under a name. */
export type SavedView = {
	id: string;
	kind: string;
	name: string;
	/** The list's query, with its question mark. */
	search: string;
	/** Whether every member who may see the kind of record has it. */
	isShared: boolean;
	/** Whether the member who asks may rename and delete it. */
	isOwn: boolean;
	/** Whether they saved it, and so may end its sharing. */
	isOwner: boolean;
};

/** A member who asks; admins may change shared views of others. */
export type ViewMember = { id: string; isAdmin: boolean };

type ViewResult = { ok: true; view: SavedView } | { ok: false; message: string };

export type SavedViews = {
	/** Lists a member's views of a kind of record and shared ones, by name. */
	list(kind: string, by: ViewMember): Promise<SavedView[]>;
	/** Saves a view; refused without a name, with the name of another one, and above the limit. */
	add(view: Pick<SavedView, "kind" | "name" | "search" | "isShared">, by: ViewMember): Promise<ViewResult>;
	/** Renames or shares a view; refused as `add` is, and to admins who would end the sharing of another member's. */
	change(view: Pick<SavedView, "kind" | "id" | "name" | "isShared">, by: ViewMember): Promise<ViewResult>;
	/** Deletes a view; returns it, or undefined where there is none that the member may delete. */
	remove(view: Pick<SavedView, "kind" | "id">, by: ViewMember): Promise<SavedView | undefined>;
	/** Brings back the view that was deleted last among its owner's. */
	restore(view: Pick<SavedView, "kind" | "id">, by: ViewMember): Promise<ViewResult>;
};

const gone = { ok: false, message: "This view no longer exists." } as const;

/** Creates the store of saved views. */
export function createSavedViews({ database, clock }: Pick<RecordsDeps, "database" | "clock">): SavedViews {
	/** Finds a view that the member may change. */
	async function findOwn(
		transaction: WriteTransaction,
		{ kind, id, isRemoved = false }: { kind: string; id: string; isRemoved?: boolean },
		by: ViewMember,
	): Promise<SavedView | undefined> {
		const row = await transaction
			.selectFrom("savedViews")
			.selectAll()
			.where("id", "=", id)
			.where("kind", "=", kind)
			.where("removedAt", isRemoved ? "is not" : "is", null)
			.executeTakeFirst();
		const view = row && toSavedView(row, by);
		return view?.isOwn ? view : undefined;
	}

	/** Simultaneous writes could exceed the limit, or give two views one name. */
	const write = <Result>(work: (transaction: WriteTransaction) => Promise<Result>) =>
		database.write(async (transaction) => {
			await takeLock(transaction, "saved views");
			return work(transaction);
		});

	return {
		list: (kind, by) => listViews(database.db, kind, by),

		add: ({ kind, name: typed, search, isShared }, by) =>
			write(async (transaction) => {
				const name = toOneLine(typed);
				const message = findFault({ name, isShared }, await listViews(transaction, kind, by));
				if (message !== undefined) return { ok: false, message };
				const row = { id: randomUUID(), kind, name, search, accountId: by.id, isShared: isShared ? 1 : 0 };
				await transaction
					.insertInto("savedViews")
					.values({ ...row, removedAt: null })
					.execute();
				await announce(transaction, kind);
				return { ok: true, view: toSavedView(row, by) };
			}),

		change: ({ kind, id, name: typed, isShared }, by) =>
			write(async (transaction) => {
				const view = await findOwn(transaction, { kind, id }, by);
				if (!view) return gone;
				// Only the owner would still have it, and nobody once that account is erased.
				if (view.isShared && !isShared && !view.isOwner)
					return { ok: false, message: "Only its owner can stop sharing it. You can delete it instead." };
				const name = toOneLine(typed);
				const there = await listViews(transaction, kind, by);
				const others = there.filter((other) => other.id !== id);
				const message = findFault({ name, isShared }, others);
				if (message !== undefined) return { ok: false, message };
				await transaction
					.updateTable("savedViews")
					.set({ name, isShared: isShared ? 1 : 0 })
					.where("id", "=", id)
					.execute();
				await announce(transaction, kind);
				return { ok: true, view: { ...view, name, isShared } };
			}),

		remove: ({ kind, id }, by) =>
			write(async (transaction) => {
				const view = await findOwn(transaction, { kind, id }, by);
				if (!view) return undefined;
				const { accountId } = await transaction
					.updateTable("savedViews")
					.set({ removedAt: toInstantText(clock.now()) })
					.where("id", "=", id)
					.returning("accountId")
					.executeTakeFirstOrThrow();
				await transaction
					.deleteFrom("savedViews")
					.where("accountId", "is not distinct from", accountId)
					.where("removedAt", "is not", null)
					.where("id", "<>", id)
					.execute();
				await announce(transaction, kind);
				return view;
			}),

		restore: ({ kind, id }, by) =>
			write(async (transaction) => {
				const view = await findOwn(transaction, { kind, id, isRemoved: true }, by);
				if (!view) return gone;
				const message = findFault(view, await listViews(transaction, kind, by));
				if (message !== undefined) return { ok: false, message };
				await transaction.updateTable("savedViews").set({ removedAt: null }).where("id", "=", id).execute();
				await announce(transaction, kind);
				return { ok: true, view };
			}),
	};
}

/** Deletes the views that only an account had. Shared ones stay, to be changed by admins. */
export async function forgetViewsOf(transaction: WriteTransaction, accountId: string): Promise<void> {
	await transaction
		.deleteFrom("savedViews")
		.where("accountId", "=", accountId)
		.where((where) => where.or([where("isShared", "=", 0), where("removedAt", "is not", null)]))
		.execute();
	await transaction.updateTable("savedViews").set({ accountId: null }).where("accountId", "=", accountId).execute();
}

/** Announces that a kind of record's views have changed. */
const announce = (transaction: WriteTransaction, kind: string) => recordChange(transaction, [`saved-views:${kind}`]);

async function listViews(db: Connection, kind: string, by: ViewMember): Promise<SavedView[]> {
	const rows = await db
		.selectFrom("savedViews")
		.selectAll()
		.where("kind", "=", kind)
		.where("removedAt", "is", null)
		.where((where) => where.or([where("isShared", "=", 1), where("accountId", "=", by.id)]))
		.orderBy("name")
		.orderBy("id")
		.execute();
	return rows.map((row) => toSavedView(row, by));
}

function toSavedView(
	{ id, kind, name, search, accountId, isShared }: Omit<Selectable<SavedViewsTable>, "removedAt">,
	by: ViewMember,
): SavedView {
	return {
		id,
		kind,
		name,
		search,
		isShared: isShared === 1,
		isOwn: accountId === by.id || (by.isAdmin && isShared === 1),
		isOwner: accountId === by.id,
	};
}

/** Explains why a view cannot be added; undefined if it can. */
function findFault(
	{ name, isShared }: Pick<SavedView, "name" | "isShared">,
	others: readonly SavedView[],
): string | undefined {
	if (name === "") return "Enter a name";
	if (name.length > maxViewNameLength) return `Shorten the name to ${maxViewNameLength} characters`;
	if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
		return `There is already a view named “${name}”. Choose another name`;
	if (others.filter((other) => other.isShared === isShared).length >= maxViews)
		return `There are already ${maxViews} ${isShared ? "shared views" : "views of your own"}. Delete one first`;
	return undefined;
}
