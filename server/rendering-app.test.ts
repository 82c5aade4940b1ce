import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import type { CompanySettings } from "../core/company/current-settings.ts";
import { createLog } from "../platform/log.ts";
import { testCareers } from "../tests/support/careers.ts";
import { createTestDirectory, openTestDatabase } from "../tests/support/databases.ts";
import { testDesk } from "../tests/support/desk-settings.ts";
import { configOf } from "../tests/support/installations.ts";
import { createTestPages, testCompany } from "../tests/support/test-server.ts";
import { createRenderingApp } from "./rendering-app.ts";

/** A rendering server whose company settings can change, and the number of listeners to changes of its database. */
async function openRendering({ filesUrl }: { filesUrl?: string } = {}) {
	let settings: CompanySettings = { company: testCompany, careers: testCareers, deskSettings: testDesk };
	const opened = await openTestDatabase("sqlite");
	const listeners = new Set<unknown>();
	const changes: typeof opened.changes = {
		...opened.changes,
		listen(listener) {
			listeners.add(listener);
			const end = opened.changes.listen(listener);
			return () => {
				listeners.delete(listener);
				end();
			};
		},
	};
	const { app } = await createRenderingApp({
		config: configOf({ dataDirectory: await createTestDirectory(), databaseUrl: undefined, filesUrl }),
		getSettings: () => settings,
		pages: createTestPages(async () => new Response("a page")),
		log: createLog({ logLevel: "silent" }),
		database: { ...opened, changes },
	});
	onTestFinished(() => app.close());
	return {
		app,
		countListeners: () => listeners.size,
		changeSettings: () => (settings = { ...settings, company: { ...testCompany } }),
	};
}

test("changes of the company settings leave no listener behind", async () => {
	const { app, countListeners, changeSettings } = await openRendering();
	const readJobs = async () => (await app.inject("/api/jobs")).statusCode;
	expect(await readJobs()).toBe(200);
	const before = countListeners();
	for (let change = 0; change < 3; change++) {
		changeSettings();
		expect(await readJobs()).toBe(200);
	}
	expect(countListeners()).toBe(before);
});

test("a server that renders starts while the bucket of files is away, because no public page needs a file", async () => {
	// Nothing listens on this port.
	const filesUrl = `s3://key:secret@127.0.0.1:1/${randomUUID()}?tls=off`;
	const { app } = await openRendering({ filesUrl });
	expect((await app.inject("/api/jobs")).statusCode).toBe(200);
});
