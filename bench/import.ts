import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createPictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { readContentBase, readPublishedSettings } from "../features/publishing/releases/published-settings.server.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { openDatabase } from "../platform/database/database.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import { createLog } from "../platform/log.ts";
import { createDeskImports } from "../server/imports.ts";
import { migrations } from "../server/migrations.ts";
import { listRecordKinds } from "../server/records.ts";

/**
 * Measures an import of leads or calls: the time of check, import and undo, and the most resident memory of each.
 *
 * Options: --kind leads or calls, --rows (100,000), --database-url for PostgreSQL instead of SQLite.
 */
const { values } = parseArgs({
	options: {
		kind: { type: "string", default: "leads" },
		rows: { type: "string", default: "100000" },
		"database-url": { type: "string" },
	},
});
const { kind } = values;
const rows = Number(values.rows);
const folder = await mkdtemp(join(tmpdir(), "import-"));
try {
	const databaseUrl = values["database-url"];
	const config = {
		...readConfig(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
		dataDirectory: folder,
	};
	const database = await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
	const { company, careers, deskSettings } = await readPublishedSettings(database.db, await readContentBase(config));
	const files = await openFileStore({ ...config, filesReserveBytes: 0 });
	const imports = createDeskImports({
		config,
		company,
		careers,
		clock: systemClock,
		database,
		files,
		installation: { id: crypto.randomUUID() },
		kinds: listRecordKinds({ config, company, desk: deskSettings }),
		processor: createPictureProcessor({ log: createLog({ logLevel: "silent" }) }),
	});
	const fileName = kind === "calls" ? "calls.ics" : "leads.csv";
	const path = join(folder, fileName);
	await (kind === "calls" ? writeCalendar(path) : writeTable(path));
	const file = await files.receive(createReadStream(path));
	const added = await imports.add({
		kind,
		by: "command",
		uploads: [{ file, name: fileName }],
	});
	if ("message" in added) throw new Error(added.message);
	const get = async () => {
		const one = await imports.find(added.number);
		if (!one) throw new Error("The import is gone");
		return one;
	};
	console.log(`${rows} rows, ${Math.round(file.bytes / 1e6)} MB, on ${database.kind}`);
	const one = await get();
	await measure("check", () => imports.startCheck(one, one.options));
	await measure("import", async () => imports.startImport(await get(), "command"));
	await measure("undo", async () => imports.startUndo(await get(), { by: "command", workedOn: "remove" }));
	await database.close();

	async function measure(name: string, start: () => Promise<unknown>): Promise<void> {
		let most = 0;
		const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
		const from = performance.now();
		await start();
		await imports.run(new AbortController().signal);
		clearInterval(sampling);
		const seconds = (performance.now() - from) / 1_000;
		const { state, summary } = await get();
		console.log(
			`${name}: ${seconds.toFixed(1)} s, at most ${Math.round(most / 1e6)} MB resident; ${state}, ${summary?.imported ?? 0} rows`,
		);
	}
} finally {
	await rm(folder, { recursive: true, force: true });
}

async function writeTable(path: string): Promise<void> {
	const table = await open(path, "w");
	try {
		await table.write("Record ID,Name,Email,Phone,Message,Created,Status,Source,Company,Notes\n");
		for (let start = 0; start < rows; start += 1_000) {
			const lines = Array.from({ length: Math.min(1_000, rows - start) }, (_, index) => {
				const number = start + index;
				const day = String((number % 28) + 1).padStart(2, "0");
				return `${number},Asha ${number},asha${number}@visitor.example,+91 98100 ${String(number).padStart(5, "0")},"We need an app, the ${number}th, with a map and a list of everything that our drivers do.",2026-03-${day},New,LinkedIn,Company ${number % 1_000},"Called on ${day} March.\nWants an offer."\n`;
			});
			await table.write(lines.join(""));
		}
	} finally {
		await table.close();
	}
}

/** Four calls an hour, the last of them yesterday. */
async function writeCalendar(path: string): Promise<void> {
	const last = Temporal.Now.instant().subtract({ hours: 24 });
	const calendar = await open(path, "w");
	try {
		await calendar.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n");
		for (let start = 0; start < rows; start += 1_000) {
			const events = Array.from({ length: Math.min(1_000, rows - start) }, (_, index) => {
				const number = start + index;
				// Calls are kept for a year.
				const at = last.subtract({ minutes: 15 * (number % 30_000) });
				const time = at.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
				return `BEGIN:VEVENT\r\nUID:${number}@calendar.example\r\nCREATED:${time}\r\nDTSTART:${time}\r\nDURATION:PT30M\r\nSUMMARY:Call ${number}\r\nDESCRIPTION:We need an app\\, with a map and a list of everything that our drivers do.\r\nATTENDEE;PARTSTAT=ACCEPTED;CN=Asha ${number}:mailto:asha${number}@visitor.example\r\nEND:VEVENT\r\n`;
			});
			await calendar.write(events.join(""));
		}
		await calendar.write("END:VCALENDAR\r\n");
	} finally {
		await calendar.close();
	}
}
