import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeAuditEntry } from "../features/accounts/audit-log.server.ts";
import {
	contentSourceFile,
	readContentFolder,
	readContentSource,
	type ContentSource,
} from "../features/publishing/documents/content-source.server.ts";
import { createStudio } from "../features/publishing/editions/create-studio.server.ts";
import { readOverlay } from "../features/publishing/editions/edition-store.server.ts";
import type { Studio } from "../features/publishing/editions/studio.server.ts";
import {
	createPictureLibrary,
	type PictureLibrary,
	type PictureSurroundings,
} from "../features/publishing/pictures/picture-library.server.ts";
import { pathOfFile } from "../features/publishing/pictures/picture-paths.ts";
import { createPictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { Logger } from "../platform/log.ts";
import { projectDirectory } from "./release.ts";

type PicturesDeps = {
	config: Pick<Config, "buildDirectory" | "contentDirectory">;
	database: Database;
	clock: Clock;
	log: Logger;
};

/** Makes what the desk does with pictures; closing it ends the process that reads them. */
export function createDeskPictures({ config, database, clock, log }: PicturesDeps): PictureLibrary & {
	close(): Promise<void>;
} {
	const processor = createPictureProcessor({
		programPath: join(projectDirectory, "features", "publishing", "pictures", "picture-program.server.ts"),
		log,
	});
	const library = createPictureLibrary({
		database,
		clock,
		processor,
		surroundings: createSurroundings({ config, database, clock }),
		note: (transaction, entry) => writeAuditEntry(database, transaction, entry, clock.now()),
	});
	return { ...library, close: () => processor.close() };
}

/** What the site was built with, and what the studio says over it. */
function createSurroundings({ config, database, clock }: Omit<PicturesDeps, "log">): PictureSurroundings {
	const { buildDirectory, contentDirectory } = config;
	const built = join(buildDirectory, contentSourceFile);
	let base: Promise<ContentSource> | undefined;
	const readBase = () => (base ??= existsSync(built) ? readContentSource(built) : readContentFolder(contentDirectory));

	let studio: Promise<Studio> | undefined;
	const openStudio = () => (studio ??= readBase().then((content) => createPictureStudio(content, { database, clock })));

	return {
		readFolder: async () => (await readBase()).pictures,
		async readFolderFile(src) {
			const picture = (await readBase()).pictures.get(src);
			if (!picture) return undefined;
			if (picture.svg !== undefined) return Buffer.from(picture.svg);
			const file = [
				join(buildDirectory, "client", pathOfFile({ src, hash: picture.hash })),
				join(contentDirectory, "pictures", src),
			].find(existsSync);
			return file === undefined ? undefined : readFile(file);
		},
		async readTexts() {
			const { documents } = await readBase();
			const overlay = await readOverlay(database.db);
			const drafts = await database.db.selectFrom("contentDrafts").select(["path", "text"]).execute();
			const draftOf = new Map(drafts.map(({ path, text }) => [path, text ?? undefined]));
			const paths = new Set([...documents.keys(), ...overlay.documents.keys(), ...draftOf.keys()]);
			return [...paths].map((document) => ({
				document,
				published: overlay.documents.has(document) ? overlay.documents.get(document) : documents.get(document),
				draft: draftOf.get(document),
			}));
		},
		async saveDraft(document, text, by) {
			const { getDocument, saveDraft } = await openStudio();
			for (;;) {
				const version = (await getDocument(document))?.draft?.version ?? 0;
				// Somebody who types into it at this moment is first.
				if (!("overtaken" in (await saveDraft(document, { text, version }, by)))) return;
			}
		},
		async publish(path, by) {
			const result = await (await openStudio()).publish({ paths: [], pictures: [path] }, by);
			return "problems" in result
				? result.problems.map(({ file, field, message }) => `${[file, field].filter(Boolean).join(", ")}: ${message}`)
				: [];
		},
	};
}

function createPictureStudio(
	base: ContentSource,
	{ database, clock }: Pick<PicturesDeps, "database" | "clock">,
): Studio {
	return createStudio({
		database,
		clock,
		base,
		noteContent: (transaction, entry) => writeAuditEntry(database, transaction, entry, clock.now()),
		// Nothing is scheduled through it.
		tellScheduler: async () => undefined,
	});
}
