import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import sharp from "sharp";
import { ZipFile } from "yazl";
import type { Database } from "../../platform/database/database.ts";
import { createServerEnvironment, projectDirectory, projectNode } from "../support/built-server.ts";
import { createPdf } from "../support/documents.ts";
import { endAllAfter, type Start } from "../support/end-all-after.ts";
import { createFaultInstallation, databaseKinds, type DatabaseKind } from "../support/fault-installation.ts";

/**
 * Tests that an import which is killed and repeated stores the same as an uninterrupted import, and that nothing of it is left when it is
 * undone: kills `npm run import` with SIGKILL at ten moments, each time on fresh data, repeats it, and compares tables and files.
 */
const { values } = parseArgs({
	options: {
		kills: { type: "string", default: "10" },
		rows: { type: "string", default: "1500" },
		database: { type: "string", default: "sqlite" },
		kind: { type: "string", default: "leads" },
		"end-leases": { type: "boolean", default: false },
	},
});
const [kills, rows] = [Number(values.kills), Number(values.rows)];
const kind = databaseKinds.find((one) => one === values.database);
const begun = Temporal.Now.instant();
/** Rows that an import stores at once. */
const batchRows = 100;

/** One import: its files by name, the first with the rows, and the options of the command. */
type Scenario = { options: string[]; keepsFiles?: true; writeFiles(): Promise<Record<string, Buffer>> };

const scenarios: Readonly<Record<string, Scenario>> = {
	leads: {
		options: ["--kind", "leads", "--map", "Size=notes"],
		writeFiles: async () => ({ "leads.csv": Buffer.from(writeLeads()) }),
	},
	// A resume for every fifth row.
	applicants: {
		options: ["--kind", "applicants", "--files", "resumes.zip"],
		keepsFiles: true,
		writeFiles: async () => ({
			"applicants.csv": Buffer.from(
				writeTable("Name,Email,Created,Resume", (index) =>
					[
						`Asha ${index}`,
						`asha${index}@applicant.example`,
						"2026-03-01",
						index % 5 === 0 ? `${index}.pdf` : "",
					].join(),
				),
			),
			"resumes.zip": await zip(
				Array.from({ length: Math.ceil(rows / 5) }, (_, index) => [
					`${index * 5}.pdf`,
					createPdf({ bytes: 1_000 + index }),
				]),
			),
		}),
	},
	jobs: {
		options: ["--kind", "jobs"],
		writeFiles: async () => ({
			"jobs.csv": Buffer.from(
				writeTable(
					"Title,Summary,Description",
					(index) => `Weaver ${index % (rows - 20)},We weave.,"Weave **${index}**\npages."`,
				),
			),
		}),
	},
	// Every other one is upcoming, and every tenth is cancelled.
	calls: {
		options: ["--kind", "calls"],
		writeFiles: async () => ({ "calls.ics": Buffer.from(writeCalls()) }),
	},
	// A picture for every tenth article.
	articles: {
		options: ["--kind", "articles", "--files", "uploads.zip"],
		writeFiles: async () => ({
			"articles.xml": Buffer.from(writeArticles()),
			"uploads.zip": await zip([["uploads/loom.png", await drawPicture()]]),
		}),
	},
};
const scenario = scenarios[values.kind];
if (!Number.isInteger(kills) || !Number.isInteger(rows) || !kind || !scenario) {
	console.error(
		`Usage: node tests/faults/import-kill.ts [--kind ${Object.keys(scenarios).join("|")}] [--kills 10] [--rows 1500] [--database sqlite|postgres] [--end-leases]`,
	);
	process.exit(2);
}

/** Tables that imports write to, and columns that differ from run to run. */
const compared = new Set([
	"enquiries",
	"applications",
	"bookings",
	"host_reservations",
	"jobs",
	"content_drafts",
	"content_pictures",
	"content_picture_files",
	"records",
	"record_words",
	"record_notes",
	"imported_rows",
	"emails",
	"notifications",
	"erased_files",
]);
const random = new Set([
	..."id reference words import_number resume_file token_hash version picture_id".split(" "),
	// When the import began.
	..."draft_since closed_at at uploaded_at".split(" "),
]);
/** The same of one table. */
const randomOf: Readonly<Record<string, string>> = { jobs: "changed_at" };

type Installation = Awaited<ReturnType<typeof open>>;

async function open(start: Start, databaseKind: DatabaseKind, chosen: Scenario) {
	const installation = await createFaultInstallation(start, databaseKind);
	const written = Object.entries(await chosen.writeFiles());
	for (const [name, content] of written) await writeFile(join(installation.dataDirectory, name), content);
	const importArgs = [written[0]?.[0] ?? "", ...chosen.options].map((one) =>
		written.some(([name]) => name === one) ? join(installation.dataDirectory, one) : one,
	);
	// Creates the tables, and the mark of the files.
	await (await installation.startServer()).end("SIGTERM");
	const environment = await createServerEnvironment({
		dataDirectory: installation.dataDirectory,
		databaseUrl: installation.databaseUrl,
	});
	return {
		...installation,
		/** Runs the command; `isTime` kills it. */
		async run(
			args: readonly string[],
			isTime: () => Promise<boolean> = () => sleep(50, false),
		): Promise<number | null> {
			const child = spawn(projectNode, [join(projectDirectory, "server/commands/import.ts"), ...args], {
				env: environment,
				stdio: ["ignore", "ignore", "inherit"],
			});
			const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
			while (child.exitCode === null && child.signalCode === null && !(await isTime()));
			if (child.exitCode === null) child.kill("SIGKILL");
			return exited;
		},
		importFile: (isTime?: () => Promise<boolean>) => [importArgs, isTime] as const,
	};
}

function writeLeads(): string {
	return writeTable(
		"Name,Email,Created,Notes,Size",
		(index) =>
			`Asha ${index},asha${index % (rows - 20)}@visitor.example,2026-03-01,"Note ${index}\nof two lines",${index}`,
	);
}

function writeTable(header: string, writeRow: (index: number) => string): string {
	return `${header}\n${Array.from({ length: rows }, (_, index) => writeRow(index)).join("\n")}\n`;
}

function writeArticles(): string {
	const items = Array.from({ length: rows }, (_, index) => {
		const picture =
			index % 10 === 0
				? "<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta>"
				: "";
		return `<item><title>Article ${index}</title><guid>${index}</guid><wp:post_type>post</wp:post_type><wp:post_date>2024-05-01 10:00:00</wp:post_date>
<content:encoded><![CDATA[<p>We <b>weave</b> ${index}.</p>]]></content:encoded>${picture}</item>`;
	});
	const attachment =
		"<item><wp:post_id>1</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/wp-content/uploads/loom.png</wp:attachment_url></item>";
	return `<?xml version="1.0"?><rss><channel>${attachment}${items.join("\n")}</channel></rss>`;
}

function writeCalls(): string {
	const day = (days: number) =>
		begun
			.add({ hours: 24 * days })
			.toString()
			.slice(0, 10)
			.replaceAll("-", "");
	const dayOf = (index: number) => day((Math.floor(index / 16) + 1) * (index % 2 === 0 ? 1 : -1));
	const events = Array.from({ length: rows }, (_, index) => [
		"BEGIN:VEVENT",
		`UID:${index}`,
		`CREATED:${day(-90)}T100000Z`,
		`DTSTART:${dayOf(index)}T${String(index % 16).padStart(2, "0")}0000Z`,
		"DURATION:PT30M",
		`ATTENDEE;CN=Asha ${index}:mailto:asha${index}@visitor.example`,
		`SUMMARY:Call ${index}`,
		...(index % 10 === 0 ? ["STATUS:CANCELLED"] : []),
		"END:VEVENT",
	]);
	return ["BEGIN:VCALENDAR", ...events.flat(), "END:VCALENDAR", ""].join("\r\n");
}

function drawPicture(): Promise<Buffer> {
	return sharp({ create: { width: 1_000, height: 750, channels: 3, background: "#a52" } })
		.png()
		.toBuffer();
}

async function zip(files: readonly (readonly [name: string, content: Buffer])[]): Promise<Buffer> {
	const archive = new ZipFile();
	for (const [name, content] of files) archive.addBuffer(content, name);
	archive.end();
	return buffer(archive.outputStream);
}

async function withStored<Result>(
	{ openStored }: Installation,
	work: (database: Database) => Promise<Result>,
): Promise<Result> {
	const database = await openStored();
	try {
		return await work(database);
	} finally {
		await database.close();
	}
}

/** Everything stored, without random values, as sorted lines. */
function readStored(installation: Installation): Promise<string[]> {
	return withStored(installation, async ({ db, kind: stored }) => {
		const { rows: tables } =
			stored === "sqlite"
				? await sql<{ name: string }>`select name from sqlite_master where type = 'table' and sql not like '%virtual%'
					and name not like 'record_search%'`.execute(db)
				: await sql<{
						name: string;
					}>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
		const lines: string[] = [];
		for (const { name } of tables) {
			if (!compared.has(name)) continue;
			const { rows: found } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
				db.withoutPlugins(),
			);
			for (const row of found) {
				const kept = Object.entries(row).filter(([column]) => !random.has(column) && randomOf[name] !== column);
				lines.push(`${name} ${JSON.stringify(kept)}`);
			}
		}
		const { rows: states } = await sql<{ state: string }>`select state from imports where state <> 'lapsed'`.execute(
			db,
		);
		return [...lines.toSorted(), ...states.map(({ state }) => `import ${state}`), ...(await listFiles(installation))];
	});
}

/** The stored files, by their kind and content. */
async function listFiles({ dataDirectory }: Installation): Promise<string[]> {
	const entries = await readdir(join(dataDirectory, "files"), { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith("incoming"));
	const lines = files.map(async ({ parentPath, name }) => {
		const content = await readFile(join(parentPath, name));
		return `file ${extname(name)} ${hash("sha256", content, "hex")}`;
	});
	// The mark of the installation is another each time.
	return (await Promise.all(lines)).filter((line) => !line.startsWith("file .json")).toSorted();
}

/** Whether some files of a batch are kept, and none of its rows is stored. */
async function isWithinBatch({ dataDirectory }: Installation, db: Database["db"]): Promise<boolean> {
	const kept = await readdir(join(dataDirectory, "files"), { recursive: true });
	const { named } = await db
		.selectFrom("applications")
		.select(({ fn }) => fn.countAll<number | string>().as("named"))
		.where("resumeName", "<>", "")
		.executeTakeFirstOrThrow();
	return kept.filter((name) => extname(name) === ".pdf").length > Number(named);
}

function compare(name: string, expected: readonly string[], found: readonly string[]): number {
	const missing = expected.filter((line) => !found.includes(line)).length;
	const more = found.length - expected.length;
	if (missing > 0 || more !== 0)
		console.log(
			`${name}: ${missing} lines missing, ${more} more, such as ${found.find((line) => !expected.includes(line))}`,
		);
	return missing > 0 || more !== 0 ? 1 : 0;
}

let faults = 0;
await endAllAfter(async (start) => {
	const whole = await open(start, kind, scenario);
	const empty = await readStored(whole);
	if ((await whole.run(...whole.importFile())) !== 0) throw new Error("The import failed");
	const expected = await readStored(whole);
	console.log(`${kind}: an import that runs through stores ${expected.length - empty.length} rows`);
	let killed = 0;
	for (let kill = 1; kill <= kills; kill++) {
		const installation = await open(start, kind, scenario);
		// The first before any row is stored, the last with one batch to go.
		const stored = batchRows * Math.floor((Math.ceil(rows / batchRows) * (kill - 1)) / kills);
		await withStored(installation, async ({ db }) => {
			const isTime = async () => {
				await sleep(2);
				const one = await db.selectFrom("imports").select(["state", "nextRow"]).executeTakeFirst();
				if (one === undefined) return false;
				if (kill === 1) return true;
				if (one.state !== "importing" || one.nextRow <= stored) return false;
				return !scenario.keepsFiles || kill % 2 === 1 || isWithinBatch(installation, db);
			};
			if ((await installation.run(...installation.importFile(isTime))) === null) killed += 1;
			if (values["end-leases"]) await db.updateTable("imports").set({ runner: null, runnerUntil: null }).execute();
		});
		if ((await installation.run(...installation.importFile())) !== 0) faults += 1;
		faults += compare(`killed after ${stored} rows`, expected, await readStored(installation));
		const number = await withStored(installation, ({ db }) =>
			db.selectFrom("imports").select("number").where("state", "=", "done").executeTakeFirstOrThrow(),
		);
		if ((await installation.run(["--undo", String(number.number)])) !== 0) faults += 1;
		const left = (await readStored(installation)).filter((line) => line !== "import undone");
		faults += compare(`undone after ${stored} rows`, empty, left);
	}
	console.log(`${kills} kills, ${killed} of them before the end, ${faults} faults`);
	if (killed < Math.max(1, kills - 1)) faults += 1;
});
process.exitCode = faults === 0 ? 0 : 1;
