import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDirectory, projectNode } from "../tests/support/built-server.ts";
import { createTestDirectory } from "../tests/support/databases.ts";

/** The stamp of a build, by which `npm start` recognises one. */
function readStamp(environment: Record<string, string>): string {
	const code = 'import { stampOfSources } from "./scripts/prepare.mjs"; console.log(stampOfSources());';
	const { stdout } = spawnSync(projectNode, ["--input-type=module", "--eval", code], {
		cwd: projectDirectory,
		encoding: "utf8",
		env: { ...process.env, ...environment },
	});
	expect(stdout).toMatch(/^[0-9a-f]{64}\n$/);
	return stdout;
}

test("a site is rebuilt when its content or the folder of its content changes, and at no other time", async () => {
	const first = await createTestDirectory();
	const second = await createTestDirectory();
	writeFileSync(join(first, "company.yml"), "name: A");
	cpSync(first, second, { recursive: true });
	const stamp = readStamp({ CONTENT_DIR: first });
	expect(readStamp({ CONTENT_DIR: first, BUILD_DIR: "build-elsewhere" })).toBe(stamp);
	expect(readStamp({ CONTENT_DIR: second })).not.toBe(stamp);
	// Generated, as the types of the routes are beside the desk.
	mkdirSync(join(first, ".react-router"));
	writeFileSync(join(first, ".react-router", "routes.ts"), "");
	expect(readStamp({ CONTENT_DIR: first })).toBe(stamp);
	expect(readStamp({ CONTENT_DIR: "" })).toBe(readStamp({ CONTENT_DIR: "./content" }));
	writeFileSync(join(first, "company.yml"), "name: B");
	expect(readStamp({ CONTENT_DIR: first })).not.toBe(stamp);
});
