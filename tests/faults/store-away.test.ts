import { hash, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unpackAvailability, type AvailabilityResponse } from "../../features/booking/availability.ts";
import type { Config } from "../../platform/config.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import type { RunningServer } from "../../server/start.ts";
import { createTestDatabaseConfig } from "../support/databases.ts";
import { testBooking } from "../support/demo-booking.ts";
import { createPdf } from "../support/documents.ts";
import { startInstallation } from "../support/installations.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { startS3Server, type S3Server } from "../support/s3-server.ts";
import { openStaffSession } from "../support/staff.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

let store: S3Server;
beforeAll(async () => {
	store = await startS3Server();
});
afterAll(() => store.stop());

const bucketUrl = async (proxy?: TcpProxy) => {
	const url = await store.createBucket(`test-${randomUUID()}`);
	return proxy ? url.replace(`:${store.port}/`, `:${proxy.port}/`) : url;
};

const resume = createPdf({ bytes: 200_000, padding: "a resume" });

function apply({ url }: RunningServer): Promise<Response> {
	return fetch(`${url}/api/applications`, {
		method: "POST",
		body: createApplicationForm(createApplicationFields(testJob), { name: "resume.pdf", content: resume }),
	});
}

function enquire({ url }: RunningServer): Promise<Response> {
	return fetch(`${url}/contactus/submit`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({
			firstName: "Asha",
			lastName: "Rao",
			email: "asha@visitor.example",
			phone: "+91 98100 00000",
			message: "Please call.",
		}),
	});
}

async function book({ url }: RunningServer): Promise<Response> {
	const { data } = (await (await fetch(`${url}/demo/availability`)).json()) as { data: AvailabilityResponse };
	const [date, times] = [...unpackAvailability(data).days].findLast(([, free]) => free.length > 0) ?? [];
	return fetch(`${url}/demo/book`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...testBooking, date, time: times?.[0] }),
	});
}

async function countFiles({ config }: { config: Config }): Promise<number> {
	let count = 0;
	for await (const names of (await openFileStore(config)).list()) count += names.length;
	return count;
}

test("while the bucket is away, applications get 503 and Retry-After, and enquiries and bookings go on; then all is as before", async () => {
	const proxy = await startTcpProxy(store.port);
	const databaseConfig = await createTestDatabaseConfig("sqlite");
	const server = await startInstallation({ ...databaseConfig, filesUrl: await bucketUrl(proxy) });
	expect((await apply(server)).status).toBe(200);

	proxy.cut();
	const refused = await apply(server);
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
	expect((await enquire(server)).status).toBe(200);
	expect((await book(server)).status).toBe(200);
	expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
	expect(await readdir(join(databaseConfig.dataDirectory, "files", "incoming"))).toEqual([]);

	await proxy.restore();
	expect((await apply(server)).status).toBe(200);
	expect(await countFiles(server)).toBe(2);
});

test("staff get a resume out of the bucket byte by byte, and a resume in a bucket that is away is no crash", async () => {
	const proxy = await startTcpProxy(store.port);
	const server = await startInstallation({
		...(await createTestDatabaseConfig("sqlite")),
		filesUrl: await bucketUrl(proxy),
	});
	const { data } = (await (await apply(server)).json()) as { data: { reference: string } };
	const headers = { cookie: (await openStaffSession(server.config)).cookie };
	const download = () => fetch(`${String(server.deskUrl)}/applications/${data.reference}/file`, { headers });
	const content = Buffer.from(await (await download()).arrayBuffer());
	expect(hash("sha256", content, "hex")).toBe(hash("sha256", resume, "hex"));
	proxy.cut();
	expect((await download()).status).toBe(503);
	expect((await fetch(`${String(server.deskUrl)}/`, { headers })).status).toBe(200);
});

test("a database on an empty bucket, and another's database on a bucket, refuse to start in words to act on", async () => {
	const databaseConfig = await createTestDatabaseConfig("sqlite");
	const url = await bucketUrl();
	const server = await startInstallation({ ...databaseConfig, filesUrl: url });
	expect((await apply(server)).status).toBe(200);
	await server.stop();
	await expect(startInstallation({ ...databaseConfig, filesUrl: await bucketUrl() })).rejects.toThrow(
		/The files of this database are missing.*FILES_URL/s,
	);
	await expect(startInstallation({ ...(await createTestDatabaseConfig("sqlite")), filesUrl: url })).rejects.toThrow(
		/None of the files belong to this database/,
	);
	const again = await startInstallation({ ...databaseConfig, filesUrl: url });
	expect(await countFiles(again)).toBe(1);
});
