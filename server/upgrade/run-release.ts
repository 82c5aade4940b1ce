import { spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { listHostUrls } from "../../platform/database/postgres-hosts.ts";
import { PlainError } from "../../platform/plain-error.ts";
import type { Release } from "./release.ts";

/** A copy of an installation's data, for a release to run on. */
export type DataCopy = { dataDirectory: string; databaseUrl: string | undefined };

/** A release that runs on a copy. */
export type RunningCopy = {
	/** On loopback. */
	url: string;
	/** Stops it; no error if it has ended. */
	stop(): Promise<void>;
};

/** A machine may be busy, and a start fills caches. */
const startTimeoutMs = 5 * 60 * 1_000;
/** How long it may take to stop before it is killed: its data are a copy. */
const stopTimeoutMs = 30_000;
/** Lines of its output that an error repeats. */
const quotedLines = 8;

const blockNetwork = new URL("block-network.mjs", import.meta.url);

/** Keys by which an installation reaches out, keeps backups or needs a secret. */
const cleared = [
	"FILES_URL",
	"AWS_ACCESS_KEY_ID",
	"AWS_SECRET_ACCESS_KEY",
	"BACKUP_FOLDER",
	"BACKUP_BUCKET",
	"BACKUP_RECIPIENT",
	"BACKUP_PASSPHRASE",
	"BACKUP_IDENTITY",
	"SMTP_URL",
	"MAIL_FROM",
	"ALARM_EMAIL",
	"OIDC_ISSUER",
	"OIDC_CLIENT_ID",
	"OIDC_CLIENT_SECRET",
	"OIDC_ROLES",
	"INDEXNOW_URL",
	"SELF_TRIAL_EMAIL",
	"WEBHOOK_PRIVATE_HOSTS",
	"METRICS_PORT",
	"TRUSTED_PROXIES",
];

/**
 * Returns the environment of a program of a release that works on a copy: the installation's settings, without those that reach out, and
 * with every connection refused except to the copy's database.
 *
 * @param env the installation's
 */
function createCopyEnvironment(
	release: Release,
	{ dataDirectory, databaseUrl }: DataCopy,
	env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
	return {
		...env,
		...Object.fromEntries(cleared.map((key) => [key, ""])),
		NODE_ENV: "production",
		MALLOC_ARENA_MAX: "2",
		NODE_OPTIONS: `--import=${nameBlock(databaseUrl)}`,
		PORT: "0",
		HOST: "127.0.0.1",
		DESK_PORT: "0",
		DESK_HOST: "127.0.0.1",
		// Another address would be written into the pages of the build.
		PUBLIC_URL: release.publicUrl,
		BUILD_DIR: release.buildDirectory,
		DATA_DIR: dataDirectory,
		DATABASE_URL: databaseUrl ?? "",
		SELF_TRIAL: "no",
		WEB_PUSH: "no",
		DRAIN_SECONDS: "0",
		RATE_LIMIT_PER_MINUTE: "0",
		LOG_LEVEL: "info",
	};
}

/**
 * Starts a release on a copy of an installation, on loopback, and waits until it listens.
 *
 * @throws PlainError with its last output when it ends or does not listen in time; nothing keeps running then
 */
export async function startCopy(release: Release, copy: DataCopy, env: NodeJS.ProcessEnv): Promise<RunningCopy> {
	const server = spawnOnCopy(["--max-semi-space-size=8", "server/main.mjs"], release, copy, env);
	const exited = new Promise<void>((resolve) => server.once("close", () => resolve()));
	const stop = () => end(server, exited);
	const lines: string[] = [];
	const note = (line: string) => {
		lines.push(line);
		if (lines.length > quotedLines) lines.shift();
	};
	createInterface({ input: server.stderr }).on("line", note);
	try {
		const url = await new Promise<string>((resolve, reject) => {
			const fail = (how: string) =>
				reject(new PlainError(`${release.version} ${how}:\n${lines.map((line) => `  ${line}`).join("\n")}`));
			const timer = setTimeout(() => fail("did not start in time"), startTimeoutMs);
			void exited.then(() => {
				clearTimeout(timer);
				fail("ended while it started");
			});
			server.once("error", (error) => note(error.message));
			createInterface({ input: server.stdout }).on("line", (line) => {
				const { level, msg, url: address } = readLogLine(line);
				if (level !== "info") note(line);
				if (msg !== "listening" || address === undefined) return;
				clearTimeout(timer);
				resolve(address);
			});
		});
		return { url, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/**
 * Runs a program on a release's build and a copy of an installation, and returns its output.
 *
 * @throws PlainError with the end of its error output
 */
export async function runOnCopy(
	[program, ...args]: [program: URL, ...args: string[]],
	release: Release,
	copy: DataCopy,
	env: NodeJS.ProcessEnv,
): Promise<string> {
	const child = spawnOnCopy([fileURLToPath(program), ...args], release, copy, env);
	const output = { stdout: "", stderr: "" };
	child.stdout.setEncoding("utf8").on("data", (piece: string) => (output.stdout += piece));
	child.stderr.setEncoding("utf8").on("data", (piece: string) => (output.stderr += piece));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	if (code !== 0)
		throw new PlainError(output.stderr.trim().split("\n").slice(-quotedLines).join("\n") || `It ended with ${code}`);
	return output.stdout;
}

/** It ends with this process, which its channel tells it. */
function spawnOnCopy(
	args: readonly string[],
	release: Release,
	copy: DataCopy,
	env: NodeJS.ProcessEnv,
): ChildProcessByStdio<null, Readable, Readable> {
	return spawn(release.node, args, {
		cwd: release.directory,
		env: createCopyEnvironment(release, copy, env),
		stdio: ["ignore", "pipe", "pipe", "ipc"],
	}) as ChildProcess as ChildProcessByStdio<null, Readable, Readable>;
}

async function end(server: ChildProcess, exited: Promise<void>): Promise<void> {
	server.kill("SIGTERM");
	const timer = setTimeout(() => server.kill("SIGKILL"), stopTimeoutMs);
	await exited;
	clearTimeout(timer);
}

function readLogLine(line: string): { level?: string; msg?: string; url?: string } {
	try {
		return JSON.parse(line) as { level?: string; msg?: string; url?: string };
	} catch {
		return {};
	}
}

/** Returns the address of the module that refuses connections, except to a database. */
function nameBlock(databaseUrl: string | undefined): string {
	const address = new URL(blockNetwork);
	address.searchParams.set("parent", String(process.pid));
	for (const allowed of listDatabaseAddresses(databaseUrl)) address.searchParams.append("allowed", allowed);
	return address.href;
}

/** Lists the addresses of a database as net.connect names them. */
function listDatabaseAddresses(databaseUrl: string | undefined): string[] {
	if (databaseUrl === undefined) return [];
	return listHostUrls(databaseUrl).flatMap((one) => {
		const url = URL.parse(one);
		if (!url) return [];
		const port = url.port || "5432";
		const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "");
		return host.startsWith("/") ? [`${host}/.s.PGSQL.${port}`] : [`${host || "localhost"}:${port}`];
	});
}
