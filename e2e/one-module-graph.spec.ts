import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { readFolders } from "../platform/config.ts";
import { createServerEnvironment, projectDirectory, startBuiltServer } from "../tests/support/built-server.ts";

const { buildDirectory } = readFolders();

test("the running server loads each of its modules once, for itself and for both faces", { tag: "@all" }, async () => {
	const directory = await mkdtemp(join(tmpdir(), "front-office-modules-"));
	const list = join(directory, "loaded.txt");
	const recorder = [
		'import { appendFileSync } from "node:fs";',
		'import { registerHooks } from "node:module";',
		'import { isMainThread } from "node:worker_threads";',
		`const note = (url) => appendFileSync(${JSON.stringify(list)}, url + "\\n");`,
		"if (isMainThread) registerHooks({ load(url, context, nextLoad) { note(url); return nextLoad(url, context); } });",
	].join("\n");
	const server = await startBuiltServer({
		...(await createServerEnvironment({ dataDirectory: join(directory, "data") })),
		NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(recorder)}`,
	});
	try {
		expect((await fetch(`${server.deskUrl}/sign-in`)).status).toBe(200);
	} finally {
		await server.end("SIGTERM");
	}

	const modules = (await readFile(list, "utf8"))
		.split("\n")
		.filter((url) => url.startsWith("file:") && !url.includes("/node_modules/"))
		.map((url) => nameModule(fileURLToPath(url)));
	expect(modules).toContain("platform/database/changes");
	expect(modules).toContain("desk/guard/context.server");
	expect(modules.filter((name, index) => modules.indexOf(name) !== index)).toEqual([]);
	await rm(directory, { recursive: true });
});

for (const face of ["", "desk"])
	test(`the server build of ${face || "site"} imports the server's modules`, async () => {
		const build = await readFile(join(buildDirectory, face, "server", "index.js"), "utf8");
		expect(build).toMatch(/ from "#modules\/core\//);
	});

/** Names a module the same whether its source or its built file was loaded. */
function nameModule(file: string): string {
	const built = relative(join(buildDirectory, "modules"), file);
	const path = built.startsWith("..") ? relative(projectDirectory, file) : built;
	return path.replaceAll(sep, "/").replace(/\.(?:tsx?|js)$/, "");
}
