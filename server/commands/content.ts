import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { writeAuditEntry } from "../../core/accounts/audit-log.server.ts";
import { lockContent } from "../../features/publishing/content-lock.server.ts";
import { ContentError } from "../../features/publishing/documents/content-error.ts";
import { findDocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import { redirectsFile } from "../../features/publishing/documents/redirects-file.server.ts";
import { createStudio } from "../../features/publishing/releases/create-studio.server.ts";
import { findLastEdition } from "../../features/publishing/releases/release-store.server.ts";
import {
	buildImported,
	importContent,
	listImported,
	listImportedPictures,
	type ImportedContent,
} from "../../features/publishing/releases/import-content.server.ts";
import { createStudioContent } from "../../features/publishing/releases/studio-content.server.ts";
import { readContentBase } from "../../features/publishing/releases/published-facts.server.ts";
import type { StudioDeps } from "../../features/publishing/releases/studio-deps.ts";
import type { PictureChange } from "../../features/publishing/pictures/import-pictures.server.ts";
import { insertPictureVersion } from "../../features/publishing/pictures/picture-store.server.ts";
import { picturesFact } from "../../features/publishing/pictures/pictures-fact.ts";
import { describeExcess } from "../../features/publishing/page-budget.ts";
import { systemClock } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { readConfig, type Config } from "../../platform/config.ts";
import { recordChange } from "../../platform/database/changes.ts";
import { PlainError } from "../../platform/plain-error.ts";
import type * as ChangedPages from "../list-changed-pages.ts";
import { exportContent, readImported } from "../content-folder.ts";
import { nameMessageIds } from "../../platform/email/name-message-ids.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { createTellScheduler } from "../tell-scheduler.ts";
import { formatTable } from "./format.ts";

const help = `Moves documents, pictures and redirects between the studio and the files of a content folder, so that who works with git loses
nothing. Works beside a running server, on the database that the same environment names; visitors see what is imported at once.

  npm run content -- status            lists documents that belong to the studio, drafts, and files that have changed since
  npm run content -- export content    writes what is public into a folder; a build of it gives the same pages and redirects
  npm run content -- import content    makes what differs in a folder public, as one edition, or says what is wrong with it

  --draft        import: leaves documents and pictures that differ as drafts, and redirects alone
  --delete       import: deletes documents, pictures and redirects that the folder does not have
  --heavy        import: makes pages public that it pushes over what a page may weigh; without it they are named, and nothing is stored
  --note "…"     import: says in the history what it was for
  --help         shows this

redirects.yml says where addresses of former pages lead; uploads.yml and uploads/ hold what pictures were cut from, and how, so that they
can be cut anew where they are imported. Positions are kept at the desk and by npm run jobs; import leaves the files in jobs/ alone.
`;

type Options = { draft: boolean; delete: boolean; heavy: boolean; note: string | undefined };
type ContentWork = { deps: StudioDeps; config: Config; options: Options };

const commands: Record<string, (work: ContentWork, argument: string | undefined) => Promise<string>> = {
	async status({ deps }) {
		const entries = (await createStudio(deps).listDocuments()).filter(({ state, draft }) => state !== "file" || draft);
		const edition = await findLastEdition(deps.database.db);
		const summary = edition === 0 ? "The studio has published nothing." : `The last edition is ${edition}.`;
		if (entries.length === 0) return `${summary}\n`;
		return `${summary}\n\n${formatTable(
			["Document", "Belongs to", "Draft", "File changed since"],
			entries.map(({ path, state, draft, conflict }) => [
				path,
				state === "deleted" ? "studio, deleted" : state,
				draft?.change ?? "",
				conflict ? "yes" : "",
			]),
		)}`;
	},

	async export({ deps, config }, directory) {
		if (directory === undefined) throw new UsageError("Where to? Give a folder, such as content");
		const written = await exportContent({ ...deps, config }, resolve(directory));
		return `${written.documents} documents and ${written.pictures} pictures of edition ${written.edition} are in ${directory}.\n`;
	},

	async import({ deps, config, options }, directory) {
		if (directory === undefined) throw new UsageError("From where? Give a folder, such as content");
		if (!existsSync(directory)) throw new UsageError(`There is no folder ${directory}`);
		const imported = await readImported(resolve(directory), { deletesMissing: options.delete });
		if (imported.documents.size === 0) throw new UsageError(`There is no document of the content in ${directory}`);
		if (options.draft) return importAsDrafts(deps, imported);
		const remark = options.heavy ? "" : await weighImported({ deps, config }, imported);
		const result = await importContent(deps, imported, {
			by: commandActor,
			...(options.note !== undefined && { note: options.note }),
		});
		if ("problems" in result) throw new PlainError(new ContentError(result.problems).message);
		if (result.edition === undefined) return "Nothing differs from what is public.\n";
		const { documents, pictures, changesRedirects } = result;
		const paths = [...documents, ...pictures.map(nameFile), ...(changesRedirects ? [redirectsFile] : [])];
		return `Edition ${result.edition} is public:\n${listPaths(paths)}${remark}`;
	},
};

/**
 * Holds the pages that an import changes against their budget.
 *
 * @returns what is to be said where they cannot be weighed
 * @throws PlainError that names those that it pushes over
 */
async function weighImported(
	{ deps, config }: Pick<ContentWork, "deps" | "config">,
	imported: ImportedContent,
): Promise<string> {
	const program = join(config.buildDirectory, "modules", "server", "list-changed-pages.js");
	if (!existsSync(program)) return "How heavy its pages are is not known, for there is no build here.\n";
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
		`Nothing was imported, for these pages would become heavier than a page may be:\n${listPaths(heavy)}Import with --heavy to make them public all the same.`,
	);
}

const commandActor = "command";

async function importAsDrafts(deps: StudioDeps, imported: ImportedContent): Promise<string> {
	const studio = createStudio(deps);
	const state = await createStudioContent(deps).readState();
	const changes = listImported(imported, state, deps.base.documents);
	const pictures = await listImportedPictures(deps, { ...imported, deletesMissing: false }, state);
	if ("problems" in pictures) throw new PlainError(new ContentError(pictures.problems).message);
	const kept: string[] = [];
	const refused: string[] = [];
	for (const { path, text } of changes) {
		const located = findDocumentKind(path);
		const isThere = (await studio.getDocument(path))?.current !== undefined;
		const result =
			text === null
				? await studio.deleteDocuments([path], {}, commandActor)
				: isThere || !located
					? await studio.saveDraft(path, { text, version: 0 }, commandActor)
					: await studio.createDocument(located.name, located.slug, commandActor, text);
		if ("version" in result || "drafts" in result) kept.push(path);
		else if ("problem" in result) refused.push(`${path}: ${result.problem}`);
		else if ("links" in result) refused.push(`${path}: ${result.links.map((link) => link.path).join(", ")} link to it`);
		else refused.push(`${path}: there is a draft of it in the studio already`);
	}
	kept.push(...(await keepPictureDrafts(deps, pictures.changes)).map(nameFile));
	if (refused.length > 0)
		throw new PlainError(`${kept.length} drafts were made; these were not:\n${listPaths(refused).trimEnd()}`);
	return kept.length === 0 ? "Nothing differs from what is public.\n" : `These are drafts now:\n${listPaths(kept)}`;
}

function listPaths(paths: readonly string[]): string {
	return paths.map((path) => `  ${path}\n`).join("");
}

const nameFile = (src: string) => `pictures/${src}`;

/** Leaves what differs as new versions that wait; what is as in the build needs none. */
async function keepPictureDrafts(
	{ database, clock }: StudioDeps,
	changes: readonly PictureChange[],
): Promise<string[]> {
	const versions = changes.flatMap((change) => (change.change === "put" ? [change] : []));
	await database.write(async (transaction) => {
		await lockContent(transaction);
		for (const { path, version } of versions)
			await insertPictureVersion(transaction, { ...version, path, by: commandActor }, clock.now());
		if (versions.length > 0) await recordChange(transaction, [picturesFact]);
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
	if (!command) throw new UsageError(`There is no command ${name}. ${Object.keys(commands).join(", ")}, or --help.`);
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
