import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readConfig } from "../../platform/config.ts";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import type { Role } from "../../shared/roles.ts";
import {
	createServerEnvironment,
	projectDirectory,
	projectNode,
	startBuiltServer,
	waitUntilPagesAreRendered,
	type BuiltServer,
} from "./built-server.ts";
import { findFreePort } from "./free-port.ts";
import { startMailServer, type MailServer } from "./mail-server.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { openStaffSession } from "./staff.ts";

/** A running front office: the built server on a free loopback port, with its own data and a real mail server. */
export type FrontOffice = {
	url: string;
	/** Address of the desk. */
	deskUrl: string;
	/** The log's address for creating the first admin. */
	firstAdminUrl: string;
	mail: MailServer;
	/** The folder of database and files. */
	dataDirectory: string;
	/** Runs `npm run inbox` beside the server and returns its output. */
	readInbox(...args: string[]): Promise<string>;
	/** Creates an account with these roles, signed in, and returns its session's token. */
	signInStaff(roles?: readonly Role[], name?: string): Promise<string>;
	/** Runs `npm run jobs` beside the server and returns its output. */
	changeJobs(...args: string[]): Promise<string>;
	/** Runs `npm run content` beside the server and returns its output. */
	changeContent(...args: string[]): Promise<string>;
	/** Stops the server, and starts it again at its addresses. */
	restart(meanwhile: () => Promise<void>): Promise<void>;
	stop(): Promise<void>;
};

/**
 * @param options absolute paths of the build and of its content, by default the environment's; and further settings
 * @throws without a build, or when the server does not start
 */
export async function startFrontOffice({
	settings,
	...folders
}: { buildDirectory?: string; contentDirectory?: string; settings?: NodeJS.ProcessEnv } = {}): Promise<FrontOffice> {
	const dataDirectory = await mkdtemp(join(scratchFolder, "front-office-"));
	const mail = await startMailServer();
	let server: BuiltServer | undefined;
	const stop = async () => {
		await server?.end("SIGTERM");
		await mail.stop();
		await rm(dataDirectory, { recursive: true, force: true });
	};
	try {
		const deskPort = String(await findFreePort());
		const deskUrl = `http://localhost:${deskPort}`;
		const environment = {
			...(await createServerEnvironment({ ...folders, dataDirectory, smtpUrl: mail.url })),
			DESK_PORT: deskPort,
			// Passkeys need a domain name.
			DESK_URL: deskUrl,
			...settings,
		};
		let firstAdminUrl = "";
		server = await startBuiltServer(environment, {
			onLogEntry({ open }) {
				if (typeof open === "string") firstAdminUrl = open;
			},
		});
		keepJobsOpen(dataDirectory);
		await waitUntilPagesAreRendered(server.url);
		const { url } = server;
		return {
			url,
			deskUrl,
			firstAdminUrl,
			mail,
			dataDirectory,
			signInStaff: async (roles, name) => (await openStaffSession(readConfig(environment), { roles, name })).token,
			readInbox: (...args) => readOutput(projectNode, ["server/commands/inbox.ts", ...args], environment),
			changeContent: (...args) => readOutput(projectNode, ["server/commands/content.ts", ...args], environment),
			changeJobs: (...args) => readOutput(projectNode, ["server/commands/jobs.ts", ...args], environment),
			async restart(meanwhile) {
				await server?.end("SIGTERM");
				await meanwhile();
				server = await startBuiltServer({ ...environment, PORT: new URL(url).port });
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** The sample jobs close one day, which is not a fault of a page. */
function keepJobsOpen(dataDirectory: string): void {
	const database = new DatabaseSync(join(dataDirectory, sqliteFileName), { timeout: 5_000 });
	// As an older release would, without recording the change: changed_at tells that there is one.
	database.exec("update jobs set closes_on = '2099-12-31', changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')");
	database.close();
}

async function readOutput(command: string, args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
	const child = spawn(command, args, { cwd: projectDirectory, env: environment, stdio: ["ignore", "pipe", "inherit"] });
	let output = "";
	child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
	const status = await new Promise((resolve) => child.once("close", resolve));
	if (status !== 0) throw new Error(`${args.join(" ")} ended with ${String(status)}:\n${output}`);
	return output;
}
