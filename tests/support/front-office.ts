import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startMailServer, type MailServer } from "./mail-server.ts";

export const projectDirectory = fileURLToPath(new URL("../..", import.meta.url));
const startTimeoutMs = 30_000;
const node = join(projectDirectory, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** A running front office: the built server on a free loopback port, with its own data and a real mail server. */
export type FrontOffice = {
	url: string;
	mail: MailServer;
	/** Runs `npm run inbox` beside the server and gives what it prints. */
	readInbox(...args: string[]): Promise<string>;
	stop(): Promise<void>;
};

/** @throws when there is no build, or the server does not start within 30 seconds */
export async function startFrontOffice(): Promise<FrontOffice> {
	const packFile = join(projectDirectory, "build", "pages.json");
	if (!existsSync(packFile)) throw new Error("There is no build yet. Run: npm run build");
	const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-"));
	const mail = await startMailServer();
	const environment = {
		...process.env,
		NODE_ENV: "production",
		PORT: "0",
		HOST: "127.0.0.1",
		// The address that the pages were built for, so that they need not be finished again.
		PUBLIC_URL: (JSON.parse(await readFile(packFile, "utf8")) as { publicUrl: string }).publicUrl,
		DATA_DIR: dataDirectory,
		DATABASE_URL: "",
		SMTP_URL: mail.url,
		MAIL_FROM: "Narangi Technologies <hello@narangi.example>",
		RATE_LIMIT_PER_MINUTE: "0",
		METRICS_PORT: "",
		LOG_LEVEL: "info",
	};
	const server = spawn(node, ["server/main.ts"], { cwd: projectDirectory, env: environment, stdio: ["ignore", "pipe", "inherit"] });
	const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
	const stop = async () => {
		server.kill("SIGTERM");
		await exited;
		await mail.stop();
		await rm(dataDirectory, { recursive: true, force: true });
	};

	const url = await new Promise<string>((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("The server did not start in time")), startTimeoutMs);
		createInterface({ input: server.stdout }).on("line", (line) => {
			const entry = JSON.parse(line) as { msg?: string; url?: string };
			if (entry.msg !== "listening" || entry.url === undefined) return;
			clearTimeout(timer);
			resolve(entry.url);
		});
		void exited.then(() => reject(new Error("The server ended while it started")));
	}).catch(async (error: unknown) => {
		await stop();
		throw error;
	});

	return {
		url,
		mail,
		readInbox: (...args) => readOutput(node, ["server/inbox.ts", ...args], environment),
		stop,
	};
}

async function readOutput(command: string, args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
	const child = spawn(command, args, { cwd: projectDirectory, env: environment, stdio: ["ignore", "pipe", "inherit"] });
	let output = "";
	child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
	const status = await new Promise((resolve) => child.once("close", resolve));
	if (status !== 0) throw new Error(`${args.join(" ")} ended with ${String(status)}:\n${output}`);
	return output;
}
