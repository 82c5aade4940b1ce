import { randomUUID } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { TemplateSeed } from "../../shared/desk.ts";
import { listUnknownFields, mergeFields } from "./merge-fields.ts";
import { tidy } from "./notes.server.ts";
import { maxReplyLength, maxSubjectLength, tidySubject } from "./reply-email.server.ts";

export const maxTemplateNameLength = 80;

/** What a reply can begin with; subject and text hold merge fields. */
export type ReplyTemplate = {
	id: string;
	kind: string;
	name: string;
	subject: string;
	text: string;
	version: number;
};

export type TemplateError = { field: "name" | "subject" | "text"; message: string };

/** What came of saving a template. */
export type TemplateResult =
	| { ok: true; template: ReplyTemplate }
	| { ok: false; why: "refused"; errors: TemplateError[] }
	| { ok: false; why: "gone" }
	/** Somebody has changed it since; both can be shown. */
	| { ok: false; why: "overtaken"; template: ReplyTemplate };

export type ReplyTemplates = {
	/** Lists those of a kind of record, by name. */
	list(kind: string): Promise<ReplyTemplate[]>;
	find(id: string): Promise<ReplyTemplate | undefined>;
	/** Saves a new one, or, with id and version, one that nobody has changed since. */
	save(
		template: Pick<ReplyTemplate, "kind" | "name" | "subject" | "text"> & { id?: string; version?: number },
	): Promise<TemplateResult>;
	remove(id: string): Promise<boolean>;
};

/** Makes what keeps the templates of replies. */
export function createReplyTemplates({ database, clock }: { database: Database; clock: Clock }): ReplyTemplates {
	const { db } = database;
	const find = (id: string, connection = db) =>
		connection
			.selectFrom("replyTemplates")
			.select(["id", "kind", "name", "subject", "text", "version"])
			.where("id", "=", id)
			.executeTakeFirst();
	return {
		list: (kind) =>
			db
				.selectFrom("replyTemplates")
				.select(["id", "kind", "name", "subject", "text", "version"])
				.where("kind", "=", kind)
				.orderBy("name")
				.orderBy("id")
				.execute(),

		find: (id) => find(id),

		async save({ id, version = 0, kind, ...typed }) {
			const template = { name: tidySubject(typed.name), subject: tidySubject(typed.subject), text: tidy(typed.text) };
			const errors = listTemplateErrors(template);
			if (errors.length > 0) return { ok: false, why: "refused", errors };
			return database.write(async (transaction): Promise<TemplateResult> => {
				const changedAt = toInstantText(clock.now());
				await recordChange(transaction, [factOfTemplates(kind)]);
				if (id === undefined) {
					const added: ReplyTemplate = { ...template, id: randomUUID(), kind, version: 1 };
					await transaction
						.insertInto("replyTemplates")
						.values({ ...added, changedAt })
						.execute();
					return { ok: true, template: added };
				}
				const { numUpdatedRows } = await transaction
					.updateTable("replyTemplates")
					.set({ ...template, version: version + 1, changedAt })
					.where("id", "=", id)
					.where("version", "=", version)
					.executeTakeFirst();
				const there = await find(id, transaction);
				if (!there) return { ok: false, why: "gone" };
				return numUpdatedRows > 0n ? { ok: true, template: there } : { ok: false, why: "overtaken", template: there };
			});
		},

		remove: (id) =>
			database.write(async (transaction) => {
				const removed = await transaction
					.deleteFrom("replyTemplates")
					.where("id", "=", id)
					.returning("kind")
					.executeTakeFirst();
				if (removed) await recordChange(transaction, [factOfTemplates(removed.kind)]);
				return removed !== undefined;
			}),
	};
}

/** The fact that changes with the templates of a kind of record, for recordChange. */
export function factOfTemplates(kind: string): string {
	return `reply-templates:${kind}`;
}

/** Gives a kind of record the templates of content, where it has none and never had any: once in the life of a database. */
export async function seedTemplates(
	database: Database,
	seeds: Readonly<Record<string, readonly TemplateSeed[]>>,
	now: Temporal.Instant,
): Promise<void> {
	await database.write(async (transaction) => {
		// Two servers may start for the first time at once.
		await database.lock(transaction, "reply templates");
		for (const [kind, templates] of Object.entries(seeds)) {
			if (!(await claimSeeding(transaction, kind, now))) continue;
			for (const template of templates)
				await transaction
					.insertInto("replyTemplates")
					.values({ ...template, id: randomUUID(), kind, version: 1, changedAt: toInstantText(now) })
					.execute();
		}
	});
}

/** Tells whether a kind's templates were never filled in: somebody may have removed all of them. */
async function claimSeeding(transaction: WriteTransaction, kind: string, now: Temporal.Instant): Promise<boolean> {
	const claimed = await transaction
		.insertInto("seededTemplates")
		.values({ kind, at: toInstantText(now) })
		.onConflict((conflict) => conflict.column("kind").doNothing())
		.returning("kind")
		.executeTakeFirst();
	return claimed !== undefined;
}

function listTemplateErrors({ name, subject, text }: Record<TemplateError["field"], string>): TemplateError[] {
	const known = Object.keys(mergeFields)
		.map((field) => `{${field}}`)
		.join(", ");
	const check = (field: TemplateError["field"], value: string, what: string, maxLength: number): TemplateError[] => {
		if (value === "") return [{ field, message: `Enter ${what}` }];
		if (value.length > maxLength) return [{ field, message: `Shorten this to ${maxLength} characters` }];
		const [unknown] = field === "name" ? [] : listUnknownFields(value);
		return unknown === undefined ? [] : [{ field, message: `{${unknown}} is no field. There are ${known}` }];
	};
	return [
		...check("name", name, "a name", maxTemplateNameLength),
		...check("subject", subject, "a subject", maxSubjectLength),
		...check("text", text, "a text", maxReplyLength),
	];
}
