import { spawn } from "node:child_process";
import { hash, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readlink, realpath, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { withSnapshot } from "../../platform/database/offline-database.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { builtCareers } from "../support/built-careers.ts";
import { createServerEnvironment, projectDirectory, projectNode } from "../support/built-server.ts";
import { createPdf } from "../support/documents.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { findFreePort } from "../support/free-port.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { startPostgresCluster } from "../support/postgres-cluster.ts";
import { createRelease, type ReleaseChange } from "../support/upgrade-releases.ts";
import { waitUntil } from "./kill-harness.ts";

const { values: options } = parseArgs({
	options: {
		database: { type: "string", default: "sqlite" },
		/** Only some moments, for `npm test -- --all`. */
		short: { type: "boolean", default: false },
	},
});

const serviceProgram = fileURLToPath(new URL("../support/service-program.mjs", import.meta.url));
/** How long a release may take to be ready, where some never are: this, or so many times as long as the first start took. */
const leastPatienceSeconds = 20;
const startsOfPatience = 6;
const readyMs = 300_000;
const retryMs = 500;
/** Less than a backup needs. */
const smallFileBytes = 1_000;

/** Adds a table, as a release may that the one before knows nothing of. */
const addTable = "await sql`create table of_the_new_release (id text primary key)`.execute(db);";

type Kill = { line?: string; step?: readonly string[] };
type Moment = {
	name: string;
	change?: ReleaseChange;
	/** Settings of the command. */
	settings?: (folder: string) => NodeJS.ProcessEnv;
	/** Kills the command when it prints a line that begins so, or its state is one of these. */
	kill?: Kill;
	/** Largest file that the command may write, in bytes. */
	largestFile?: number;
	before?: (folder: string) => Promise<unknown>;
	after?: (folder: string) => Promise<unknown>;
	/** Whether the release before has to be asked back, because the command could not do it by itself. */
	needsBack?: boolean;
	/** Left to the long form. */
	isLong?: boolean;
	/** The kind of database on which the upgrade fails; both if absent. */
	database?: string;
};

/** The moments at which an upgrade fails. */
const moments: readonly Moment[] = [
	// Before any other leaves that migration in the database.
	{
		name: "the new release removes what the one before needs, and does not start",
		change: { migration: addTable, contracts: true, onRealData: "process.exitCode = 1;" },
	},
	{
		name: "the backup has no place",
		before: (folder) => writeFile(join(folder, "data", "upgrade"), ""),
		after: (folder) => rm(join(folder, "data", "upgrade")),
		isLong: true,
	},
	{ name: "the disk has no room for the backup", settings: () => ({ FILES_RESERVE_MB: "999999999" }), isLong: true },
	{ name: "the disk is full while the backup is written", largestFile: smallFileBytes, isLong: true },
	{ name: "killed while backing up", kill: { line: "> Backing up" }, isLong: true },
	{ name: "killed while the backup is restored aside", kill: { line: "> Restoring the backup aside" }, isLong: true },
	{ name: "killed while the new release is tried", kill: { line: "> Trying the new release" }, isLong: true },
	{ name: "the new release is not built", change: { isUnbuilt: true } },
	{
		name: "the new release wants another configuration",
		change: { configurationProblem: "NEW_KEY: must be set" },
		isLong: true,
	},
	{
		name: "a migration throws on the copy",
		change: { migration: 'throw new Error("It cannot be migrated");' },
		isLong: true,
	},
	{
		name: "a migration throws on the data",
		change: { migration: `${addTable} if (runs === 2) throw new Error("It cannot be migrated");` },
		isLong: true,
	},
	{
		name: "killed in the middle of a migration",
		change: { migration: `${addTable} if (runs === 2) process.kill(process.pid, "SIGKILL");` },
		kill: {},
	},
	{
		name: "killed after the migration",
		change: { migration: addTable },
		kill: { step: ["migrated", "switching", "starting"] },
		isLong: true,
	},
	{
		name: "the link cannot be switched",
		change: { migration: addTable },
		before: blockLink,
		after: unblockLink,
		isLong: true,
	},
	{
		name: "another program takes the port",
		settings: (folder) => ({ UPGRADE_STOP: `${serviceCommand("stop", folder)} && ${serviceCommand("squat", folder)}` }),
		after: (folder) => runService("free", folder),
		needsBack: true,
		isLong: true,
	},
	{
		name: "the new release does not start",
		change: { migration: addTable, onRealData: 'console.error("It cannot start"); process.exitCode = 1;' },
		isLong: true,
	},
	{
		name: "the new release answers 500",
		change: {
			migration: addTable,
			onRealData: `const { createServer } = await import("node:http");
				createServer((_, response) => response.writeHead(500).end()).listen(Number(process.env.PORT), "127.0.0.1");`,
		},
	},
	{
		name: "the start command fails",
		change: { migration: addTable },
		settings: failToStart,
		isLong: true,
	},
	{
		name: "killed while the new release starts",
		change: { migration: addTable },
		kill: { line: "> Checking the new release" },
		isLong: true,
	},
	{
		name: "killed on the way back",
		change: { migration: addTable, onRealData: "process.exitCode = 1;" },
		kill: { line: "> Returning" },
		isLong: true,
	},
	{
		name: "another program reads the database",
		before: openReader,
		after: closeReader,
		database: "sqlite",
	},
];

/** The folder of the test, for the service's commands. */
let environment: NodeJS.ProcessEnv = {};
/** Another program that reads the database. */
let reader: DatabaseSync | undefined;

/**
 * Upgrades an installation again and again, each time with a failure at another moment, and checks that the release before is in use again
 * with every record. Then an upgrade succeeds, records are stored by the new release, and the release before is asked back. At last an
 * upgrade is rehearsed with everything that could leave the machine turned on: nothing may.
 */
await endAllAfter(async (start) => {
	const folder = await start(
		async () => realpath(await mkdtemp(join(tmpdir(), "front-office-upgrade-"))),
		(path) => rm(path, { recursive: true, force: true }),
	);
	const cluster =
		options.database === "postgres"
			? await start(
					() => startPostgresCluster({ durable: true }),
					({ stop }) => stop(),
				)
			: undefined;
	const place = { dataDirectory: join(folder, "data"), databaseUrl: cluster?.url };
	await mkdir(place.dataDirectory);
	const port = await findFreePort();
	const url = `http://127.0.0.1:${port}`;
	environment = {
		...(await createServerEnvironment({ ...place, port })),
		DESK_PORT: String(await findFreePort()),
		BUILD_DIR: "",
		UPGRADE_FROM: join(folder, "current"),
		UPGRADE_STOP: serviceCommand("stop", folder),
		UPGRADE_START: serviceCommand("start", folder),
		CHROMIUM_PATH: join(folder, "no-browser"),
	};
	await start(
		async () => folder,
		async () => {
			await runService("free", folder);
			await runService("stop", folder);
		},
	);
	const log = createLog({ logLevel: "silent" });
	const prepared = await openDatabase(place, { migrations, log });
	await prepared.write((transaction) => insertJobs(transaction, [testJob], Temporal.Now.instant()));
	await prepared.close();
	const before = await createRelease(join(folder, "before"), "1.0.0");
	await symlink(before, join(folder, "current"));
	const starting = performance.now();
	await runService("start", folder);
	await waitUntilReady();
	const startSeconds = (performance.now() - starting) / 1_000;
	const patienceSeconds = Math.max(leastPatienceSeconds, Math.ceil(startsOfPatience * startSeconds));

	const acknowledged: { table: "enquiries" | "applications"; reference: string; sha256?: string }[] = [];
	const sums = { moments: 0, acknowledged: 0, checked: 0 };
	const faults = { unexpected: 0, lost: 0, otherBytes: 0, notBack: 0, leftOver: 0, leftTheMachine: 0 };
	const complain = (moment: string, message: string) => {
		faults.unexpected++;
		console.error(`${moment}: ${message}`);
	};

	await resumeAfterNewRecords();
	for (const moment of moments) {
		if ((options.short && moment.isLong) || (moment.database ?? options.database) !== options.database) continue;
		const begun = performance.now();
		await waitUntilReady();
		await send();
		const directory = await createRelease(join(folder, `release-${sums.moments + 1}`), "2.0.0", moment.change);
		await moment.before?.(folder);
		const ended = await upgrade(directory, [], moment);
		if (ended.code === 0) complain(moment.name, `the upgrade did not fail:\n${ended.output}`);
		if (moment.kill !== undefined && ended.code !== null) complain(moment.name, `it was not killed:\n${ended.output}`);
		await moment.after?.(folder);
		const isUnfinished = existsSync(join(directory, ".upgrade.json"));
		if (isUnfinished && moment.kill === undefined && !moment.needsBack) complain(moment.name, ended.output);
		if (isUnfinished) {
			const back = await upgrade(directory, ["--back"]);
			if (back.code !== 0) complain(moment.name, `it did not return:\n${back.output}`);
		}
		await examine(moment.name, before);
		await rm(directory, { recursive: true });
		sums.moments++;
		console.log(`${moment.name}: ${Math.round((performance.now() - begun) / 1_000)} s`);
	}

	const after = await createRelease(join(folder, "after"), "2.0.0", { migration: addTable });
	await send();
	// An interruption, and the same command again.
	await upgrade(after, [], { kill: { step: ["migrating", "migrated", "switching"] } });
	const done = await upgrade(after, []);
	if (done.code !== 0) complain("upgrade", done.output);
	await examine("upgrade", after);
	await send();
	const back = await upgrade(after, ["--back"]);
	if (back.code !== 0) complain("return", back.output);
	await examine("return", before);
	await rehearseInSilence();

	sums.acknowledged = acknowledged.length;
	console.log(
		`${options.database}: ${Object.entries({ ...sums, ...faults })
			.map(([name, sum]) => `${name} ${sum}`)
			.join(", ")}`,
	);
	process.exitCode = Object.values(faults).every((sum) => sum === 0) && sums.checked > 0 ? 0 : 1;

	/**
	 * Continues an upgrade that removes what the release before needs, once the new release has taken records, and lets it fail: these
	 * records must not give way to the backup from before, unless somebody gives them up.
	 */
	async function resumeAfterNewRecords(): Promise<void> {
		const name = "resumed after new records";
		await send();
		const directory = await createRelease(join(folder, "resumed"), "2.0.0", { migration: addTable, contracts: true });
		await upgrade(directory, [], { kill: { line: "> Checking the new release" } });
		await waitUntilReady();
		const kept = acknowledged.length;
		await send();
		const ended = await upgrade(directory, [], { settings: failToStart });
		if (ended.code === 0 || !ended.output.includes("records may have been stored since"))
			complain(name, `the records of the new release were not kept:\n${ended.output}`);
		await runService("start", folder);
		await examine(name, directory);
		await runService("stop", folder);
		const { archive } = JSON.parse(readFileSync(join(directory, ".upgrade.json"), "utf8")) as { archive: string };
		const restored = await runProgram(["server/commands/restore.ts", archive, "--yes"]);
		if (restored.code !== 0) complain(name, `the backup was not restored:\n${restored.output}`);
		acknowledged.length = kept;
		const returned = await upgrade(directory, ["--back"]);
		if (returned.code !== 0) complain(name, `it did not return:\n${returned.output}`);
		await examine(name, before);
		await rm(directory, { recursive: true });
	}

	/** Rehearses while every way out leads to a listener that counts, and shows that the server itself would have used one. */
	async function rehearseInSilence(): Promise<void> {
		const trap = { connections: 0 };
		// Not a port that the system assigns: a client of another test may still look for a server that has ended there.
		const trapPort = await findFreePort();
		await start(
			() =>
				new Promise<ReturnType<typeof createServer>>((resolve) => {
					const server = createServer((socket) => {
						trap.connections++;
						socket.destroy();
					}).listen(trapPort, "127.0.0.1", () => resolve(server));
				}),
			async (server) => void server.close(),
		);
		const address = `127.0.0.1:${trapPort}`;
		const outgoing = {
			SMTP_URL: `smtp://${address}`,
			INDEXNOW_URL: `http://${address}/indexnow`,
			SELF_TRIAL: "yes",
			WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
			WEB_PUSH_TO_PRIVATE_NETWORKS: "yes",
			BUSY_CALENDARS_FROM_PRIVATE_NETWORKS: "yes",
		};
		await runService("stop", folder);
		const database = await openDatabase(place, { migrations, log });
		await database.write(async (transaction) => {
			const createdAt = new Date().toISOString();
			const webhook = { url: `http://${address}/hook`, description: "", events: "record.created", format: "standard" };
			await transaction
				.insertInto("webhooks")
				.values({
					...webhook,
					id: randomUUID(),
					secret: "secret",
					isPaused: 0,
					createdAt,
					previousSecret: null,
					previousSecretUntil: null,
				})
				.execute();
		});
		await database.close();
		const rehearsal = await upgrade(after, ["--rehearse", "--report", join(folder, "report")], {
			settings: () => outgoing,
		});
		if (rehearsal.code !== 0) complain("rehearsal", rehearsal.output);
		const report = readFileSync(join(folder, "report", "index.html"), "utf8");
		for (const text of ["1.0.0", "2.0.0", "none changed", "No differences."])
			if (!report.includes(text)) complain("rehearsal", `the report does not say ${text}`);
		faults.leftTheMachine += trap.connections;
		await runService("start", folder, outgoing);
		await waitUntil(async () => trap.connections > 0, readyMs);
		if (trap.connections === 0) complain("rehearsal", "the server itself reached nothing, so this shows nothing");
		await examine("rehearsal", before);
	}

	/** Checks that a release is in use and has every record. */
	async function examine(moment: string, release: string): Promise<void> {
		await waitUntilReady();
		if ((await readlink(join(folder, "current"))) !== release || (await findRunning(folder)) !== release) {
			faults.notBack++;
			console.error(`${moment}: ${release} is not in use`);
		}
		await send();
		const files = await openFileStore(place);
		const found = new Set<string>();
		await withSnapshot(place, { log }, async ({ db }) => {
			for (const table of ["enquiries", "applications"] as const)
				for (const { reference } of await db.selectFrom(table).select("reference").execute()) found.add(reference);
		});
		for (const { reference, sha256 } of acknowledged) {
			sums.checked++;
			if (!found.has(reference)) faults.lost++;
			else if (sha256 !== undefined && (await files.hash(`${reference}.pdf`)) !== sha256) faults.otherBytes++;
		}
		const left = await readdir(join(place.dataDirectory, "upgrade")).catch(() => []);
		// An interrupted command clears its copies the next time.
		if (!moment.startsWith("killed") && left.some((name) => name.startsWith("copies-"))) {
			faults.leftOver++;
			console.error(`${moment}: left ${left.join(", ")}`);
		}
	}

	/** Sends an enquiry and an application with a resume. */
	async function send(): Promise<void> {
		const token = randomUUID();
		const person = { firstName: "Asha", lastName: "Rao", phone: "+91 98100 00000" };
		const enquiry = await post("/contactus/submit", {
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ ...person, email: `${token}@visitor.example`, message: token }),
		});
		await acknowledge("enquiries", enquiry);
		const resume = createPdf({ bytes: 20_000, padding: token });
		const fields = { ...createApplicationFields(testJob, builtCareers), email: `${token}@applicant.example` };
		const application = await post("/api/applications", {
			body: createApplicationForm(fields, { name: "resume.pdf", content: resume }),
		});
		await acknowledge("applications", application, hash("sha256", resume, "hex"));
	}

	/** Sends again, as a visitor does, while the server is too busy to answer. */
	async function post(path: string, request: Omit<RequestInit, "method">): Promise<Response> {
		const deadline = Date.now() + readyMs;
		for (;;) {
			const response = await fetch(url + path, { ...request, method: "POST" }).catch((error: unknown) => {
				if (Date.now() > deadline) throw error;
			});
			if (response && (response.status !== 503 || Date.now() > deadline)) return response;
			await sleep(retryMs);
		}
	}

	async function acknowledge(
		table: (typeof acknowledged)[number]["table"],
		response: Response,
		sha256?: string,
	): Promise<void> {
		const { data } = (await response.json()) as { data?: { reference: string } };
		if (data) acknowledged.push({ table, reference: data.reference, ...(sha256 !== undefined && { sha256 }) });
		else complain("forms", `status ${response.status}`);
	}

	async function waitUntilReady(): Promise<void> {
		await waitUntil(
			() =>
				fetch(`${url}/readyz`).then(
					({ status }) => status === 200,
					() => false,
				),
			readyMs,
		);
	}

	/** Runs the command in a process of its own, and says how it ended; null after a kill. */
	async function upgrade(
		directory: string,
		args: readonly string[],
		moment: Pick<Moment, "settings" | "kill" | "largestFile"> = {},
	): Promise<{ code: number | null; output: string }> {
		return runProgram(
			["server/commands/upgrade.ts", "--to", directory, "--patience", String(patienceSeconds), ...args],
			moment,
			directory,
		);
	}

	async function runProgram(
		command: readonly string[],
		{ settings, kill, largestFile }: Pick<Moment, "settings" | "kill" | "largestFile"> = {},
		directory = "",
	): Promise<{ code: number | null; output: string }> {
		const limit = largestFile === undefined ? [] : ["prlimit", `--fsize=${largestFile}`];
		const [program = projectNode, ...rest] = [...limit, projectNode, ...command];
		const child = spawn(program, rest, {
			cwd: projectDirectory,
			env: { ...environment, ...settings?.(folder) },
			stdio: ["ignore", "pipe", "pipe"],
		});
		let output = "";
		child.stdout.setEncoding("utf8").on("data", (piece: string) => (output += piece));
		createInterface({ input: child.stderr }).on("line", (line) => {
			output += `${line}\n`;
			if (kill?.line !== undefined && line.startsWith(kill.line)) child.kill("SIGKILL");
		});
		const closed = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
		const steps = kill?.step ?? [];
		while (steps.length > 0 && child.exitCode === null && child.signalCode === null) {
			if (steps.includes(readStep(directory))) child.kill("SIGKILL");
			await turn();
		}
		return { code: await closed, output };
	}
});

function readStep(directory: string): string {
	try {
		return (JSON.parse(readFileSync(join(directory, ".upgrade.json"), "utf8")) as { step: string }).step;
	} catch {
		return "";
	}
}

/** Returns the folder of the release whose server runs, where the system tells. */
async function findRunning(folder: string): Promise<string> {
	if (process.platform !== "linux") return readlink(join(folder, "current"));
	return readlink(`/proc/${readFileSync(join(folder, "server.pid"), "utf8")}/cwd`);
}

/** A folder where the next link is made. */
async function blockLink(folder: string): Promise<void> {
	await mkdir(join(folder, "current.next", "occupied"), { recursive: true });
}

async function unblockLink(folder: string): Promise<void> {
	await rm(join(folder, "current.next"), { recursive: true, force: true });
	await unlink(join(folder, "current.next")).catch(() => undefined);
}

/** Reads as a backup or a shell does that was begun before the upgrade. */
async function openReader(folder: string): Promise<void> {
	reader = new DatabaseSync(join(folder, "data", "front-office.sqlite"), { readOnly: true });
	reader.exec("begin");
	reader.prepare("select count(*) from enquiries").all();
}

async function closeReader(): Promise<void> {
	reader?.close();
}

/** Settings by which the release before starts, and no other does. */
function failToStart(folder: string): NodeJS.ProcessEnv {
	return {
		UPGRADE_START: `test "$RELEASE_DIR" = "$(realpath ${folder}/before)" && ${serviceCommand("start", folder)}`,
	};
}

function serviceCommand(action: string, folder: string): string {
	return `${projectNode} ${serviceProgram} ${action} ${folder}`;
}

async function runService(action: string, folder: string, settings: NodeJS.ProcessEnv = {}): Promise<void> {
	const child = spawn(projectNode, [serviceProgram, action, folder], {
		env: { ...environment, ...settings },
		stdio: ["ignore", "inherit", "inherit"],
	});
	const code = await new Promise((resolve) => child.once("exit", resolve));
	if (code !== 0) throw new Error(`${action} ended with ${String(code)}`);
}
