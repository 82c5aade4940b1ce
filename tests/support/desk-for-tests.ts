import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { projectDirectory, projectNode } from "./built-server.ts";
import { deskBuildDirectory } from "./test-desk.ts";

/** Builds the desk for all tests, if its sources have changed. */
export default async function setup(): Promise<void> {
	const code = 'import { build } from "./scripts/prepare.mjs"; build({ only: "desk" });';
	const environment = { ...process.env, NODE_ENV: "production", BUILD_DIR: deskBuildDirectory, CONTENT_DIR: "content" };
	await promisify(execFile)(projectNode, ["--input-type=module", "--eval", code], {
		cwd: projectDirectory,
		env: environment,
	});
}
