import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { DeskSource } from "../../server/desk.ts";
import { loadDeskSource } from "../../server/desk-source.ts";
import { projectDirectory, projectNode } from "./built-server.ts";

const buildDirectory = join(projectDirectory, "build-test");
const lock = join(buildDirectory, ".building");
/** How long a build of another file of tests is waited for, and how often is looked whether it has ended. */
const lockMs = 120_000;
const lookMs = 200;

let loaded: Promise<DeskSource> | undefined;

/** Gives the desk as its files are now; it is built for the first test that asks, and again when something of it has changed. */
export function loadTestDesk(): Promise<DeskSource> {
	return (loaded ??= buildAndLoad());
}

async function buildAndLoad(): Promise<DeskSource> {
	await mkdir(buildDirectory, { recursive: true });
	await takeLock();
	try {
		const code = 'import { build } from "./scripts/prepare.mjs"; build({ only: "desk" });';
		const environment = { ...process.env, NODE_ENV: "production", BUILD_DIR: buildDirectory, CONTENT_DIR: "content" };
		await promisify(execFile)(projectNode, ["--input-type=module", "--eval", code], {
			cwd: projectDirectory,
			env: environment,
		});
	} finally {
		await rm(lock, { recursive: true, force: true });
	}
	return loadDeskSource(join(buildDirectory, "desk"), { deskUrl: "http://localhost", hstsIncludeSubdomains: false });
}

/** Several files of tests run at once. One that was killed may have left its lock behind, which is nobody's after its time. */
async function takeLock(): Promise<void> {
	const until = performance.now() + lockMs;
	for (;;) {
		try {
			await mkdir(lock);
			return;
		} catch {
			if (performance.now() > until) return;
			await sleep(lookMs);
		}
	}
}
