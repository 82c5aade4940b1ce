import { execFile } from "node:child_process";
import { mkdtemp, open, readdir, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { listBookings } from "../features/booking/find-bookings.server.ts";
import { applicationStore } from "../features/careers/applications/store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { createTestDirectory } from "../tests/support/databases.ts";
import { testBooking } from "../tests/support/demo-booking.ts";
import { createPdf } from "../tests/support/documents.ts";
import { eventually } from "../tests/support/eventually.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { createTestStudio, readTestContent } from "../tests/support/studios.ts";
import { startTestServer, type TestServer } from "../tests/support/test-server.ts";

const run = promisify(execFile);

/** A data directory whose disk can be filled and freed while the server runs. */
type Disk = { dataDirectory: string; fill(): Promise<void>; free(): Promise<void> };

/** Files may not grow beyond this while the disk is "full"; the database is larger. */
const fileLimitBytes = 2_000;

/** A separate file system, which only root may mount. */
async function mountSmallDisk(): Promise<Disk> {
	const dataDirectory = await createTestDirectory();
	await run("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", dataDirectory]);
	onTestFinished(async () => void (await run("umount", [dataDirectory])));
	const filler = join(dataDirectory, "filler");
	return {
		dataDirectory,
		async fill() {
			const file = await open(filler, "w");
			try {
				for (;;) await file.appendFile(Buffer.alloc(4_096));
			} catch (error) {
				expect(error).toMatchObject({ code: "ENOSPC" });
			} finally {
				await file.close();
			}
		},
		free: () => rm(filler),
	};
}

/** This process's own limit of file sizes, which everybody may lower for a while. */
async function limitFileSize(): Promise<Disk> {
	const setLimit = async (limit: string) =>
		void (await run("prlimit", ["--pid", String(process.pid), `--fsize=${limit}:`]));
	onTestFinished(() => setLimit("unlimited"));
	return {
		dataDirectory: await createTestDirectory(),
		fill: () => setLimit(String(fileLimitBytes)),
		free: () => setLimit("unlimited"),
	};
}

async function canMount(): Promise<boolean> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-mount-"));
	try {
		await run("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", directory]);
		await run("umount", [directory]);
		return true;
	} catch {
		return false;
	} finally {
		await rmdir(directory);
	}
}

/** Only Linux has prlimit. */
async function canLimitFileSize(): Promise<boolean> {
	return run("prlimit", ["--version"]).then(
		() => true,
		() => false,
	);
}

const disks: [string, boolean, () => Promise<Disk>][] = [
	["a full file system", await canMount(), mountSmallDisk],
	["a limit that no file may outgrow", await canLimitFileSize(), limitFileSize],
];

function send(server: TestServer, resumeBytes: number): Promise<Response>[] {
	const json = (path: string, body: unknown) =>
		fetch(server.url + path, {
			method: "POST",
			body: JSON.stringify(body),
			headers: { "content-type": "application/json" },
		});
	const resume = { name: "resume.pdf", content: createPdf({ bytes: resumeBytes }) };
	return [
		json("/contactus/submit", {
			firstName: "Asha",
			lastName: "Rao",
			email: "asha@visitor.example",
			message: "We need an app.",
		}),
		json("/demo/book", testBooking),
		fetch(`${server.url}/api/applications`, {
			method: "POST",
			body: createApplicationForm(createApplicationFields(testJob), resume),
		}),
	];
}

async function countStored({ database }: TestServer): Promise<Record<string, number>> {
	const entries = await readdir(join(database.dataDirectory, "files"), { recursive: true, withFileTypes: true });
	return {
		enquiries: (await database.db.selectFrom("enquiries").select("id").execute()).length,
		bookings: (await listBookings(database.db)).length,
		applications: (await Array.fromAsync(applicationStore.listAll(database.db))).length,
		emails: (await database.db.selectFrom("emails").select("id").execute()).length,
		files: entries.filter((entry) => entry.isFile()).length,
	};
}

// Where this machine or user cannot have such a disk, the test is counted as skipped.
describe.each(disks)("with %s", (_kind, isPossible, openDisk) => {
	test.skipIf(!isPossible)(
		"forms are refused in words to act on, pages are served, and all is taken again once there is space",
		async () => {
			const disk = await openDisk();
			const server = await startTestServer("sqlite", {
				environment: { FILES_RESERVE_MB: "0" },
				databaseConfig: { dataDirectory: disk.dataDirectory, databaseUrl: undefined },
			});
			await server.database.write((transaction) => insertJobs(transaction, [testJob], server.clock.now()));

			await disk.fill();
			for (const resumeBytes of [5_000, 1_000_000]) {
				for (const response of await Promise.all(send(server, resumeBytes))) {
					expect(response.status).toBe(503);
					expect(response.headers.get("retry-after")).toBe("5");
					expect(await response.json()).toMatchObject({
						message: "We could not store this just now, so it has not been received. Try again in a few seconds.",
					});
				}
			}
			const withoutScripts = await fetch(`${server.url}/career/apply/${testJob.id}`, {
				method: "POST",
				body: createApplicationForm(createApplicationFields(testJob), {
					name: "resume.pdf",
					content: createPdf({ bytes: 1_000_000 }),
				}),
			});
			expect([withoutScripts.status, withoutScripts.headers.get("retry-after"), await withoutScripts.text()]).toEqual([
				503,
				"5",
				"<h1>Rendered</h1>",
			]);
			expect(await countStored(server)).toEqual({ enquiries: 0, bookings: 0, applications: 0, emails: 0, files: 0 });
			for (const path of ["/", "/page", "/api/jobs", "/demo/availability", "/healthz"])
				expect((await fetch(server.url + path)).status).toBe(200);
			expect((await fetch(`${server.url}/readyz`)).status).toBe(503);

			await disk.free();
			await eventually(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200));
			for (const response of await Promise.all(send(server, 1_000_000))) expect(response.status).toBe(200);
			expect(await countStored(server)).toMatchObject({ enquiries: 1, bookings: 1, applications: 1, files: 1 });
		},
	);

	test.skipIf(!isPossible)(
		"the studio reports that nothing was published, keeps the draft, and publishes it once there is space",
		async () => {
			const disk = await openDisk();
			const server = await startTestServer("sqlite", {
				databaseConfig: { dataDirectory: disk.dataDirectory, databaseUrl: undefined },
			});
			const desk = await server.openDesk({ roles: ["editor"], base: await readTestContent() });
			const { studio } = await createTestStudio(server.database, { clock: server.clock });
			const post = "blog/first-page-of-the-month.md";
			const text = (await studio.getDocument(post))?.current?.replace(/^title: .*$/m, "title: Is there room") ?? "";
			const saved = await studio.saveDraft(post, { text, version: 0 }, desk.accountId);
			const press = () =>
				desk.inject({
					method: "POST",
					url: "/studio/publish",
					headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
					payload: new URLSearchParams({ draft: `${"version" in saved ? saved.version : 0} ${post}` }).toString(),
				});
			await disk.fill();
			const refused = await press();
			expect(refused.statusCode).toBe(503);
			expect(refused.body).toContain("Not saved: the database is unavailable.");
			expect((await fetch(`${server.url}/page`)).status).toBe(200);
			expect([await studio.listHistory(), (await studio.getDocument(post))?.draft?.text]).toEqual([[], text]);
			await disk.free();
			await eventually(async () => expect((await press()).headers.location).toBe("/studio"));
			expect(await studio.listHistory()).toMatchObject([{ path: post, text }]);
		},
	);
});
