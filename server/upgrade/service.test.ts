import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { listen } from "../../tests/support/listen.ts";
import type { Release } from "./release.ts";
import { assertServes } from "./service.ts";

const patienceMs = 60_000;

test("a server that is busy for a moment is asked again", async () => {
	const asked = new Map<string, number>();
	const port = await serve((request, response) => {
		const path = request.url ?? "";
		const count = (asked.get(path) ?? 0) + 1;
		asked.set(path, count);
		if (count === 1) request.socket.destroy();
		else response.writeHead(count === 2 ? 503 : 200).end();
	});
	await assertServes(await createRelease("new"), await createRelease("old"), {
		config: { host: "127.0.0.1", port },
		patienceMs,
	});
	expect(Object.fromEntries(asked)).toEqual({
		"/readyz": 3,
		"/assets/new.js": 3,
		"/": 3,
		"/contactUs": 3,
		"/sitemap.xml": 3,
	});
});

test("a page that fails is not asked for again", async () => {
	const asked: string[] = [];
	const port = await serve((request, response) => {
		asked.push(request.url ?? "");
		response.writeHead(request.url === "/contactUs" ? 500 : 200).end();
	});
	await expect(
		assertServes(await createRelease("new"), await createRelease("old"), {
			config: { host: "127.0.0.1", port },
			patienceMs,
		}),
	).rejects.toThrow("gives 500 for /contactUs");
	expect(asked).toEqual(["/readyz", "/assets/new.js", "/", "/contactUs"]);
});

/** Returns the port of a server that handles requests in this way. */
async function serve(handle: RequestListener): Promise<number> {
	const server = await listen(createServer(handle));
	return (server.address() as AddressInfo).port;
}

/** Creates a release with a file of its own. */
async function createRelease(name: string): Promise<Release> {
	const directory = await createTestDirectory();
	const buildDirectory = join(directory, "build");
	await mkdir(join(buildDirectory, "client", "assets"), { recursive: true });
	await writeFile(join(buildDirectory, "client", "assets", `${name}.js`), "");
	return { directory, buildDirectory, node: process.execPath, version: name, publicUrl: "http://127.0.0.1" };
}
