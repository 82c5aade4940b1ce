import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { writeAuditEntry } from "../../core/accounts/audit-log.server.ts";
import { lockContent } from "../../features/publishing/content-lock.server.ts";
import { ContentError } from "../../features/publishing/documents/content-error.ts";
import { findDocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import { redirectsFile } from "../../features/publishing/documents/redirects-file.server.ts";
import { describeExcess } from "../../features/publishing/page-budget.ts";
import type { PictureChange } from "../../features/publishing/pictures/import-pictures.server.ts";
import { insertPictureVersion } from "../../features/publishing/pictures/picture-store.server.ts";
import { picturesChangeKey } from "../../features/publishing/pictures/pictures-change-key.ts";
import { createStudio } from "../../features/publishing/releases/create-studio.server.ts";
import {
	buildImported,
	importContent,
	listImported,
	listImportedPictures,
	type ImportedContent,
} from "../../features/publishing/releases/import-content.server.ts";
import { readContentBase } from "../../features/publishing/releases/published-settings.server.ts";
import { findLastRelease } from "../../features/publishing/releases/release-store.server.ts";
import { createStudioContent } from "../../features/publishing/releases/studio-content.server.ts";
import type { StudioDeps } from "../../features/publishing/releases/studio-deps.ts";
import { systemClock } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { readConfig, type Config } from "../../platform/config.ts";
import { recordChange } from "../../platform/database/changes.ts";
import { nameMessageIds } from "../../platform/email/name-message-ids.ts";
import { PlainError } from "../../platform/plain-error.ts";
import { exportContent, readImported } from "../content-folder.ts";
import type * as ChangedPages from "../list-changed-pages.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { createTellScheduler } from "../tell-scheduler.ts";
import { formatTable } from "./format.ts";

const help = `Moves documents, pictures and redirects between the studio and a content folder, for teams that work with git.
Works beside a running server on the same environment; imports are live at once.

  npm run content -- status            list edited documents, drafts and conflicts
  npm run content -- export content    write the public content into a folder
  npm run content -- import content    publish the differences in a folder as one release

  --draft        import: save the differences as drafts
  --delete       import: delete documents, pictures and redirects missing from the folder
  --heavy        import: publish pages over the page budget too
  --note "…"     import: note for the history
  --help         show this help

redirects.yml holds redirects, with those of former pages; page-dates.yml the days on which pages last changed; uploads.yml and uploads/ hold original pictures and their crops.
Jobs are not imported: use npm run jobs.
`;

type Options = { draft: boolean; delete: boolean; heavy: boolean; note: string | undefined };
type ContentWork = { deps: StudioDeps; config: Config; options: Options };

const commands: Record<string, (work: ContentWork, argument: string | undefined) => Promise<string>> = {
	async status({ deps }) {
		const entries = (await createStudio(deps).listDocuments()).filter(({ state, draft }) => state !== "file" || draft);
		const edition = await findLastRelease(deps.database.db);
		const summary = edition === 0 ? "Nothing published from the studio yet." : `Latest release: ${edition}.`;
		if (entries.length === 0) return `${summary}\n`;
		return `${summary}\n\n${formatTable(
			["Document", "Source", "Draft", "Conflict"],
			entries.map(({ path, state, draft, conflict }) => [
				path,
				state === "deleted" ? "studio, deleted" : state,
				draft?.change ?? "",
				conflict ? "yes" : "",
			]),
		)}`;
	},

	async export({ deps, config }, directory) {
		if (directory === undefined) throw new UsageError("Give the folder to export to, such as content");
		const written = await exportContent({ ...deps, config }, resolve(directory));
		return `Exported release ${written.edition} to ${directory}: ${written.documents} documents, ${written.pictures} pictures.\n`;
	},

	async import({ deps, config, options }, directory) {
		if (directory === undefined) throw new UsageError("Give the folder to import, such as content");
		if (!existsSync(directory)) throw new UsageError(`Folder ${directory} does not exist`);
		const imported = await readImported(resolve(directory), { deletesMissing: options.delete });
		if (imported.documents.size === 0) throw new UsageError(`${directory} contains no documents`);
		if (options.draft) return importAsDrafts(deps, imported);
		const remark = options.heavy ? "" : await weighImported({ deps, config }, imported);
		const result = await importContent(deps, imported, {
			by: commandActor,
			...(options.note !== undefined && { note: options.note }),
		});
		if ("problems" in result) throw new PlainError(new ContentError(result.problems).message);
		if (result.edition === undefined) return "No differences from the public content.\n";
		const { documents, pictures, changesRedirects } = result;
		const paths = new Set([...documents, ...pictures.map(nameFile), ...(changesRedirects ? [redirectsFile] : [])]);
		return `Published release ${result.edition}:\n${listPaths([...paths])}${remark}`;
	},
};

/**
 * Checks the pages that an import changes against the page budget.
 * @returns a message where they cannot be weighed
 * @throws PlainError listing the pages that exceed it
 */
async function weighImported(
	{ deps, config }: Pick<ContentWork, "deps" | "config">,
	imported: ImportedContent,
): Promise<string> {
	const program = join(config.buildDirectory, "modules", "server", "list-changed-pages.js");
	if (!existsSync(program)) return "Page sizes not checked: no build found.\n";
	const built = await buildImported(deps, imported);
	if (!built) return "";
	const { listChangedPages } = (await import(pathToFileURL(program).href)) as typeof ChangedPages;
	const pages = await listChangedPages(config, built.before, built.after);
	const heavy = pages.flatMap(({ path, weight, pushedOver = [] }) =>
		weight && pushedOver.length > 0
			? [`${path}: ${pushedOver.map((key) => describeExcess(key, weight)).join("; ")}`]
			: [],
	);
	if (heavy.length === 0) return "";
	throw new PlainError(
		`Nothing was imported. These pages would exceed the page budget:\n${listPaths(heavy)}Add --heavy to publish them anyway.`,
	);
}

const commandActor = "command";

async function importAsDrafts(deps: StudioDeps, imported: ImportedContent): Promise<string> {
	const studio = createStudio(deps);
	const state = await createStudioContent(deps).readState();
	const changes = listImported(imported, state, deps.base);
	const pictures = await listImportedPictures(deps, { ...imported, deletesMissing: false }, state);
	if ("problems" in pictures) throw new PlainError(new ContentError(pictures.problems).message);
	const kept: string[] = [];
	const refused: string[] = [];
	for (const { path, text } of changes) {
		const located = findDocumentKind(path);
		const isThere = (await studio.getDocument(path))?.current !== undefined;
		const result =
			text === null
				? await studio.deleteDocuments([path], { versions: new Map() }, commandActor)
				: isThere || !located || "file" in located.kind
					? await studio.saveDraft(path, { text, version: 0 }, commandActor)
					: await studio.createDocument(located.name, located.slug, commandActor, text);
		if ("version" in result || "drafts" in result) kept.push(path);
		else if ("problem" in result) refused.push(`${path}: ${result.problem}`);
		else if ("links" in result) refused.push(`${path}: ${result.links.map((link) => link.path).join(", ")} link to it`);
		else refused.push(`${path}: already has a draft in the studio`);
	}
	kept.push(...(await keepPictureDrafts(deps, pictures.changes)).map(nameFile));
	if (refused.length > 0)
		throw new PlainError(`${kept.length} drafts saved. Not saved:\n${listPaths(refused).trimEnd()}`);
	return kept.length === 0 ? "No differences from the public content.\n" : `Saved as drafts:\n${listPaths(kept)}`;
}

function listPaths(paths: readonly string[]): string {
	return paths.map((path) => `  ${path}\n`).join("");
}

const nameFile = (src: string) => `pictures/${src}`;

/** Keeps differing pictures as drafts; those that equal the build need none. */
async function keepPictureDrafts(
	{ database, clock }: StudioDeps,
	changes: readonly PictureChange[],
): Promise<string[]> {
	const versions = changes.flatMap((change) => (change.change === "put" ? [change] : []));
	await database.write(async (transaction) => {
		await lockContent(transaction);
		for (const { path, version } of versions)
			await insertPictureVersion(transaction, { ...version, path, by: commandActor }, clock.now());
		if (versions.length > 0) await recordChange(transaction, [picturesChangeKey]);
	});
	return versions.map(({ path }) => path);
}

async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, {
		draft: { type: "boolean", default: false },
		delete: { type: "boolean", default: false },
		heavy: { type: "boolean", default: false },
		note: { type: "string" },
	});
	if (values.help) return help;
	const [name = "status", argument] = positionals;
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command) throw new UsageError(`Unknown command "${name}". See --help.`);
	const config = readConfig(io.env);
	const base = await readContentBase(config);
	const { database } = await openExistingInstallation(config);
	const deps: StudioDeps = {
		database,
		base,
		clock: systemClock,
		noteContent: (transaction, entry) => writeAuditEntry(transaction, entry, systemClock.now()),
		tellScheduler: createTellScheduler({ clock: systemClock, messageIdDomain: nameMessageIds(config) }),
	};
	try {
		return await command({ deps, config, options: { ...values, note: values.note } }, argument);
	} finally {
		await database.close();
	}
}

export const contentCommand: Command = { subject: "The content", run };

if (import.meta.main) await runCommand(contentCommand);
