import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectDirectory, projectNode } from "../support/built-server.ts";
import { createTestDirectory } from "../support/databases.ts";

const left = /^(?:node_modules|build.*|data|test-results|\.git|\.react-router)$/;

/** Copies the project without the paths that `leavesOut` names, builds the copy's public pages, and returns a hash of every file. */
async function buildCopy(leavesOut: (path: string) => boolean): Promise<Map<string, string>> {
	const directory = await createTestDirectory();
	for (const name of readdirSync(projectDirectory).filter((entry) => !left.test(entry)))
		cpSync(join(projectDirectory, name), join(directory, name), {
			recursive: true,
			filter: (source) => !leavesOut(relative(projectDirectory, source).split(sep).join("/")),
		});
	symlinkSync(join(projectDirectory, "node_modules"), join(directory, "node_modules"), "dir");
	const env = { ...process.env, NODE_ENV: "production", BUILD_DIR: "build", CONTENT_DIR: "content" };
	for (const program of [
		["scripts/build-server.ts"],
		["node_modules/@react-router/dev/bin.cjs", "build", "--logLevel", "warn"],
	])
		await promisify(execFile)(projectNode, program, { cwd: directory, env });
	const client = join(directory, "build", "client");
	return new Map(
		readdirSync(client, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.toSorted()
			.map((file) => [relative(client, file), hash("sha256", readFileSync(file), "hex")]),
	);
}

test(
	"the public pages, their scripts and their styles are the same byte for byte without the desk",
	{ timeout: 600_000 },
	async () => {
		const whole = await buildCopy(() => false);
		// The server that renders them is built with the guard of the desk's listener, and the API that it serves.
		const bare = await buildCopy(
			(path) => path.startsWith("desk/") && !/^desk\/(?:(?:guard|api)(?:\/|$)|words\.ts$)/.test(path),
		);
		expect(whole.size).toBeGreaterThan(100);
		expect([...bare]).toEqual([...whole]);
	},
);
