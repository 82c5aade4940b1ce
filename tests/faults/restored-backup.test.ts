import { createHmac } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openFileStore } from "../../platform/files/file-store.ts";
import type { RunningServer } from "../../server/start.ts";
import {
	copyTestDatabase,
	createTestDatabaseConfig,
	databaseKinds,
	withTestDatabase,
	type DatabaseConfig,
} from "../support/databases.ts";
import { testBooking } from "../support/demo-booking.ts";
import { createPdf } from "../support/documents.ts";
import { configOf, startInstallation } from "../support/installations.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { runProgram } from "../support/run-program.ts";
import { writeSettingsFolder } from "../support/settings-folder.ts";
import { readTables } from "../support/stored-data.ts";

const inboxProgram = fileURLToPath(new URL("../../server/commands/inbox.ts", import.meta.url));
const erased = "asha@visitor.example";
const other = "ravi@visitor.example";

async function post(server: RunningServer, path: string, body: object): Promise<object> {
	const form = body instanceof FormData;
	const response = await fetch(server.url + path, {
		method: "POST",
		headers: form ? {} : { "content-type": "application/json" },
		body: form ? body : JSON.stringify(body),
	});
	expect([path, response.status]).toEqual([path, 200]);
	return response.json() as Promise<object>;
}

const enquire = (server: RunningServer, email: string, message: string) =>
	post(server, "/contactus/submit", { firstName: "Asha", lastName: "Rao", email, message });

/** A booking on a Monday four to five weeks from now. */
function findMonday(): string {
	const today = Temporal.Now.plainDateISO("Asia/Kolkata");
	return today.add({ days: 28 + ((8 - today.dayOfWeek) % 7) }).toString();
}

async function readAllTables(config: DatabaseConfig): Promise<string> {
	let text = "";
	await withTestDatabase(config, async (database) => {
		text = JSON.stringify(await readTables(database));
	});
	return text;
}

async function eraseByCommand({ dataDirectory, databaseUrl }: DatabaseConfig): Promise<{ stdout: string }> {
	const settings = await writeSettingsFolder();
	const env = { DATA_DIR: dataDirectory, ...settings, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
	return runProgram(inboxProgram, ["erase", erased], { env });
}

async function readInstallationId(config: DatabaseConfig): Promise<string> {
	let id = "";
	await withTestDatabase(config, async ({ db }) => {
		({ id } = await db.selectFrom("installation").select("id").executeTakeFirstOrThrow());
	});
	return id;
}

describe.each(databaseKinds)("on %s", (kind) => {
	test("a database from before an erasure is erased again at its start, but nothing that came after it", async () => {
		const config = await createTestDatabaseConfig(kind);
		const first = await startInstallation(config);
		await enquire(first, "Asha@Visitor.example", "Before the backup");
		await enquire(first, other, "Of somebody else");
		await post(first, "/demo/book", { ...testBooking, email: erased, date: findMonday() });
		const fields = { ...createApplicationFields(testJob), email: erased };
		await post(
			first,
			"/api/applications",
			createApplicationForm(fields, { name: "cv.pdf", content: createPdf({ bytes: 3_000 }) }),
		);
		await post(first, "/api/job-alerts", { email: erased, q: "", location: "" });
		await first.stop();
		const backup = await copyTestDatabase(config);

		const { stdout } = await eraseByCommand(config);
		expect(stdout).toContain("1 enquiry, 1 booking, 1 application, 1 job alert");
		// A later message is not erased with the earlier ones.
		const between = await startInstallation(config);
		await enquire(between, erased, "After the erasure");
		await between.stop();
		const again = await startInstallation(config);
		await again.stop();
		expect(await readAllTables(config)).toContain("After the erasure");
		expect(again.lines.join("")).not.toContain("erased again");

		const restored = await backup.restore();
		expect(await readAllTables(restored)).toContain("Before the backup");
		const server = await startInstallation(restored);
		expect(server.lines.join("")).toContain("they are erased again");
		await server.stop();
		const tables = await readAllTables(restored);
		expect(tables.toLowerCase()).not.toContain(erased);
		expect(tables).toContain("Of somebody else");
		expect((await startInstallation(restored)).lines.join("")).not.toContain("erased again");
	});

	test("nothing that came after an erasure is erased, though the clock was ahead then, and all that came before is", async () => {
		const config = await createTestDatabaseConfig(kind);
		const first = await startInstallation(config);
		await enquire(first, erased, "Before the backup");
		await first.stop();
		const backup = await copyTestDatabase(config);
		await eraseByCommand(config);
		const files = await openFileStore(configOf(config));
		for await (const { name, text } of files.readErasureNotes())
			await files.writeErasureNote(name, text.replace(/"erasedAt":"20/, '"erasedAt":"21'));
		const between = await startInstallation(config);
		await enquire(between, erased, "After the erasure");
		await between.stop();
		const again = await startInstallation(config);
		await again.stop();
		expect(again.lines.join("")).not.toContain("erased again");
		expect(await readAllTables(config)).toContain("After the erasure");

		const restored = await backup.restore();
		const server = await startInstallation(restored);
		expect(server.lines.join("")).toContain("they are erased again");
		expect(await readAllTables(restored)).not.toContain("Before the backup");
		await enquire(server, erased, "After the restore");
		await server.stop();
		const last = await startInstallation(restored);
		expect(last.lines.join("")).not.toContain("erased again");
		expect(await readAllTables(restored)).toContain("After the restore");
	});

	test("a note of the release before, made while the clock was ahead, erases once and no later message", async () => {
		const config = await createTestDatabaseConfig(kind);
		const first = await startInstallation(config);
		await enquire(first, erased, "Before the upgrade");
		await first.stop();
		const files = await openFileStore(configOf(config));
		const key = await readInstallationId(config);
		const hash = createHmac("sha256", key).update(`erased: ${erased}`).digest("hex");
		const note = { key, hash, erasedAt: "2126-11-23T06:00:00.000Z" };
		await files.writeErasureNote(`${hash}.json`, JSON.stringify(note));
		const upgraded = await startInstallation(config);
		expect(await readAllTables(config)).not.toContain("Before the upgrade");
		await enquire(upgraded, erased, "After the upgrade");
		await upgraded.stop();
		await startInstallation(config);
		expect(await readAllTables(config)).toContain("After the upgrade");
	});
});
