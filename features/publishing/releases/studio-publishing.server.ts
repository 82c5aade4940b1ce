import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { recordChange } from "../../../platform/database/changes.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText, toOptionalInstantText } from "../../../platform/database/instant-text.ts";
import { StorageUnavailableError } from "../../../platform/database/storage-errors.ts";
import { lockContent } from "../content-lock.server.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import { findAddress } from "../documents/document-kinds.ts";
import { readKeptSamples, withoutKept } from "../launch/kept-samples.server.ts";
import { listPublishedPlaceholders, type Placeholder } from "../launch/list-placeholders.server.ts";
import { applyPictureChanges } from "../pictures/import-pictures.server.ts";
import { readPictureOverlay } from "../pictures/publish-pictures.server.ts";
import { plainRow, putDraft, type DraftRow } from "./draft-store.server.ts";
import { findEarlier, planEarlier, readReleasedDocuments, readReleasedRedirects } from "./earlier-texts.server.ts";
import { deleteEnding, insertEnding } from "./ending-store.server.ts";
import { findCurrent, hashText, readStoredDocuments } from "./list-documents.server.ts";
import { subjectOf } from "./note-content.ts";
import { listBothEnds, planChanges, planDrafts, type Plan, type PlannedDraft } from "./plan-release.server.ts";
import { applyOverlay, listRedirects } from "./release-store.server.ts";
import { listReservedChanges } from "./reserved-changes.ts";
import { listWaiting, type ScheduledChanges, type ScheduledDraft } from "./schedule-store.server.ts";
import type { ChangedTexts, StudioContent, StudioState } from "./studio-content.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import { draftsChangeKey, type PublishResult, type SampleConsent, type Studio } from "./studio.server.ts";
import { lockReleases, writeRelease, type DocumentChange, type ReleaseDraft } from "./write-release.server.ts";

/** Publishes a plan on the content that is public at that time. */
export type PublishPlan = (
	makePlan: (state: StudioState) => Plan | Promise<Plan>,
	edition: Omit<ReleaseDraft, "changes">,
	options: SampleConsent & {
		/** Called in the transaction; false stops the release. */
		claim?: (transaction: WriteTransaction) => Promise<boolean>;
		/** Written with the release. */
		alongside?: (
			transaction: WriteTransaction,
			release: { edition: number; changes: readonly DocumentChange[] },
		) => Promise<void>;
	},
) => Promise<Exclude<PublishResult, { scheduled: string }>>;

/** A round is repeated when somebody else published or changed pictures during the check. */
const mostRounds = 5;

/**
 * Creates the function that publishes all of a plan or nothing, after building and checking the content with it.
 * It throws StorageUnavailableError after five conflicts in a row.
 */
export function createPublishPlan(deps: StudioDeps, content: StudioContent): PublishPlan {
	const { database, clock, base, noteContent } = deps;
	return async (makePlan, edition, { claim, alongside, acceptsSample = false }) => {
		for (let round = 1; round <= mostRounds; round++) {
			const state = await content.readState();
			const plan = await makePlan(state);
			if (!("changes" in plan)) return plan;
			const leads = plan.changes.flatMap(({ path, leadsTo }) =>
				leadsTo === undefined ? [] : [[path, leadsTo] as const],
			);
			const planned: StudioState = {
				...state,
				pictures: applyPictureChanges(state.pictures, plan.importedPictures ?? []),
				leads: new Map(leads),
				forgotten: plan.forgotten,
			};
			const problems = await content.listProblems(planned, textsOf(plan.changes));
			if (problems.length > 0) return { problems };
			const reserved = await listReserved(deps, { stored: state.stored, changes: plan.changes, by: edition.by });
			if (reserved.length > 0) return { problems: reserved };
			const sampleTexts = acceptsSample ? [] : await listSampleTexts(deps, state, textsOf(plan.changes));
			if (sampleTexts.length > 0) return { sampleTexts };
			const result = await database.write(async (transaction) => {
				const last = await lockReleases(transaction);
				if (last !== state.overlay.edition) return undefined;
				const pictures = await readPictureOverlay(transaction, { withDrafts: true });
				if (!isDeepStrictEqual(pictures, state.pictures)) return undefined;
				if (claim && !(await claim(transaction))) return { conflict: plan.changes.map(({ path }) => path) };
				const conflict = await listConflicts(transaction, plan.changes);
				if (!claim && conflict.length > 0) return { conflict };
				const number = await writeRelease(
					transaction,
					last,
					{ ...edition, ...plan },
					{ base, noteContent, now: clock.now() },
				);
				await alongside?.(transaction, { edition: number, changes: plan.changes });
				return { edition: number };
			});
			if (result) return result;
		}
		throw new StorageUnavailableError(undefined, "Others publish so often that nothing could be built between");
	};
}

/** Lists what an account may not publish. It queries the database, so call it before a transaction. */
export async function listReserved(
	{ base, mayPublishReserved }: Pick<StudioDeps, "base" | "mayPublishReserved">,
	{
		stored,
		changes,
		by,
	}: { stored: StudioState["stored"]; changes: readonly Pick<DocumentChange, "path" | "text">[]; by: string },
): Promise<ContentProblem[]> {
	const reserved = listReservedChanges(
		changes.map(({ path, text }) => ({
			path,
			before: findCurrent(base.documents, path, stored.get(path)?.published),
			after: text,
		})),
	);
	return reserved.length > 0 && mayPublishReserved && !(await mayPublishReserved(by)) ? reserved : [];
}

/** Returns the public state that plans are based on. */
export function describePublic(base: StudioDeps["base"], { overlay, stored }: StudioState) {
	const { documents } = applyOverlay(base, overlay);
	const redirects = listRedirects(documents, overlay.redirects);
	return { base: base.documents, stored, redirects, former: overlay };
}

export function textsOf(changes: readonly Pick<DocumentChange, "path" | "text">[]): ChangedTexts {
	return new Map(changes.map(({ path, text }) => [path, text]));
}

/** Lists sample texts to ask about before changes become public: docs/product/studio.md, Sample texts. */
export async function listSampleTexts(
	{ database, base }: Pick<StudioDeps, "database" | "base">,
	{ stored }: StudioState,
	changed: ChangedTexts,
): Promise<Placeholder[]> {
	const findPublic = (path: string) => findCurrent(base.documents, path, stored.get(path)?.published);
	const found = listPublishedPlaceholders(changed, findPublic);
	return found.length === 0 ? [] : withoutKept(found, await readKeptSamples(database.db));
}

/** Lists drafts that have changed since the plan. */
async function listConflicts(transaction: WriteTransaction, changes: readonly DocumentChange[]): Promise<string[]> {
	const planned = changes.filter(({ draftVersion }) => draftVersion !== undefined);
	if (planned.length === 0) return [];
	const rows = await transaction
		.selectFrom("contentDrafts")
		.select(["path", "version"])
		.where(
			"path",
			"in",
			planned.map(({ path }) => path),
		)
		.execute();
	const versions = new Map(rows.map(({ path, version }) => [path, version]));
	return planned.filter(({ path, draftVersion }) => versions.get(path) !== draftVersion).map(({ path }) => path);
}

type Scheduled = Parameters<Studio["publish"]>[0] & { at: Temporal.Instant };

type PublishingStudio = Pick<Studio, "publish" | "restore" | "undoRelease" | "takeFile" | "keepStudio">;

/** Creates the publication of drafts, earlier revisions and files. */
export function createStudioPublishing(
	deps: StudioDeps,
	content: StudioContent,
	{ publishPlan }: { publishPlan: PublishPlan },
): PublishingStudio {
	const { database, clock, base, noteContent } = deps;

	/** Plans the publication of drafts, if they have not changed since they were seen. */
	function planPaths(
		{ stored }: StudioState,
		paths: readonly string[],
		versions: ReadonlyMap<string, number> | undefined,
	): { drafts: PlannedDraft[] } | { conflict: string[] } {
		const conflict = paths.filter((path) => {
			const draft = stored.get(path)?.draft;
			return !draft || (versions?.get(path) ?? draft.version) !== draft.version;
		});
		if (conflict.length > 0 || paths.length === 0) return { conflict };
		const drafts = listBothEnds(paths, stored).flatMap((path) => {
			const draft = stored.get(path)?.draft;
			return draft ? [{ ...draft, path }] : [];
		});
		return { drafts };
	}

	const makePlan =
		(paths: readonly string[], versions: ReadonlyMap<string, number> | undefined) =>
		(state: StudioState): Plan => {
			const found = planPaths(state, paths, versions);
			return "drafts" in found ? planDrafts(found.drafts, describePublic(base, state)) : found;
		};

	async function schedule(
		{ paths, pictures = [], at, endsAt, note, versions, acceptsSample = false }: Scheduled,
		by: string,
	): Promise<PublishResult> {
		const state = await content.readState();
		const plan = makePlan(paths, versions)(state);
		if (!("changes" in plan)) return plan;
		const problems = await content.listProblems(state, textsOf(plan.changes));
		if (problems.length > 0) return { problems };
		const reserved = await listReserved(deps, { stored: state.stored, changes: plan.changes, by });
		if (reserved.length > 0) return { problems: reserved };
		const sampleTexts = acceptsSample ? [] : await listSampleTexts(deps, state, textsOf(plan.changes));
		if (sampleTexts.length > 0) return { sampleTexts };
		const found = planPaths(state, paths, versions);
		if (!("drafts" in found)) return found;
		const id = randomUUID();
		return database.write(async (transaction) => {
			await lockContent(transaction);
			const planned = found.drafts.map(({ path }) => path);
			const waiting = await listWaiting(transaction, planned);
			if (waiting.length > 0) return { waiting };
			const conflict = await listConflicts(transaction, plan.changes);
			if (conflict.length > 0) return { conflict };
			const now = await readStoredDocuments(transaction, planned);
			const drafts = found.drafts.map(({ by: _by, at: _at, change: _change, ...draft }): ScheduledDraft => ({
				...draft,
				edition: state.stored.get(draft.path)?.published?.edition ?? 0,
			}));
			const published = drafts.filter(({ path, edition }) => (now.get(path)?.published?.edition ?? 0) !== edition);
			if (published.length > 0) return { conflict: published.map(({ path }) => path) };
			await transaction
				.insertInto("contentSchedule")
				.values({
					id,
					at: toInstantText(at),
					by,
					note: note ?? null,
					createdAt: toInstantText(clock.now()),
					drafts: JSON.stringify({ drafts, pictures } satisfies ScheduledChanges),
					endsAt: toOptionalInstantText(endsAt),
				})
				.execute();
			await recordChange(transaction, [draftsChangeKey]);
			await noteContent(transaction, {
				actor: by,
				action: "content.schedule",
				subject: id,
				details: { documents: drafts.length },
			});
			return { scheduled: id };
		});
	}

	return {
		publish({ at, ...publication }, by) {
			if (at && Temporal.Instant.compare(at, clock.now()) > 0) return schedule({ ...publication, at }, by);
			const { paths, versions, pictures = [], note, endsAt, acceptsSample = false } = publication;
			if (paths.length === 0 && pictures.length > 0)
				return publishPlan(() => ({ changes: [] }), { by, note, pictures }, {});
			return publishPlan(
				makePlan(paths, versions),
				{ by, note, pictures },
				{
					acceptsSample,
					...(endsAt && {
						alongside: (transaction, { edition }) => insertEnding(transaction, { edition, at: endsAt, by }),
					}),
				},
			);
		},

		async restore(revisionId, by, consent = {}) {
			const revision = await database.db
				.selectFrom("contentRevisions")
				.select(["path", "text", "edition"])
				.where("id", "=", revisionId)
				.executeTakeFirst();
			if (!revision) return { conflict: [] };
			const { path, text, edition } = revision;
			return publishPlan(
				(state) => {
					const published = state.stored.get(path)?.published;
					// Pressed twice, or by two people: the first has done it.
					if (findCurrent(base.documents, path, published) === (text ?? undefined))
						return { edition: published?.edition ?? state.overlay.edition };
					const baseHash = published?.baseHash ?? hashText(base.documents.get(path));
					return planChanges([{ path, text, action: "restored", baseHash }], describePublic(base, state));
				},
				{ by, note: `Restored from release ${edition}` },
				consent,
			);
		},

		async undoRelease(edition, by) {
			const undone = await readReleasedDocuments(database.db, edition);
			if (undone.length === 0) return { conflict: [] };
			const redirects = await readReleasedRedirects(database.db, edition);
			const targetOf = (path: string) => redirects.get(findAddress(path) ?? "") || null;
			let keepsDrafts = false;
			const draftAgain = async (transaction: WriteTransaction, { changes }: { changes: readonly DocumentChange[] }) => {
				keepsDrafts = false;
				// Published again, the same texts would count as this release's and end with it.
				await deleteEnding(transaction, edition);
				const put = async (path: string, row: Partial<DraftRow>) => {
					const { isFileTaken, baseHash = null } = changes.find((change) => change.path === path) ?? {};
					const hash = isFileTaken ? hashText(base.documents.get(path)) : baseHash;
					const draft = { ...plainRow(path), ...row, baseHash: hash };
					const version = await putDraft(transaction, draft, 0, { by, now: clock.now() });
					if (version === undefined) keepsDrafts = true;
					return version;
				};
				const moved = new Set<string>();
				for (const released of undone) {
					const { path, text } = released;
					if (text === null) continue;
					const isNew = findEarlier(released, base.documents) === undefined;
					const former = isNew
						? undone.find((one) => one.text === null && targetOf(one.path) === findAddress(path))
						: undefined;
					const version = await put(path, { text, renamedFrom: former?.path ?? null });
					if (!former) continue;
					moved.add(former.path);
					if (version !== undefined) await put(former.path, { renamedTo: path });
				}
				for (const { path, text } of undone)
					if (text === null && !moved.has(path)) await put(path, { redirectTo: targetOf(path) });
				await recordChange(transaction, [draftsChangeKey]);
			};
			const result = await publishPlan(
				(state) => {
					const conflict = undone.filter(({ path }) => state.stored.get(path)?.published?.edition !== edition);
					if (conflict.length > 0) return { conflict: conflict.map(({ path }) => path) };
					const changes = planEarlier(undone, { base: base.documents, stored: state.stored });
					return planChanges(changes, describePublic(base, state));
				},
				{ by, note: `Undid release ${edition}` },
				{ acceptsSample: true, alongside: draftAgain },
			);
			return "edition" in result && keepsDrafts ? { ...result, keepsDrafts } : result;
		},

		takeFile: (path, by, { draftVersion, keepsDraft = false, ...consent } = {}) =>
			publishPlan(
				({ stored }) => {
					const { published, draft } = stored.get(path) ?? {};
					if (!published) return { conflict: [path] };
					if (draftVersion !== undefined && draftVersion !== (draft?.version ?? 0)) return { conflict: [path] };
					const file = base.documents.get(path);
					if (file === undefined && published.baseHash === null)
						return { problems: [{ file: path, field: "", message: "There is no file version of this document." }] };
					// A change of address stays a draft: it concerns two documents.
					const isOfPathAlone = draft && draft.renamedFrom === undefined && draft.renamedTo === undefined;
					const endsDraft = isOfPathAlone && !keepsDraft;
					return {
						changes: [
							{
								path,
								text: file ?? null,
								action: "file taken",
								isFileTaken: true,
								baseHash: null,
								...(endsDraft && { draftVersion: draft.version }),
							},
						],
					};
				},
				{ by, note: undefined },
				consent,
			),

		keepStudio: (path, by) =>
			database.write(async (transaction) => {
				await lockContent(transaction);
				const baseHash = hashText(base.documents.get(path));
				let kept = 0;
				for (const table of ["contentDocuments", "contentDrafts"] as const) {
					const rows = await transaction
						.updateTable(table)
						.set({ baseHash })
						.where("path", "=", path)
						.returning("path")
						.execute();
					kept += rows.length;
				}
				if (kept === 0) return false;
				await recordChange(transaction, [draftsChangeKey]);
				await noteContent(transaction, { actor: by, action: "content.keep", subject: subjectOf(path) });
				return true;
			}),
	};
}
