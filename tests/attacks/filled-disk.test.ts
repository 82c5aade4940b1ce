import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { databaseKinds, type DatabaseKind } from "../support/databases.ts";
import { testBooking } from "../support/demo-booking.ts";
import { createPdf } from "../support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const largestResume = 9_900_000;

async function start(
	kind: DatabaseKind,
	options: Pick<NonNullable<Parameters<typeof startTestServer>[1]>, "environment" | "databaseConfig">,
): Promise<TestServer> {
	const server = await startTestServer(kind, options);
	await server.database.write((transaction) =>
		transaction
			.selectFrom("jobs")
			.select("id")
			.execute()
			.then((jobs) => (jobs.length === 0 ? insertJobs(transaction, [testJob], server.clock.now()) : undefined)),
	);
	return server;
}

function upload(
	{ url }: TestServer,
	{ path = "/api/applications", bytes = largestResume, from }: { path?: string; bytes?: number; from?: string } = {},
): Promise<Response> {
	return fetch(url + path, {
		method: "POST",
		body: createApplicationForm(createApplicationFields(testJob), { name: "cv.pdf", content: createPdf({ bytes }) }),
		headers: from === undefined ? {} : { "x-forwarded-for": from },
	});
}

/** Sends other requests than uploads, and returns the statuses. */
async function sendOthers({ url }: TestServer): Promise<number[]> {
	const bodies = {
		"/contactus/submit": { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", message: "Hello." },
		"/demo/book": testBooking,
	};
	return Promise.all(
		Object.entries(bodies).map(
			async ([path, body]) =>
				(
					await fetch(url + path, {
						method: "POST",
						body: JSON.stringify(body),
						headers: { "content-type": "application/json" },
					})
				).status,
		),
	);
}

describe.each(databaseKinds)("on %s", (kind) => {
	test("a disk with less room than its reserve takes no uploads, while enquiries and bookings go on", async () => {
		const server = await start(kind, { environment: { FILES_RESERVE_MB: "999999999" } });
		for (const bytes of [5_000, largestResume]) {
			const response = await upload(server, { bytes });
			expect([response.status, response.headers.get("retry-after")]).toEqual([503, "300"]);
			expect(await response.json()).toMatchObject({
				message: "We have no room for files just now, so this has not been received. Try again in a few minutes.",
			});
		}
		const withoutScripts = await upload(server, { path: `/career/apply/${testJob.id}` });
		expect([withoutScripts.status, await withoutScripts.text()]).toEqual([503, "<h1>Rendered</h1>"]);
		expect(await readdir(join(server.database.dataDirectory, "files", "incoming"))).toEqual([]);
		expect(await sendOthers(server)).toEqual([200, 200]);
		expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
	});

	test("one network uploads no more than its share of a day, whichever server it asks, and others theirs", async () => {
		const environment = { UPLOAD_MB_PER_NETWORK_PER_DAY: "25", TRUSTED_PROXIES: "127.0.0.1" };
		const one = await start(kind, { environment });
		const other = await start(kind, { environment, databaseConfig: one.database });
		const from = "203.0.113.7";
		expect((await upload(one, { from })).status).toBe(200);
		expect((await upload(other, { from })).status).toBe(200);
		for (const [server, path] of [
			[one, "/api/applications"],
			[other, `/career/apply/${testJob.id}`],
		] as const) {
			const response = await upload(server, { from, path });
			// The servers' clock is at 06:00 UTC.
			expect([response.status, response.headers.get("retry-after")]).toEqual([429, String(18 * 3_600)]);
		}
		expect((await upload(one, { from: "203.0.113.8" })).status).toBe(200);
		expect(await sendOthers(one)).toEqual([200, 200]);
		one.clock.advance({ hours: 18 });
		expect((await upload(one, { from })).status).toBe(200);
	});
});
