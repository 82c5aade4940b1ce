import { recordChange } from "../../../platform/database/changes.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { lockContent } from "../content-lock.server.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import { putDraft } from "./draft-store.server.ts";
import { insertEnding } from "./ending-store.server.ts";
import { findCurrent, readStoredDocuments, type StoredDocument } from "./list-documents.server.ts";
import { planDrafts, type PlannedDraft } from "./plan-release.server.ts";
import {
	findScheduled,
	listScheduledRows,
	readChanges,
	type ScheduledDraft,
	type ScheduledRow,
} from "./schedule-store.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import type { StudioEndings } from "./studio-endings.server.ts";
import { describePublic, listReserved, type PublishPlan } from "./studio-publishing.server.ts";
import { draftsChangeKey, type ScheduledRelease, type Studio } from "./studio.server.ts";

type ScheduleStudio = Pick<Studio, "listScheduled" | "cancelScheduled" | "moveScheduled" | "publishDue">;

/** Creates the scheduled releases. */
export function createStudioSchedule(
	deps: StudioDeps,
	publishPlan: PublishPlan,
	endings: Pick<StudioEndings, "listDue" | "end">,
): ScheduleStudio {
	const { database, clock, base, noteContent, tellScheduler } = deps;

	/**
	 * Takes a scheduled release; false when it was already taken.
	 * @param due the expected time: a rescheduled one is left
	 */
	const take = async (transaction: WriteTransaction, id: string, due?: string): Promise<boolean> => {
		const taken = await transaction
			.deleteFrom("contentSchedule")
			.where("id", "=", id)
			.$if(due !== undefined, (query) => query.where("at", "=", due ?? ""))
			.returning("id")
			.executeTakeFirst();
		return taken !== undefined;
	};

	async function publishRow({ id, at, by, note, endsAt, drafts: json }: ScheduledRow): Promise<void> {
		const { drafts, pictures } = readChanges(json);
		const planned = drafts.map((draft): PlannedDraft => ({
			...draft,
			by,
			at: Temporal.Instant.from(at),
			change: "change",
		}));
		const result = await publishPlan(
			(state) => {
				const { stored } = state;
				const conflict = drafts.filter(({ path, edition }) => (stored.get(path)?.published?.edition ?? 0) !== edition);
				if (conflict.length > 0) return { conflict: conflict.map(({ path }) => path) };
				return planDrafts(planned, describePublic(base, state));
			},
			{ by, note: note ?? undefined, pictures },
			// The member confirmed sample texts when scheduling.
			{
				acceptsSample: true,
				claim: (transaction) => take(transaction, id, at),
				...(endsAt !== null && {
					alongside: (transaction, { edition }) =>
						insertEnding(transaction, { edition, at: Temporal.Instant.from(endsAt), by }),
				}),
			},
		);
		if (!("edition" in result)) await giveUp({ id, at, by, drafts }, "problems" in result ? result.problems : []);
	}

	/** Turns a scheduled release back into drafts and notifies the member who scheduled it, unless everything in it was published already. */
	async function giveUp(
		{ id, at, by, drafts }: { id: string; at: string; by: string; drafts: readonly ScheduledDraft[] },
		problems: readonly ContentProblem[],
	): Promise<void> {
		await database.write(async (transaction) => {
			await lockContent(transaction);
			if (!(await take(transaction, id, at))) return;
			await recordChange(transaction, [draftsChangeKey]);
			const paths = drafts.map(({ path }) => path);
			const stored = await readStoredDocuments(transaction, paths);
			if (drafts.every((draft) => isPublic(draft, stored))) {
				await noteContent(transaction, { actor: by, action: "content.schedule-met", subject: id });
				return;
			}
			await leaveDrafts(transaction, { drafts, stored, by });
			await tellScheduler(transaction, { by, at: Temporal.Instant.from(at), paths, problems });
			await noteContent(transaction, { actor: by, action: "content.schedule-failed", subject: id });
		});
	}

	const isPublic = ({ path, text }: ScheduledDraft, stored: ReadonlyMap<string, StoredDocument>) =>
		findCurrent(base.documents, path, stored.get(path)?.published) === text;

	/** Restores discarded drafts of a scheduled release, where no other draft has taken their place. */
	async function leaveDrafts(
		transaction: WriteTransaction,
		{
			drafts,
			stored,
			by,
		}: { drafts: readonly ScheduledDraft[]; stored: ReadonlyMap<string, StoredDocument>; by: string },
	): Promise<void> {
		const left = drafts.filter((draft) => !stored.get(draft.path)?.draft && !isPublic(draft, stored));
		const isLeft = (path: string) => left.some((draft) => draft.path === path);
		for (const { path, text, baseHash, renamedFrom, renamedTo, redirectTo } of left) {
			// Of a change of address whose other end has a new draft, only the text is kept.
			if (renamedTo !== undefined && !isLeft(renamedTo)) continue;
			const row = {
				path,
				text: text ?? null,
				baseHash,
				renamedFrom: renamedFrom !== undefined && isLeft(renamedFrom) ? renamedFrom : null,
				renamedTo: renamedTo ?? null,
				redirectTo: redirectTo ?? null,
			};
			await putDraft(transaction, row, 0, { by, now: clock.now() });
		}
	}

	/** Lists what an account may not publish of a scheduled release. */
	async function listReservedIn({ drafts }: Pick<ScheduledRow, "drafts">, by: string): Promise<ContentProblem[]> {
		const changes = readChanges(drafts).drafts.map(({ path, text }) => ({ path, text: text ?? null }));
		const stored = await readStoredDocuments(
			database.db,
			changes.map(({ path }) => path),
		);
		return listReserved(deps, { stored, changes, by });
	}

	return {
		async listScheduled() {
			const rows = await listScheduledRows(database.db);
			const stored = await readStoredDocuments(database.db);
			return rows.map(({ id, at, by, note, endsAt, drafts: json }): ScheduledRelease => {
				const { drafts } = readChanges(json);
				return {
					id,
					at: Temporal.Instant.from(at),
					by,
					...(note !== null && { note }),
					...(endsAt !== null && { endsAt: Temporal.Instant.from(endsAt) }),
					paths: drafts.map(({ path }) => path),
					changedSince: drafts
						.filter(({ path, version }) => stored.get(path)?.draft?.version !== version)
						.map(({ path }) => path),
				};
			});
		},

		async cancelScheduled(id, by) {
			const seen = await findScheduled(database.db, id);
			const problems = seen ? await listReservedIn(seen, by) : [];
			if (problems.length > 0) return { problems };
			return database.write(async (transaction) => {
				await lockContent(transaction);
				const row = await findScheduled(transaction, id);
				if (!row || !(await take(transaction, id))) return false;
				const { drafts } = readChanges(row.drafts);
				const stored = await readStoredDocuments(
					transaction,
					drafts.map(({ path }) => path),
				);
				await leaveDrafts(transaction, { drafts, stored, by: row.by });
				await recordChange(transaction, [draftsChangeKey]);
				await noteContent(transaction, { actor: by, action: "content.cancel-schedule", subject: id });
				return true;
			});
		},

		async moveScheduled(id, { at, from }, by) {
			if (Temporal.Instant.compare(at, clock.now()) <= 0) return { hasPassed: true };
			const seen = await findScheduled(database.db, id);
			if (!seen) return { isGone: true };
			if (seen.endsAt !== null && toInstantText(at) >= seen.endsAt) return { isAfterEnd: true };
			const problems = await listReservedIn(seen, by);
			if (problems.length > 0) return { problems };
			return database.write(async (transaction) => {
				const moved = await transaction
					.updateTable("contentSchedule")
					.set({ at: toInstantText(at) })
					.where("id", "=", id)
					.where("at", "=", toInstantText(from))
					.returning("id")
					.executeTakeFirst();
				if (!moved) {
					const row = await findScheduled(transaction, id);
					return row ? { conflictingTime: Temporal.Instant.from(row.at) } : { isGone: true };
				}
				await recordChange(transaction, [draftsChangeKey]);
				await noteContent(transaction, {
					actor: by,
					action: "content.move-schedule",
					subject: id,
					details: { from: toInstantText(from), to: toInstantText(at) },
				});
				return { moved: at };
			});
		},

		async publishDue() {
			const failures: unknown[] = [];
			const tried = new Set<string>();
			for (;;) {
				const now = clock.now();
				const next = [
					...(await listScheduledRows(database.db, now)).map((row) => ({
						key: `${row.id} ${row.at}`,
						at: row.at,
						run: () => publishRow(row),
					})),
					...(await endings.listDue()).map((row) => ({
						key: `${row.edition} ${row.at}`,
						at: row.at,
						run: () => endings.end(row),
					})),
				]
					.filter(({ key }) => !tried.has(key))
					.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
					.at(0);
				if (!next) break;
				tried.add(next.key);
				try {
					await next.run();
				} catch (error) {
					failures.push(error);
				}
			}
			if (failures.length > 0) throw failures[0];
		},
	};
}
