import { existsSync } from "node:fs";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { writeAuditEntry } from "../../features/accounts/audit-log.server.ts";
import { ContentError } from "../../features/publishing/documents/content-error.ts";
import {
	contentSourceFile,
	readContentFolder,
	readContentSource,
} from "../../features/publishing/documents/content-source.server.ts";
import { findDocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import { createStudio } from "../../features/publishing/editions/create-studio.server.ts";
import { applyOverlay, findLastEdition, readOverlay } from "../../features/publishing/editions/edition-store.server.ts";
import { importDocuments, listImported } from "../../features/publishing/editions/import-documents.server.ts";
import { createStudioContent } from "../../features/publishing/editions/studio-content.server.ts";
import type { StudioDeps } from "../../features/publishing/editions/studio-deps.ts";
import { findBytes } from "../../features/publishing/pictures/picture-store.server.ts";
import { readYamlFile } from "../../features/publishing/yaml-file.server.ts";
import { systemClock } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError } from "../../platform/command-line.ts";
import { readConfig, type Config } from "../../platform/config.ts";
import { PlainError } from "../../platform/plain-error.ts";
import { companySchema } from "../../shared/company.ts";
import { nameMessageIds } from "../name-message-ids.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { createTellScheduler } from "../tell-scheduler.ts";
import { formatTable } from "./format.ts";

const help = `Moves documents between the studio and the files of a content folder, so that who works with git loses nothing.
Works beside a running server, on the database that the same environment names; visitors see what is imported at once.

  npm run content -- status            lists documents that belong to the studio, drafts, and files that have changed since
  npm run content -- export content    writes what is public into a folder; a build of it gives the same pages
  npm run content -- import content    makes what differs in a folder public, as one edition, or says what is wrong with it

  --draft        import: leaves what differs as drafts
  --delete       import: deletes documents that the folder does not have
  --note "…"     import: says in the history what it was for
  --help         shows this

Export writes the studio's pictures too. Import takes documents alone: a picture is uploaded in the studio, or comes with a build.
Positions are kept at the desk and by npm run jobs; import leaves the files in jobs/ alone.
`;

type Options = { draft: boolean; delete: boolean; note: string | undefined };
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
		const overlay = await readOverlay(deps.database.db);
		const { documents, pictures } = applyOverlay(deps.base, overlay);
		for (const [path, text] of documents) await writeTo(join(directory, path), text);
		for (const [path, text] of overlay.documents)
			if (text === undefined) await rm(join(directory, path), { force: true });
		for (const [src, picture] of pictures) {
			const file = join(directory, "pictures", src);
			const ofStudio = overlay.pictures.has(src) && (await findBytes(deps.database.db, picture.hash));
			if (ofStudio) await writeTo(file, ofStudio);
			else await copyPicture(join(config.contentDirectory, "pictures", src), file);
		}
		for (const [src, picture] of overlay.pictures)
			if (!picture) await rm(join(directory, "pictures", src), { force: true });
		return `${documents.size} documents of edition ${overlay.edition} are in ${directory}.\n`;
	},

	async import({ deps, options }, directory) {
		if (directory === undefined) throw new UsageError("From where? Give a folder, such as content");
		if (!existsSync(directory)) throw new UsageError(`There is no folder ${directory}`);
		const { documents } = await readContentFolder(resolve(directory));
		if (documents.size === 0) throw new UsageError(`There is no document of the content in ${directory}`);
		const imported = { documents, deletesMissing: options.delete };
		if (options.draft) return importAsDrafts(deps, imported);
		const result = await importDocuments(deps, imported, {
			by: commandActor,
			...(options.note !== undefined && { note: options.note }),
		});
		if ("problems" in result) throw new PlainError(new ContentError(result.problems).message);
		if (result.edition === undefined) return "Nothing differs from what is public.\n";
		return `Edition ${result.edition} is public:\n${listPaths(result.paths)}`;
	},
};

const commandActor = "command";

async function importAsDrafts(deps: StudioDeps, imported: Parameters<typeof listImported>[0]): Promise<string> {
	const studio = createStudio(deps);
	const changes = listImported(imported, await createStudioContent(deps).readState(), deps.base.documents);
	const kept: string[] = [];
	const refused: string[] = [];
	for (const { path, text } of changes) {
		const located = findDocumentKind(path);
		const isThere = (await studio.getDocument(path))?.current !== undefined;
		const result =
			text === null
				? await studio.deleteDocument(path, {}, commandActor)
				: isThere || !located
					? await studio.saveDraft(path, { text, version: 0 }, commandActor)
					: await studio.createDocument(located.name, located.slug, commandActor, text);
		if ("version" in result) kept.push(path);
		else if ("problem" in result) refused.push(`${path}: ${result.problem}`);
		else if ("links" in result) refused.push(`${path}: ${result.links.map((link) => link.path).join(", ")} link to it`);
		else refused.push(`${path}: there is a draft of it in the studio already`);
	}
	if (refused.length > 0)
		throw new PlainError(`${kept.length} drafts were made; these were not:\n${listPaths(refused).trimEnd()}`);
	return kept.length === 0 ? "Nothing differs from what is public.\n" : `These are drafts now:\n${listPaths(kept)}`;
}

function listPaths(paths: readonly string[]): string {
	return paths.map((path) => `  ${path}\n`).join("");
}

async function writeTo(file: string, content: string | Uint8Array): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, content);
}

/** Copies a picture of the content folder, unless it is to be where it is. */
async function copyPicture(from: string, to: string): Promise<void> {
	if (resolve(from) === resolve(to) || !existsSync(from)) return;
	await mkdir(dirname(to), { recursive: true });
	await copyFile(from, to);
}

/** What the server on this configuration was built with; where nothing is built, the content folder. */
async function readBase({ buildDirectory, contentDirectory }: Config): Promise<StudioDeps["base"]> {
	const built = join(buildDirectory, contentSourceFile);
	return existsSync(built) ? readContentSource(built) : readContentFolder(contentDirectory);
}

await runCommand("The content", async (args) => {
	const { values, positionals } = readArguments(args, {
		draft: { type: "boolean", default: false },
		delete: { type: "boolean", default: false },
		note: { type: "string" },
	});
	if (values.help) return help;
	const [name = "status", argument] = positionals;
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command) throw new UsageError(`There is no command ${name}. ${Object.keys(commands).join(", ")}, or --help.`);
	const config = readConfig();
	const base = await readBase(config);
	const company = readYamlFile("company.yml", base.documents.get("company.yml") ?? "", companySchema);
	const { database } = await openExistingInstallation(config, company);
	const deps: StudioDeps = {
		database,
		base,
		clock: systemClock,
		noteContent: (transaction, entry) => writeAuditEntry(database, transaction, entry, systemClock.now()),
		tellScheduler: createTellScheduler({ clock: systemClock, messageIdDomain: nameMessageIds(config) }),
	};
	try {
		return await command({ deps, config, options: { ...values, note: values.note } }, argument);
	} finally {
		await database.close();
	}
});
