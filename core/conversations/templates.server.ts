import { randomUUID } from "node:crypto";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { toOneLine } from "../../shared/clean-text.ts";
import type { TemplateSeed } from "../../shared/desk.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { tidy } from "../records/notes.server.ts";
import type { RecordsDeps } from "../records/records-deps.ts";
import { listUnknownFields, mergeFields } from "./merge-fields.ts";
import { maxReplyLength, maxSubjectLength } from "./reply-email.server.ts";

export const maxTemplateNameLength = 80;

/** A template of a reply; subject and text may hold merge fields. */
export type ReplyTemplate = {
	id: string;
	kind: string;
	name: string;
	subject: string;
	text: string;
	version: number;
};

export type TemplateError = { field: "name" | "subject" | "text"; message: string };

type TemplateResult =
	| { ok: true; template: ReplyTemplate }
	| { ok: false; why: "refused"; errors: TemplateError[] }
	| { ok: false; why: "gone" }
	/** Another person has changed it since; both can be shown. */
	| { ok: false; why: "conflict"; template: ReplyTemplate };

/** A template by its id, and the kinds of records it may belong to; a template of another kind counts as gone. */
export type TemplateOfKinds = { id: string; kinds: readonly string[] };

export type ReplyTemplates = {
	/** Lists the templates of a kind of record, in their given order. */
	list(kind: string): Promise<ReplyTemplate[]>;
	find(template: TemplateOfKinds): Promise<ReplyTemplate | undefined>;
	/** Saves a new template, or, with id and version, an unchanged one. */
	save(
		template: Pick<ReplyTemplate, "kind" | "name" | "subject" | "text"> & { id?: string; version?: number; by: string },
	): Promise<TemplateResult>;
	/** Moves a template one place; false when it is gone or already first or last. */
	move(template: TemplateOfKinds, where: "up" | "down", by: string): Promise<boolean>;
	remove(template: TemplateOfKinds, by: string): Promise<boolean>;
};

const columns = ["id", "kind", "name", "subject", "text", "version"] as const;

/** Creates the store of reply templates. */
export function createReplyTemplates({ database, clock }: Pick<RecordsDeps, "database" | "clock">): ReplyTemplates {
	const { db } = database;
	return {
		list: (kind) => listTemplates(db, kind),

		find: (template) => findTemplate(db, template),

		async save({ id, version = 0, kind, by, ...typed }) {
			const template = { name: toOneLine(typed.name), subject: toOneLine(typed.subject), text: tidy(typed.text) };
			const errors = listTemplateErrors(template);
			if (errors.length > 0) return { ok: false, why: "refused", errors };
			return database.write(async (transaction): Promise<TemplateResult> => {
				const changedAt = toInstantText(clock.now());
				await recordChange(transaction, [changeKeyOfTemplates(kind)]);
				if (id === undefined) {
					const added: ReplyTemplate = { ...template, id: randomUUID(), kind, version: 1 };
					await transaction
						.insertInto("replyTemplates")
						.values({ ...added, changedAt, position: (await findLastPosition(transaction, kind)) + 1 })
						.execute();
					await writeAuditEntry(transaction, { actor: by, action: "template.add", subject: added.id }, clock.now());
					return { ok: true, template: added };
				}
				const { numUpdatedRows } = await transaction
					.updateTable("replyTemplates")
					.set({ ...template, version: version + 1, changedAt })
					.where("id", "=", id)
					.where("kind", "=", kind)
					.where("version", "=", version)
					.executeTakeFirst();
				const there = await findTemplate(transaction, { id, kinds: [kind] });
				if (!there) return { ok: false, why: "gone" };
				if (numUpdatedRows === 0n) return { ok: false, why: "conflict", template: there };
				await writeAuditEntry(transaction, { actor: by, action: "template.change", subject: id }, clock.now());
				return { ok: true, template: there };
			});
		},

		move: (template, where, by) =>
			database.write(async (transaction) => {
				const moved = await findTemplate(transaction, template);
				if (!moved) return false;
				const { id } = moved;
				// Simultaneous moves could give two templates the same place.
				await takeLock(transaction, "reply templates");
				const ids = (await listTemplates(transaction, moved.kind)).map((one) => one.id);
				const from = ids.indexOf(id);
				const to = from + (where === "up" ? -1 : 1);
				if (from === -1 || to < 0 || to === ids.length) return false;
				ids.splice(from, 1);
				ids.splice(to, 0, id);
				for (const [index, one] of ids.entries())
					await transaction
						.updateTable("replyTemplates")
						.set({ position: index + 1 })
						.where("id", "=", one)
						.execute();
				await recordChange(transaction, [changeKeyOfTemplates(moved.kind)]);
				await writeAuditEntry(transaction, { actor: by, action: "template.move", subject: id }, clock.now());
				return true;
			}),

		remove: (template, by) =>
			database.write(async (transaction) => {
				const removed = await findTemplate(transaction, template);
				if (!removed) return false;
				const { id } = removed;
				await transaction.deleteFrom("replyTemplates").where("id", "=", id).execute();
				await recordChange(transaction, [changeKeyOfTemplates(removed.kind)]);
				await writeAuditEntry(transaction, { actor: by, action: "template.remove", subject: id }, clock.now());
				return true;
			}),
	};
}

function listTemplates(db: Connection, kind: string): Promise<ReplyTemplate[]> {
	return db
		.selectFrom("replyTemplates")
		.select(columns)
		.where("kind", "=", kind)
		.orderBy("position")
		.orderBy("name")
		.orderBy("id")
		.execute();
}

async function findTemplate(db: Connection, { id, kinds }: TemplateOfKinds): Promise<ReplyTemplate | undefined> {
	const template = await db.selectFrom("replyTemplates").select(columns).where("id", "=", id).executeTakeFirst();
	return template && kinds.includes(template.kind) ? template : undefined;
}

async function findLastPosition(db: Connection, kind: string): Promise<number> {
	const last = await db
		.selectFrom("replyTemplates")
		.select((of) => of.fn.max("position").as("position"))
		.where("kind", "=", kind)
		.executeTakeFirst();
	return last?.position ?? 0;
}

/** The change key of a kind of record's templates. */
function changeKeyOfTemplates(kind: string): string {
	return `reply-templates:${kind}`;
}

/** Fills a kind of record's templates from content, once in the life of a database, unless it has some. */
export async function seedTemplates(
	database: Database,
	seeds: Readonly<Record<string, readonly TemplateSeed[]>>,
	now: Temporal.Instant,
): Promise<void> {
	await database.write(async (transaction) => {
		// Two servers may start for the first time at once.
		await takeLock(transaction, "reply templates");
		for (const [kind, templates] of Object.entries(seeds)) {
			if (!(await claimSeeding(transaction, kind, now))) continue;
			for (const [index, template] of templates.entries())
				await transaction
					.insertInto("replyTemplates")
					.values({
						...template,
						id: randomUUID(),
						kind,
						version: 1,
						changedAt: toInstantText(now),
						position: index + 1,
					})
					.execute();
		}
	});
}

/** Returns true once for each kind; somebody may have removed all its templates since. */
async function claimSeeding(transaction: WriteTransaction, kind: string, now: Temporal.Instant): Promise<boolean> {
	const claimed = await transaction
		.insertInto("seededTemplates")
		.values({ kind, at: toInstantText(now) })
		.onConflict((conflict) => conflict.column("kind").doNothing())
		.returning("kind")
		.executeTakeFirst();
	return claimed !== undefined;
}

/** Lists the errors of a template. */
export function listTemplateErrors({ name, subject, text }: Record<TemplateError["field"], string>): TemplateError[] {
	const known = Object.keys(mergeFields)
		.map((field) => `{${field}}`)
		.join(", ");
	const check = (field: TemplateError["field"], value: string, what: string, maxLength: number): TemplateError[] => {
		if (value === "") return [{ field, message: `Enter ${what}` }];
		if (value.length > maxLength) return [{ field, message: `Shorten this to ${maxLength} characters` }];
		const [unknown] = field === "name" ? [] : listUnknownFields(value);
		return unknown === undefined ? [] : [{ field, message: `{${unknown}} is not a merge field. Available: ${known}` }];
	};
	return [
		...check("name", name, "a name", maxTemplateNameLength),
		...check("subject", subject, "a subject", maxSubjectLength),
		...check("text", text, "a text", maxReplyLength),
	];
}
