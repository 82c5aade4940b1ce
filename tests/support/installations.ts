import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { unpackAvailability, type AvailabilityResponse } from "../../features/booking/availability.ts";
import { readConfig, type Config } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";
import { backupCommand } from "../../server/commands/backup.ts";
import { inboxCommand } from "../../server/commands/inbox.ts";
import { startServer, type RunningServer } from "../../server/start.ts";
import { testBooking } from "./demo-booking.ts";
import { createPdf } from "./documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "./job-application.ts";
import { runCommandHere } from "./run-command.ts";
import { compileCache, runProgram, type ProgramResult } from "./run-program.ts";
import { writeSettingsFolder } from "./settings-folder.ts";
import { openStaffSession } from "./staff.ts";
import { loadTestDesk } from "./test-desk.ts";
import { createTestPages, testSettings } from "./test-server.ts";

/** Where an installation keeps its data. */
export type InstallationConfig = {
	dataDirectory: string;
	databaseUrl?: string | undefined;
	/** As in FILES_URL. */
	filesUrl?: string | undefined;
	/** Further keys. */
	environment?: Record<string, string>;
};

/** A server on an installation, with its configuration and the lines of its log. */
export type RunningInstallation = RunningServer & { config: Config; lines: string[] };

/** Returns the whole configuration of an installation; `environment` overrides it. */
export function configOf(
	{ dataDirectory, databaseUrl, filesUrl }: InstallationConfig,
	environment: Record<string, string> = {},
): Config {
	return readConfig({
		PORT: "0",
		DESK_PORT: "0",
		RATE_LIMIT_PER_MINUTE: "0",
		DATA_DIR: dataDirectory,
		DATABASE_URL: databaseUrl,
		FILES_URL: filesUrl,
		...environment,
	});
}

/** Starts a real server on an installation, for this test. */
export async function startInstallation(
	installation: InstallationConfig,
	environment?: Record<string, string>,
): Promise<RunningInstallation> {
	const config = configOf(installation, environment);
	const lines: string[] = [];
	const server = await startServer({
		config,
		getSettings: () => testSettings,
		jobs: [testJob],
		pages: createTestPages(),
		desk: await loadTestDesk(),
		log: createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) }),
	});
	onTestFinished(() => server.stop());
	return { ...server, config, lines };
}

/**
 * Runs a command on an installation. Commands that need the database exclusively run in processes of their own, because a process
 * does not see its own locks on a file.
 */
export async function runInstallationCommand(
	name: "backup" | "restore" | "move" | "inbox",
	installation: InstallationConfig,
	...args: string[]
): Promise<ProgramResult> {
	const environment = await environmentOf(installation);
	if (name === "backup") return runCommandHere(backupCommand, args, environment);
	if (name === "inbox") return runCommandHere(inboxCommand, args, environment);
	return runProgram(commandPath(name), args, environment);
}

export function commandPath(name: string): string {
	return fileURLToPath(new URL(`../../server/commands/${name}.ts`, import.meta.url));
}

export async function environmentOf({ dataDirectory, databaseUrl, filesUrl, environment }: InstallationConfig) {
	return {
		env: {
			PATH: process.env.PATH,
			NODE_COMPILE_CACHE: compileCache,
			...(await writeSettingsFolder()),
			DATA_DIR: dataDirectory,
			...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
			...(filesUrl !== undefined && { FILES_URL: filesUrl }),
			...environment,
		},
	};
}

/** Sends an application, and returns its reference and the hash of its resume. */
export async function apply(
	{ url }: Pick<RunningServer, "url">,
	email: string,
	bytes = 20_000,
): Promise<{ reference: string; sha256: string }> {
	const resume = createPdf({ bytes, padding: email });
	const response = await fetch(`${url}/api/applications`, {
		method: "POST",
		body: createApplicationForm(
			{ ...createApplicationFields(testJob), email },
			{ name: "resume.pdf", content: resume },
		),
	});
	expect(response.status).toBe(200);
	const { data } = (await response.json()) as { data: { reference: string } };
	return { reference: data.reference, sha256: hash("sha256", resume, "hex") };
}

/** Sends an enquiry and returns its reference. */
export function enquire({ url }: Pick<RunningServer, "url">, email: string): Promise<string> {
	const { firstName, lastName, phone } = testBooking;
	return post(`${url}/contactus/submit`, {
		firstName,
		lastName,
		email,
		phone,
		message: "Ünïcode: नमस्ते, “quotes”\nand lines",
	});
}

/** Books the last free slot of a day that has one, and returns its reference. */
export async function book({ url }: Pick<RunningServer, "url">, email: string): Promise<string> {
	const { data } = (await (await fetch(`${url}/demo/availability`)).json()) as { data: AvailabilityResponse };
	const [date, times] = [...unpackAvailability(data).days].findLast(([, free]) => free.length > 0) ?? [];
	return post(`${url}/demo/book`, { ...testBooking, email, date, time: times?.[0] });
}

async function post(url: string, body: unknown): Promise<string> {
	const response = await fetch(url, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	expect(response.status).toBe(200);
	return ((await response.json()) as { data: { reference: string } }).data.reference;
}

/** Downloads a resume in the desk and returns its hash; undefined when it does not exist. */
export async function hashResume(
	{ deskUrl, config }: Pick<RunningInstallation, "deskUrl" | "config">,
	reference: string,
): Promise<string | undefined> {
	const { cookie } = await openStaffSession(config, { roles: ["recruiter"] });
	const response = await fetch(`${String(deskUrl)}/applications/${reference}/file`, {
		headers: { cookie },
		redirect: "manual",
	});
	if (response.status !== 200) return undefined;
	return hash("sha256", Buffer.from(await response.arrayBuffer()), "hex");
}
