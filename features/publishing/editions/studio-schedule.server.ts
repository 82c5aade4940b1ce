import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import { putDraft } from "./draft-store.server.ts";
import { readStoredDocuments } from "./list-documents.server.ts";
import { planDrafts, type PlannedDraft } from "./plan-publication.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import type { PublishPlan, ScheduledChanges, ScheduledDraft } from "./studio-publishing.server.ts";
import { draftsFact, type ScheduledPublication, type Studio } from "./studio.server.ts";

type ScheduleStudio = Pick<Studio, "listScheduled" | "cancelScheduled" | "publishDue">;

type ScheduledRow = { id: string; at: string; by: string; note: string | null; drafts: string };

const columns = ["id", "at", "by", "note", "drafts"] as const;

/** Makes what publishes at a time. */
export function createStudioSchedule(
	{ database, clock, base, noteContent, tellScheduler }: StudioDeps,
	publishPlan: PublishPlan,
): ScheduleStudio {
	/** Takes a publication out of the list; false when somebody has taken it already. */
	const take = async (transaction: WriteTransaction, id: string): Promise<boolean> => {
		const taken = await transaction
			.deleteFrom("contentSchedule")
			.where("id", "=", id)
			.returning("id")
			.executeTakeFirst();
		return taken !== undefined;
	};

	async function publishRow({ id, at, by, note, drafts: json }: ScheduledRow): Promise<void> {
		const { drafts, pictures } = readChanges(json);
		const planned = drafts.map((draft): PlannedDraft => ({
			...draft,
			by,
			at: Temporal.Instant.from(at),
			change: "change",
		}));
		const result = await publishPlan(
			({ stored }) => {
				const overtaken = drafts.filter(({ path, edition }) => (stored.get(path)?.published?.edition ?? 0) !== edition);
				if (overtaken.length > 0) return { overtaken: overtaken.map(({ path }) => path) };
				return planDrafts(planned, { base: base.documents, stored });
			},
			{ by, note: note ?? undefined, pictures },
			// Whoever scheduled it was asked.
			{ acceptsSample: true, claim: (transaction) => take(transaction, id) },
		);
		if (!("edition" in result)) await giveUp({ id, at, by, drafts }, "problems" in result ? result.problems : []);
	}

	/** Leaves drafts behind, and tells who had scheduled them. */
	async function giveUp(
		{ id, at, by, drafts }: { id: string; at: string; by: string; drafts: readonly ScheduledDraft[] },
		problems: readonly ContentProblem[],
	): Promise<void> {
		await database.write(async (transaction) => {
			if (!(await take(transaction, id))) return;
			const paths = drafts.map(({ path }) => path);
			const stored = await readStoredDocuments(transaction, paths);
			for (const { path, text, baseHash, renamedFrom, renamedTo, redirectTo } of drafts)
				if (!stored.get(path)?.draft)
					await putDraft(
						transaction,
						{
							path,
							text: text ?? null,
							baseHash,
							renamedFrom: renamedFrom ?? null,
							renamedTo: renamedTo ?? null,
							redirectTo: redirectTo ?? null,
						},
						0,
						{ by, now: clock.now() },
					);
			await recordChange(transaction, [draftsFact]);
			await tellScheduler(transaction, { by, at: Temporal.Instant.from(at), paths, problems });
			await noteContent(transaction, { actor: by, action: "content.schedule-failed", subject: id });
		});
	}

	return {
		async listScheduled() {
			const rows = await database.db.selectFrom("contentSchedule").select(columns).orderBy("at").execute();
			const stored = await readStoredDocuments(database.db);
			return rows.map(({ id, at, by, note, drafts: json }): ScheduledPublication => {
				const { drafts } = readChanges(json);
				return {
					id,
					at: Temporal.Instant.from(at),
					by,
					...(note !== null && { note }),
					paths: drafts.map(({ path }) => path),
					changedSince: drafts
						.filter(({ path, version }) => stored.get(path)?.draft?.version !== version)
						.map(({ path }) => path),
				};
			});
		},

		cancelScheduled: (id, by) =>
			database.write(async (transaction) => {
				if (!(await take(transaction, id))) return false;
				await recordChange(transaction, [draftsFact]);
				await noteContent(transaction, { actor: by, action: "content.cancel-schedule", subject: id });
				return true;
			}),

		async publishDue() {
			const due = await database.db
				.selectFrom("contentSchedule")
				.select(columns)
				.where("at", "<=", toInstantText(clock.now()))
				.orderBy("at")
				.orderBy("id")
				.execute();
			const failures: unknown[] = [];
			for (const row of due)
				try {
					await publishRow(row);
				} catch (error) {
					failures.push(error);
				}
			if (failures.length > 0) throw failures[0];
		},
	};
}

/** Lists the texts that will be public at their time. */
export async function listScheduledTexts(db: Connection): Promise<{ path: string; text: string }[]> {
	const rows = await db.selectFrom("contentSchedule").select("drafts").execute();
	return rows
		.flatMap(({ drafts }) => readChanges(drafts).drafts)
		.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
}

function readChanges(json: string): ScheduledChanges {
	return JSON.parse(json) as ScheduledChanges;
}
