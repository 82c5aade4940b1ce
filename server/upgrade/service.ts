import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { realpath, rename, rm, symlink } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../../platform/config.ts";
import { syncFolder } from "../../platform/files/sync-folder.ts";
import { PlainError } from "../../platform/plain-error.ts";
import { nameRelease, type Release } from "./release.ts";

const pollMs = 250;
/** Time limit of one request to the service. */
const requestMs = 15_000;
/** Lines of a command's output that an error repeats. */
const quotedLines = 8;

/**
 * Runs a command of the installation's configuration in a shell. RELEASE_DIR names the folder of the release that it is about.
 *
 * @param key the configuration key, for the message
 * @throws PlainError if it does not end with 0
 */
export async function runServiceCommand(
	key: string,
	command: string,
	{ directory }: Pick<Release, "directory">,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const child = spawn(command, {
		shell: true,
		cwd: directory,
		env: { ...env, RELEASE_DIR: directory },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const lines: string[] = [];
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding("utf8").on("data", (piece: string) => lines.push(...piece.trimEnd().split("\n")));
	// A server that the command starts may keep its output open: the command has ended once it exits.
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", resolve);
	});
	for (const stream of [child.stdout, child.stderr]) stream.destroy();
	if (code !== 0)
		throw new PlainError([`${key} (${command}) ended with ${String(code)}`, ...lines.slice(-quotedLines)].join("\n  "));
}

/** Points the link from which the service runs to a release, in one step, unless it does already. */
export async function switchLink(link: string, { directory }: Pick<Release, "directory">): Promise<void> {
	if ((await realpath(link).catch(() => undefined)) === directory) return;
	const next = `${link}.next`;
	await rm(next, { force: true });
	await symlink(directory, next);
	await rename(next, link);
	await syncFolder(dirname(link));
}

/** Returns the address of the public listener for programs on this machine. */
export function addressOf({ host, port }: Pick<Config, "host" | "port">): string {
	const local = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
	return `http://${local.includes(":") ? `[${local}]` : local}:${port}`;
}

/**
 * Checks that nothing listens at the service's port, once the service has stopped.
 *
 * @throws PlainError if something does
 */
export async function assertPortFree({ host, port }: Pick<Config, "host" | "port">): Promise<void> {
	const { hostname } = new URL(addressOf({ host, port }));
	const isTaken = await new Promise<boolean>((resolve) => {
		const socket = connect(port, hostname.replace(/^\[|\]$/g, ""));
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
	});
	if (isTaken) throw new PlainError(`Another program is listening on port ${port}, although the server has stopped`);
}

/**
 * Waits until the service is ready, and checks that a release answers: its own files, and its pages.
 *
 * @param other another release, whose files tell which of both answers
 * @param patienceMs how long it may take to be ready, and a busy one to answer
 * @throws PlainError that says what is wrong
 */
export async function assertServes(
	release: Release,
	other: Release,
	{ config, patienceMs }: { config: Pick<Config, "host" | "port">; patienceMs: number },
): Promise<void> {
	const url = addressOf(config);
	const deadline = Date.now() + patienceMs;
	const askUntil = async (path: string, isFinal: (status: string) => boolean) => {
		for (;;) {
			const status = await ask(url + path);
			if (isFinal(status) || Date.now() > deadline) return status;
			await sleep(pollMs);
		}
	};
	const readiness = await askUntil("/readyz", (status) => status === "200");
	if (readiness !== "200")
		throw new PlainError(
			`${nameRelease(release)} is not ready after ${patienceMs / 1_000} s: /readyz gives ${readiness}`,
		);
	const [own] = listAssets(release).filter((name) => !listAssets(other).includes(name));
	if (own !== undefined && (await askUntil(`/assets/${own}`, isAnswered)) !== "200")
		throw new PlainError(`Another release than ${nameRelease(release)} is running at ${url}. Check UPGRADE_START`);
	for (const path of ["/", "/contactUs", "/sitemap.xml"]) {
		const status = await askUntil(path, isAnswered);
		if (!/^[23]/.test(status)) throw new PlainError(`${nameRelease(release)} gives ${status} for ${path}`);
	}
}

/** Whether a status is the server's answer: a busy one asks to come again, or does not answer in time. */
function isAnswered(status: string): boolean {
	return /^\d{3}$/.test(status) && status !== "503";
}

/** Asks for an address, and returns its status or why there is none. */
async function ask(url: string): Promise<string> {
	try {
		const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(requestMs) });
		await response.arrayBuffer();
		return String(response.status);
	} catch (error) {
		return (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message;
	}
}

function listAssets({ buildDirectory }: Release): string[] {
	return readdirSync(join(buildDirectory, "client", "assets"));
}
