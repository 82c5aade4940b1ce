import { writeAuditEntry } from "../core/accounts/audit-log.server.ts";
import type { ContentSource } from "../features/publishing/documents/content-source.server.ts";
import {
	createPictureLibrary,
	type PictureLibrary,
	type PictureSurroundings,
} from "../features/publishing/pictures/picture-library.server.ts";
import type { PictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { listReturningTexts } from "../features/publishing/releases/earlier-texts.server.ts";
import { readOverlay } from "../features/publishing/releases/release-store.server.ts";
import { listScheduledTexts } from "../features/publishing/releases/schedule-store.server.ts";
import type { Studio } from "../features/publishing/releases/studio.server.ts";
import type { Config } from "../platform/config.ts";
import type { AppDeps } from "./app-deps.ts";
import { readBuiltPicture } from "./built-pictures.ts";

type PicturesDeps = Pick<AppDeps, "database" | "clock"> & {
	config: Pick<Config, "buildDirectory" | "contentDirectory">;
	/** The content of the build. */
	base: ContentSource;
	studio: Studio;
	processor: PictureProcessor;
};

/** Creates what the desk does with pictures. */
export function createDeskPictures({ database, clock, processor, ...deps }: PicturesDeps): PictureLibrary {
	return createPictureLibrary({
		database,
		clock,
		processor,
		surroundings: createSurroundings(deps),
		note: (transaction, entry) => writeAuditEntry(transaction, entry, clock.now()),
	});
}

/** The content of the build, and the studio's changes. */
function createSurroundings({
	config,
	base,
	studio,
}: Pick<PicturesDeps, "config" | "base" | "studio">): PictureSurroundings {
	return {
		readFolder: async () => base.pictures,
		async readFolderFile(src) {
			const picture = base.pictures.get(src);
			return picture && readBuiltPicture(config, src, picture);
		},
		async readTexts(db) {
			const overlay = await readOverlay(db);
			const drafts = await db.selectFrom("contentDrafts").select(["path", "text"]).execute();
			const draftOf = new Map(drafts.map(({ path, text }) => [path, text ?? undefined]));
			// A draft may have changed since it was scheduled, and ends of releases bring texts back.
			const toCome = [...(await listScheduledTexts(db)), ...(await listReturningTexts(db, base.documents))];
			const scheduledOf = Map.groupBy(toCome, ({ path }) => path);
			const paths = new Set([
				...base.documents.keys(),
				...overlay.documents.keys(),
				...draftOf.keys(),
				...scheduledOf.keys(),
			]);
			return [...paths].map((document) => ({
				document,
				published: overlay.documents.has(document) ? overlay.documents.get(document) : base.documents.get(document),
				draft: draftOf.get(document),
				scheduled: (scheduledOf.get(document) ?? []).map(({ text }) => text),
			}));
		},
		async changeDraft(path, change, by) {
			for (;;) {
				const found = await studio.getDocument(path);
				// A document that is deleted or moved away has nothing to change.
				const text = found?.draft ? found.draft.text : found?.current;
				if (found === undefined || text === undefined) return;
				const changed = change(text);
				if (changed === text) return;
				const { draft, edition } = found;
				const result = await studio.saveDraft(path, { text: changed, version: draft?.version ?? 0, edition }, by);
				// Somebody who saves at the same time comes first, and the change applies to their text.
				if (!("conflict" in result)) return;
			}
		},
		async publish(path, by) {
			const result = await studio.publish({ paths: [], pictures: [path] }, by);
			return "problems" in result
				? result.problems.map(({ file, field, message }) => `${[file, field].filter(Boolean).join(", ")}: ${message}`)
				: [];
		},
	};
}
