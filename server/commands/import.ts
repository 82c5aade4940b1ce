import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import {
	archiveOf,
	tableOf,
	type ImportFile,
	type ImportOptions,
	type StoredImport,
} from "../../core/imports/import-store.server.ts";
import type { Imports, Upload } from "../../core/imports/imports.server.ts";
import type { ImportRunner } from "../../core/imports/run-imports.server.ts";
import { commandAccount } from "../../core/records/name-of.ts";
import { createPictureProcessor } from "../../features/publishing/pictures/picture-processor.server.ts";
import { systemClock } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { readConfig } from "../../platform/config.ts";
import type { ReceivedFile } from "../../platform/files/file-backend.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { createDeskImports } from "../imports.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { listRecordKinds } from "../records.ts";
import { formatTable } from "./format.ts";

const help = `Imports files from other tools, and undoes it. Works beside a running server on the same environment.

  npm run import                                        list imports
  npm run import -- leads.csv --kind leads --dry-run    show what each row becomes, and store nothing
  npm run import -- leads.csv --kind leads              import it
  npm run import -- --undo 3                            remove what import 3 stored, within a week

  --kind KIND           leads, contacts, applicants, jobs, calls (a calendar file) or articles (a WordPress export)
  --files FILE          a ZIP file with resumes, or with the uploads of WordPress. Or give a ZIP file with both
  --map COLUMN=FIELD    what a column becomes; without it, the name of the column decides. May be repeated
  --stage NAME=KEY      the stage that a name in the file means. May be repeated
  --dates ORDER         day-first or month-first, for dates such as 3/4/2026
  --duplicates CHOICE   skip (default) or import rows about what is already here
  --report FILE         with --dry-run: write what becomes of each row to a CSV file
  --worked-on CHOICE    with --undo: keep (default) or remove records that somebody has worked on since
  --help                show this help

An interrupted import goes on when the command is repeated, or when a server runs. No e-mail is sent.
`;

const options = {
	kind: { type: "string" },
	files: { type: "string" },
	map: { type: "string", multiple: true, default: [] as string[] },
	stage: { type: "string", multiple: true, default: [] as string[] },
	dates: { type: "string" },
	duplicates: { type: "string" },
	report: { type: "string" },
	"dry-run": { type: "boolean", default: false },
	undo: { type: "string" },
	"worked-on": { type: "string", default: "keep" },
} as const;

type Values = ReturnType<typeof readArguments<typeof options>>["values"];

async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, options);
	if (values.help) return help;
	const [path, ...rest] = positionals;
	if (rest.length > 0) throw new UsageError("Give one file. See --help.");
	const config = readConfig(io.env);
	const { database, files, installation, company, careers, deskSettings } = await openExistingInstallation(config);
	const processor = createPictureProcessor({ log: createLog({ logLevel: "silent" }) });
	try {
		const kinds = listRecordKinds({ config, company, desk: deskSettings });
		const imports = createDeskImports({
			config,
			company,
			careers,
			clock: systemClock,
			database,
			files,
			installation,
			kinds,
			processor,
		});
		if (values.undo !== undefined) return await undo(imports, values.undo, values["worked-on"]);
		if (path === undefined) return list(imports, await imports.list());
		return await importFile(imports, path, values, { files, tell: (line) => io.stderr.write(line) });
	} finally {
		await processor.close();
		await database.close();
	}
}

async function importFile(
	imports: Imports & ImportRunner,
	path: string,
	values: Values,
	{ files, tell }: { files: Pick<FileStore, "receive" | "discard">; tell(line: string): void },
): Promise<string> {
	const kind = imports.kinds.find(({ key }) => key === values.kind);
	if (!kind) throw new UsageError(`Give --kind: ${imports.kinds.map(({ key }) => key).join(", ")}`);
	const uploads: Upload[] = [];
	try {
		for (const one of [path, ...(values.files === undefined ? [] : [values.files])])
			uploads.push({ file: await receive(one, files), name: basename(one) });
		const [first] = uploads.map(({ file }) => file);
		if (!first) throw new Error("No file was received");
		const earlier = values["dry-run"] ? undefined : await imports.findOfFile(kind.key, first.sha256);
		if (earlier?.state === "done")
			return `This file is imported already, as import ${earlier.number}. To import it again, undo that first.\n`;
		if (earlier?.state === "importing") return describe(imports, await finish(imports, earlier.number, tell));
		// Left by an interrupted command.
		if (earlier?.accountId === commandAccount) await imports.discard(earlier.number);
		const added = await imports.add({ kind: kind.key, by: commandAccount, uploads });
		if ("message" in added) throw new UsageError(`${path}: ${added.message}`);
		const one = await get(imports, added.number);
		const chosen = await chooseOptions(imports, one, values);
		refuse(await imports.startCheck(one, chosen));
		const checked = await finish(imports, one.number, tell);
		if (values["dry-run"]) {
			if (values.report !== undefined)
				await pipeline(await imports.writeReport(checked), createWriteStream(values.report, { mode: 0o600 }));
			const text = describe(imports, checked);
			await imports.discard(one.number);
			return text;
		}
		const fault = await imports.startImport(checked, commandAccount);
		if (fault) {
			await imports.discard(one.number);
			throw new UsageError(`${describe(imports, checked)}${fault.message}`);
		}
		return describe(imports, await finish(imports, one.number, tell));
	} finally {
		for (const { file } of uploads) await files.discard(file);
	}
}

async function receive(path: string, files: Pick<FileStore, "receive">): Promise<ReceivedFile> {
	const file = await open(path).catch((error: NodeJS.ErrnoException) => {
		throw new UsageError(`${path} cannot be read (${error.code})`);
	});
	return files.receive(file.createReadStream());
}

/** Reads the options of the command over the guesses. */
async function chooseOptions(imports: Imports, one: StoredImport, values: Values): Promise<ImportOptions> {
	const kind = imports.kinds.find(({ key }) => key === one.kind);
	const columns = await imports.readColumns(one);
	const fields = columns.map(({ field }) => field);
	for (const [name, field] of values.map.map(readPair)) {
		const index = columns.findIndex((column) => column.name === name);
		if (index === -1)
			throw new UsageError(`There is no column ${name}. Columns: ${columns.map((column) => column.name).join(", ")}`);
		if (field !== "" && !kind?.fields.some(({ key }) => key === field))
			throw new UsageError(`There is no field ${field}. Fields: ${kind?.fields.map(({ key }) => key).join(", ")}`);
		fields[index] = field;
	}
	return {
		...one.options,
		columns: fields,
		stages: Object.fromEntries(values.stage.map(readPair).map(([name, key]) => [name.toLowerCase(), key])),
		...(values.dates !== undefined && { dateOrder: choose("--dates", values.dates, ["day-first", "month-first"]) }),
		...(values.duplicates !== undefined && {
			duplicates: choose("--duplicates", values.duplicates, ["skip", "import"]),
		}),
	};
}

async function undo(imports: Imports & ImportRunner, number: string, workedOn: string): Promise<string> {
	const one = await get(imports, Number(number));
	if (one.state !== "undoing")
		refuse(
			await imports.startUndo(one, {
				by: commandAccount,
				workedOn: choose("--worked-on", workedOn, ["keep", "remove"]),
			}),
		);
	await finish(imports, one.number);
	const { kept } = await imports.countRows(one.number);
	return `Import ${one.number} is undone.${kept > 0 ? ` ${kept} stayed, because they are in use or somebody has worked on them.` : ""}\n`;
}

/** Works on an import until nothing is left to do, or waits for the server that does. */
async function finish(
	imports: Imports & ImportRunner,
	number: number,
	tell: (line: string) => void = () => {},
): Promise<StoredImport> {
	for (;;) {
		await imports.run(new AbortController().signal, number);
		const one = await get(imports, number);
		if (!["checking", "importing", "undoing"].includes(one.state)) return one;
		tell(`Another process is working on import ${number}: ${one.nextRow - 1} rows done.\n`);
		await sleep(1_000);
	}
}

function describe(imports: Imports, one: StoredImport): string {
	const { rows = 0, imported = 0, duplicate = 0, refused = 0, problems = [], fault } = one.summary ?? {};
	const { files = 0, unused } = one.summary ?? {};
	const [single, several] = imports.kinds.find(({ key }) => key === one.kind)?.becomes ?? ["record", "records"];
	const archive = archiveOf(one);
	const isDone = one.state === "done";
	return [
		`${isDone ? `Import ${one.number}` : "Dry run"}: ${describeFile(tableOf(one))}\n`,
		...(archive ? [`${describeFile(archive)}\n`] : []),
		`${rows} rows: ${imported} ${isDone ? "imported as" : "become"} ${imported === 1 ? single : several}, ${duplicate} skipped, ${refused} refused.\n`,
		...(archive ? [`${files} files ${isDone ? "kept" : "to keep"}, ${unused?.files ?? 0} that no row names.\n`] : []),
		...(fault === undefined ? [] : [`${fault}\n`]),
		...problems.map(({ line, outcome, reason }) => `  line ${line}, ${outcome}: ${reason}\n`),
		...(unused?.paths ?? []).map((path) => `  not named: ${path}\n`),
	].join("");
}

function describeFile({ name, bytes, sha256 }: ImportFile): string {
	return `${name}, ${bytes} bytes, SHA-256 ${sha256}`;
}

function list(imports: Imports, all: StoredImport[]): string {
	if (all.length === 0) return "No imports.\n";
	return formatTable(
		["Number", "File", "Kind", "Status", "Imported", "SHA-256"],
		all.map((one) => [
			String(one.number),
			tableOf(one).name,
			imports.kinds.find(({ key }) => key === one.kind)?.name ?? one.kind,
			one.state,
			one.state === "done" ? String(one.summary?.imported ?? 0) : "",
			tableOf(one).sha256,
		]),
	);
}

async function get(imports: Imports, number: number): Promise<StoredImport> {
	const one = await imports.find(number);
	if (!one) throw new UsageError(`Import ${number} does not exist`);
	return one;
}

function refuse(fault: { message: string } | undefined): void {
	if (fault) throw new UsageError(fault.message);
}

function readPair(text: string): [string, string] {
	const at = text.lastIndexOf("=");
	if (at === -1) throw new UsageError(`"${text}" has no "=". See --help.`);
	return [text.slice(0, at), text.slice(at + 1)];
}

function choose<const Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
	const choice = choices.find((one) => one === text);
	if (choice === undefined) throw new UsageError(`${name} is ${choices.join(" or ")}`);
	return choice;
}

export const importCommand: Command = { subject: "The imports", run };

if (import.meta.main) await runCommand(importCommand);
