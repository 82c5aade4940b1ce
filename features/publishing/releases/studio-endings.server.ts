import { recordChange } from "../../../platform/database/changes.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { lockContent } from "../content-lock.server.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import { findEarlier, isAsReleased, planEarlier, readReleasedDocuments } from "./earlier-texts.server.ts";
import { findEnding, listEndingRows, takeEnding, type EndingRow } from "./ending-store.server.ts";
import { findCurrent, readStoredDocuments } from "./list-documents.server.ts";
import { planChanges } from "./plan-release.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import { describePublic, listReserved, type PublishPlan } from "./studio-publishing.server.ts";
import { draftsChangeKey, type Ending, type Studio } from "./studio.server.ts";

/** The ends of public releases. */
export type StudioEndings = Pick<Studio, "listEndings" | "cancelEnding" | "moveEnding"> & {
	/** Lists what is due, earliest first. */
	listDue(): Promise<EndingRow[]>;
	/** Makes public again what was public before a release, or tells the member who set its end why not. */
	end(row: EndingRow): Promise<void>;
};

/** Creates the ends of releases. A release ends once, by the first server that takes it. */
export function createStudioEndings(deps: StudioDeps, publishPlan: PublishPlan): StudioEndings {
	const { database, clock, base, noteContent, tellScheduler } = deps;

	/** Drops an end that changes nothing, or cannot be made. */
	const drop = (row: EndingRow, failure?: { paths: readonly string[]; problems: readonly ContentProblem[] }) =>
		database.write(async (transaction) => {
			await lockContent(transaction);
			if (!(await takeEnding(transaction, row))) return;
			await recordChange(transaction, [draftsChangeKey]);
			if (failure)
				await tellScheduler(transaction, { by: row.by, at: Temporal.Instant.from(row.at), isEnd: true, ...failure });
			await noteContent(transaction, {
				actor: row.by,
				action: failure ? "content.end-failed" : "content.end-met",
				subject: `edition:${row.edition}`,
			});
		});

	/** Lists what an account may not publish of the end of a release. */
	async function listReservedIn(edition: number, by: string): Promise<ContentProblem[]> {
		const released = await readReleasedDocuments(database.db, edition);
		const stored = await readStoredDocuments(
			database.db,
			released.map(({ path }) => path),
		);
		const changes = planEarlier(released, { base: base.documents, stored });
		return listReserved(deps, { stored, changes, by });
	}

	return {
		listDue: () => listEndingRows(database.db, clock.now()),

		async end(row) {
			const released = await readReleasedDocuments(database.db, row.edition);
			let isMet = false;
			const result = await publishPlan(
				(state) => {
					const content = { base: base.documents, stored: state.stored };
					const left = released.filter(
						(one) =>
							findCurrent(base.documents, one.path, state.stored.get(one.path)?.published) !==
							findEarlier(one, base.documents),
					);
					isMet = left.length === 0;
					const conflict = left.filter((one) => !isAsReleased(one, content));
					return isMet || conflict.length > 0
						? { conflict: conflict.map(({ path }) => path) }
						: planChanges(planEarlier(left, content), describePublic(base, state));
				},
				{ by: row.by, note: `End of release ${row.edition}` },
				{ acceptsSample: true, claim: (transaction) => takeEnding(transaction, row) },
			);
			if ("edition" in result) return;
			const paths = released.map(({ path }) => path);
			await drop(row, isMet ? undefined : { paths, problems: "problems" in result ? result.problems : [] });
		},

		async listEndings() {
			const rows = await listEndingRows(database.db);
			const stored = await readStoredDocuments(database.db);
			return Promise.all(
				rows.map(async ({ edition, at, by }): Promise<Ending> => {
					const released = await readReleasedDocuments(database.db, edition);
					return {
						edition,
						at: Temporal.Instant.from(at),
						by,
						paths: released.map(({ path }) => path),
						changedSince: released
							.filter((one) => !isAsReleased(one, { base: base.documents, stored }))
							.map(({ path }) => path),
					};
				}),
			);
		},

		async cancelEnding(edition, by) {
			const problems = await listReservedIn(edition, by);
			if (problems.length > 0) return { problems };
			return database.write(async (transaction) => {
				const row = await findEnding(transaction, edition);
				if (!row || !(await takeEnding(transaction, row))) return false;
				await recordChange(transaction, [draftsChangeKey]);
				await noteContent(transaction, { actor: by, action: "content.cancel-end", subject: `edition:${edition}` });
				return true;
			});
		},

		async moveEnding(edition, { at, from }, by) {
			if (Temporal.Instant.compare(at, clock.now()) <= 0) return { hasPassed: true };
			const problems = await listReservedIn(edition, by);
			if (problems.length > 0) return { problems };
			return database.write(async (transaction) => {
				const moved = await transaction
					.updateTable("contentEndings")
					.set({ at: toInstantText(at) })
					.where("edition", "=", edition)
					.where("at", "=", toInstantText(from))
					.returning("edition")
					.executeTakeFirst();
				if (!moved) {
					const row = await findEnding(transaction, edition);
					return row ? { conflictingTime: Temporal.Instant.from(row.at) } : { isGone: true };
				}
				await recordChange(transaction, [draftsChangeKey]);
				await noteContent(transaction, {
					actor: by,
					action: "content.move-end",
					subject: `edition:${edition}`,
					details: { from: toInstantText(from), to: toInstantText(at) },
				});
				return { moved: at };
			});
		},
	};
}
