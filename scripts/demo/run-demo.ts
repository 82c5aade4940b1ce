import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { content } from "../../features/publishing/content.server.ts";
import { listIndexedPaths } from "../../features/publishing/site-paths.ts";
import { configurationKeys, readConfig, readFolders } from "../../platform/config.ts";
import type { ShownAccount } from "./front-page.tsx";
import { createMailbox, listenForEmails } from "./mailbox.ts";
import { demoPassword, seedDemo, writeCode, type DemoContent } from "./seed.ts";
import { serveFrontPage } from "./serve-front-page.ts";

const startTimeoutMs = 120_000;

export type DemoOptions = {
	seed: number;
	/** How far back its records go. */
	weeks: number;
	/** Number of additional generated enquiries, calls and applications. */
	more: number;
	/** The first of three ports if they are free; 0 for any. */
	port: number;
	/** How to run the server. */
	command: { node: string; arguments: string[]; environment: Record<string, string>; directory: string };
};

export type RunningDemo = {
	siteUrl: string;
	deskUrl: string;
	/** Sent e-mails and sign-in codes. */
	inboxUrl: string;
	dataDirectory: string;
	password: string;
	/** With current codes. */
	listAccounts(): ShownAccount[];
	/** Resolves when the server has ended by itself. */
	ended: Promise<void>;
	/** Ends everything and deletes its data. */
	stop(): Promise<void>;
};

/**
 * Starts site, desk and inbox in a separate folder with the last weeks' records.
 * Of the environment's configuration only the places of content and build are used: it cannot reach a real database, bucket or mail server.
 * @throws without a build, or when the server does not start; nothing keeps running then
 */
export async function startDemo({ seed, weeks, more, port, command }: DemoOptions): Promise<RunningDemo> {
	const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-demo-"));
	const closers: (() => unknown)[] = [
		() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
	];
	let stopped: Promise<void> | undefined;
	const closeAll = async () => {
		for (const close of closers) await close();
	};
	const stop = () => (stopped ??= closeAll());
	try {
		const mailbox = createMailbox();
		const mailServer = await listenForEmails(mailbox);
		closers.unshift(() => mailServer.close());
		const ports = await findPorts(port, 3);
		const environment = writeEnvironment({ dataDirectory, smtpUrl: mailServer.url, more, ports });
		const members = await seedDemo({
			config: readConfig(environment),
			facts: readFacts(),
			mailbox,
			seed,
			weeks,
			more,
			now: Temporal.Now.instant(),
		});
		const listAccounts = () => {
			const now = Temporal.Now.instant();
			return members.map(({ name, email, roles, secret }) => ({ name, email, roles, code: writeCode(secret, now) }));
		};
		const server = startServer(command, environment);
		closers.unshift(server.stop);
		const [siteUrl, deskUrl] = [environment.PUBLIC_URL ?? "", environment.DESK_URL ?? ""];
		await server.listening;
		const { company } = content;
		const facts = { company, siteUrl, deskUrl, password: demoPassword };
		const frontPage = await serveFrontPage(facts, { port: ports[2] ?? 0, mailbox, listAccounts });
		closers.unshift(() => frontPage.close());
		return {
			siteUrl,
			deskUrl,
			inboxUrl: frontPage.url,
			dataDirectory,
			password: demoPassword,
			listAccounts,
			ended: server.ended,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

function readFacts(): DemoContent {
	const { company, careers, desk, jobs } = content;
	return { company, careers, deskSettings: desk, jobs, pages: [...listIndexedPaths(content), "/career"].slice(0, 24) };
}

/** Every key of the configuration, so that the environment has no effect. */
function writeEnvironment({
	dataDirectory,
	smtpUrl,
	more,
	ports: [port, deskPort],
}: {
	dataDirectory: string;
	more: number;
	smtpUrl: string;
	ports: number[];
}): Record<string, string> {
	const { company } = content;
	const { contentDirectory, buildDirectory } = readFolders();
	return {
		...Object.fromEntries(configurationKeys.map((key) => [key, ""])),
		PORT: String(port),
		PUBLIC_URL: `http://localhost:${port}`,
		DESK_PORT: String(deskPort),
		DESK_URL: `http://localhost:${deskPort}`,
		DATA_DIR: dataDirectory,
		CONTENT_DIR: contentDirectory,
		BUILD_DIR: buildDirectory,
		SMTP_URL: smtpUrl,
		MAIL_FROM: `${company.name} <${company.email}>`,
		FILES_RESERVE_MB: "0",
		// The earlier weeks were filled without such limits, and count.
		LIVE_BOOKINGS_PER_ADDRESS: "0",
		LIVE_BOOKINGS_PER_NETWORK: "0",
		BOOKINGS_PER_HOUR_UNCONFIRMED: "0",
		// Many records include some that are older than the usual retention.
		...(more > 0 && {
			RETENTION_MONTHS_ENQUIRIES: "120",
			RETENTION_MONTHS_BOOKINGS: "120",
			RETENTION_MONTHS_APPLICATIONS: "120",
		}),
	};
}

/** Runs the built server, with its log in a file beside its data. */
function startServer({ node, arguments: args, environment, directory }: DemoOptions["command"], config: object) {
	const server = spawn(node, args, {
		cwd: directory,
		env: { ...process.env, ...environment, ...config },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const ended = once(server, "exit").then(() => undefined);
	const log = createWriteStream(join((config as { DATA_DIR: string }).DATA_DIR, "server.log"));
	const timeout = Promise.withResolvers<never>();
	const timer = setTimeout(() => timeout.reject(new Error("The server did not start in time")), startTimeoutMs);
	const listening = Promise.race([
		new Promise<void>((resolve) => {
			createInterface({ input: server.stdout }).on("line", (line) => {
				log.write(`${line}\n`);
				if ((JSON.parse(line) as { msg?: string }).msg === "listening") resolve();
			});
		}),
		ended.then(() => Promise.reject(new Error("The server ended while it started"))),
		timeout.promise,
	]).finally(() => clearTimeout(timer));
	return {
		listening,
		ended,
		async stop() {
			server.kill("SIGTERM");
			await ended;
			log.end();
		},
	};
}

/** Finds free loopback ports: the wished ones if they are free. */
async function findPorts(first: number, count: number): Promise<number[]> {
	const ports: number[] = [];
	for (let index = 0; index < count; index++)
		ports.push((first > 0 && (await tryPort(first + index))) || (await tryPort(0)) || 0);
	return ports;
}

/** @returns the port if it is free; otherwise undefined */
async function tryPort(port: number): Promise<number | undefined> {
	const server = createServer();
	try {
		server.listen(port, "127.0.0.1");
		await once(server, "listening");
		return (server.address() as AddressInfo).port;
	} catch {
		return undefined;
	} finally {
		server.close();
	}
}
