import { spawn } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { createServerEnvironment, projectDirectory, projectNode } from "../support/built-server.ts";
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
		"end-leases": { type: "boolean", default: false },
	},
});
const [kills, rows] = [Number(values.kills), Number(values.rows)];
const kind = databaseKinds.find((one) => one === values.database);
if (!Number.isInteger(kills) || !Number.isInteger(rows) || !kind) {
	console.error(
		"Usage: node tests/faults/import-kill.ts [--kills 10] [--rows 1500] [--database sqlite|postgres] [--end-leases]",
	);
	process.exit(2);
}

/** Tables that imports write to, and columns that differ from run to run. */
const compared = new Set([
	"enquiries",
	"records",
	"record_words",
	"record_notes",
	"imported_rows",
	"emails",
	"notifications",
	"erased_files",
]);
const random = new Set(["id", "reference", "words", "import_number"]);

type Installation = Awaited<ReturnType<typeof open>>;

async function open(start: Start, databaseKind: DatabaseKind) {
	const installation = await createFaultInstallation(start, databaseKind);
	const file = join(installation.dataDirectory, "leads.csv");
	await writeFile(file, writeLeads());
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
		importFile: (isTime?: () => Promise<boolean>) =>
			[[file, "--kind", "leads", "--map", "Size=notes"], isTime] as const,
	};
}

function writeLeads(): string {
	const lines = Array.from(
		{ length: rows },
		(_, index) =>
			`Asha ${index},asha${index % (rows - 20)}@visitor.example,2026-03-01,"Note ${index}\nof two lines",${index}`,
	);
	return `Name,Email,Created,Notes,Size\n${lines.join("\n")}\n`;
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
				const kept = Object.entries(row).filter(([column]) => !random.has(column));
				lines.push(`${name} ${JSON.stringify(kept)}`);
			}
		}
		const { rows: states } = await sql<{ state: string }>`select state from imports where state <> 'lapsed'`.execute(
			db,
		);
		return [...lines.toSorted(), ...states.map(({ state }) => `import ${state}`), ...(await listFiles(installation))];
	});
}

async function listFiles({ dataDirectory }: Installation): Promise<string[]> {
	const entries = await readdir(join(dataDirectory, "files"), { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith("incoming")).map(({ name }) => name);
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
	const whole = await open(start, kind);
	const empty = await readStored(whole);
	if ((await whole.run(...whole.importFile())) !== 0) throw new Error("The import failed");
	const expected = await readStored(whole);
	console.log(`${kind}: an import that runs through stores ${expected.length - empty.length} rows`);
	let killed = 0;
	for (let kill = 1; kill <= kills; kill++) {
		const installation = await open(start, kind);
		// The first before any row is stored, the last shortly before the end.
		const row = Math.round((rows * (kill - 1)) / kills);
		await withStored(installation, async ({ db }) => {
			const isTime = async () => {
				await sleep(2);
				const one = await db.selectFrom("imports").select(["state", "nextRow"]).executeTakeFirst();
				return one !== undefined && (row === 0 || (one.state === "importing" && one.nextRow > row));
			};
			if ((await installation.run(...installation.importFile(isTime))) === null) killed += 1;
			if (values["end-leases"]) await db.updateTable("imports").set({ runner: null, runnerUntil: null }).execute();
		});
		if ((await installation.run(...installation.importFile())) !== 0) faults += 1;
		faults += compare(`killed at row ${row}`, expected, await readStored(installation));
		const number = await withStored(installation, ({ db }) =>
			db.selectFrom("imports").select("number").where("state", "=", "done").executeTakeFirstOrThrow(),
		);
		if ((await installation.run(["--undo", String(number.number)])) !== 0) faults += 1;
		const left = (await readStored(installation)).filter((line) => line !== "import undone");
		faults += compare(`undone after row ${row}`, empty, left);
	}
	console.log(`${kills} kills, ${killed} of them before the end, ${faults} faults`);
	if (killed < Math.max(1, kills - 1)) faults += 1;
});
process.exitCode = faults === 0 ? 0 : 1;
