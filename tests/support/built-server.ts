import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { readFolders } from "../../platform/config.ts";

export const projectDirectory = fileURLToPath(new URL("../..", import.meta.url));
/** The project's own Node. */
export const projectNode = join(
	projectDirectory,
	"node_modules",
	"node",
	"bin",
	process.platform === "win32" ? "node.exe" : "node",
);

/** As `npm start` runs it. */
const { serverArguments, serverEnvironment } = (await import(
	new URL("../../scripts/prepare.mjs", import.meta.url).href
)) as {
	serverArguments: string[];
	serverEnvironment: Record<string, string>;
};

/** After this a start hangs: on a busy machine it may take minutes. */
export const startTimeoutMs = 1_200_000;
/** Lines of a server's output that an error about its start repeats. */
const quotedLines = 12;

/** The built server, as a separate process. */
export type BuiltServer = {
	url: string;
	deskUrl: string;
	pid: number;
	/** Ends the process and resolves when it has gone; after SIGKILL it cannot clean up. */
	end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
	/** Stops reading the log: the pipe is closed, or open and unread. */
	leaveLog(reader: "gone" | "stuck"): void;
};

/**
 * Returns the environment of a built server on loopback, without a limit of form posts.
 * @throws when there is no build
 */
export async function createServerEnvironment(settings: {
	dataDirectory: string;
	/** Absolute path of the build to serve; by default the environment's. */
	buildDirectory?: string;
	/** Absolute path of its content; by default the environment's. */
	contentDirectory?: string;
	port?: number;
	databaseUrl?: string | undefined;
	smtpUrl?: string;
}): Promise<NodeJS.ProcessEnv> {
	const { buildDirectory, contentDirectory } = { ...readFolders(), ...settings };
	const company = readCompanyFile(contentDirectory);
	const packFile = join(buildDirectory, "pages.json");
	if (!existsSync(packFile)) throw new Error("There is no build yet. Run: npm run build");
	return {
		...process.env,
		...serverEnvironment,
		PORT: String(settings.port ?? 0),
		HOST: "127.0.0.1",
		DESK_PORT: "0",
		DESK_HOST: "127.0.0.1",
		DESK_URL: "",
		// The address that the pages were built for, so that they need not be finished again.
		PUBLIC_URL: (JSON.parse(await readFile(packFile, "utf8")) as { publicUrl: string }).publicUrl,
		// Nobody answers there.
		SELF_TRIAL: "no",
		DATA_DIR: settings.dataDirectory,
		CONTENT_DIR: contentDirectory,
		BUILD_DIR: buildDirectory,
		DATABASE_URL: settings.databaseUrl ?? "",
		SMTP_URL: settings.smtpUrl ?? "",
		MAIL_FROM: `${company.name} <${company.email}>`,
		SALES_EMAIL: "",
		RATE_LIMIT_PER_MINUTE: "0",
		LIVE_BOOKINGS_PER_ADDRESS: "0",
		LIVE_BOOKINGS_PER_NETWORK: "0",
		BOOKINGS_PER_HOUR_UNCONFIRMED: "0",
		EMAILS_PER_RECIPIENT_PER_DAY: "0",
		EMAILS_PER_HOUR: "0",
		EMAILS_PER_DAY: "0",
		UPLOAD_MB_PER_NETWORK_PER_DAY: "0",
		METRICS_PORT: "",
		LOG_LEVEL: "info",
	};
}

/** A line of a server's log. */
export type LogEntry = { level?: string; msg?: string; url?: string; [fact: string]: unknown };

/**
 * @param directory of the release to run, with its build; by default this project
 * @param onLogEntry called with every line of the log
 * @throws when the server ends, with its last output, or does not listen in time; nothing keeps running then
 */
export async function startBuiltServer(
	environment: NodeJS.ProcessEnv,
	{ directory = projectDirectory, onLogEntry }: { directory?: string; onLogEntry?: (entry: LogEntry) => void } = {},
): Promise<BuiltServer> {
	const server = spawn(projectNode, serverArguments, {
		cwd: directory,
		env: environment,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const lastLines: string[] = [];
	const quote = (line: string) => {
		lastLines.push(line);
		if (lastLines.length > quotedLines) lastLines.shift();
	};
	createInterface({ input: server.stderr }).on("line", (line) => {
		process.stderr.write(`${line}\n`);
		quote(line);
	});
	const exited = new Promise<string>((resolve) =>
		server.once("exit", (code, signal) => resolve(signal ?? `code ${String(code)}`)),
	);
	const end = async (signal: "SIGTERM" | "SIGKILL") => {
		server.kill(signal);
		await exited;
	};
	const log = createInterface({ input: server.stdout });
	const leaveLog = (reader: "gone" | "stuck") => {
		log.pause();
		if (reader === "gone") server.stdout.destroy();
	};
	let deskUrl = "";
	const url = await new Promise<string>((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("The server did not start in time")), startTimeoutMs);
		log.on("line", (line) => {
			const entry = JSON.parse(line) as LogEntry;
			if (entry.level !== "info") quote(line);
			onLogEntry?.(entry);
			if (entry.msg === "desk" && entry.url !== undefined) deskUrl = entry.url;
			if (entry.msg !== "listening" || entry.url === undefined) return;
			clearTimeout(timer);
			resolve(entry.url);
		});
		// "close" comes after the last output, "exit" may come before it.
		server.once("close", () => {
			clearTimeout(timer);
			void exited.then((reason) =>
				reject(new Error(`The server ended while it started (${reason}):\n${lastLines.join("\n")}`)),
			);
		});
	}).catch(async (error: unknown) => {
		await end("SIGKILL");
		throw error;
	});
	return { url, deskUrl, pid: server.pid as number, end, leaveLog };
}

/** The rendering thread may start later than the server listens; a request that waits too long gets a busy response. */
export async function waitUntilPagesAreRendered(url: string): Promise<void> {
	for (;;) {
		const answer = await fetch(`${url}/api/jobs`);
		await answer.text();
		if (answer.status !== 503) return;
	}
}

/** Reads the resident memory of a built server in bytes. Needs /proc, and so Linux. */
export async function readResidentBytes({ pid }: Pick<BuiltServer, "pid">): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
}
