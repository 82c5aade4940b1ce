import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { sweepExpired } from "../../core/people/sweep-expired.server.ts";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { readConfig } from "../../platform/config.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { DatabaseTooNewError, type Migrations } from "../../platform/database/migrate.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { listPersonalRecords } from "../../server/personal-data.ts";
import { createEmptyDatabaseConfig, databaseKinds, type DatabaseConfig } from "../support/databases.ts";
import { testBooking } from "../support/demo-booking.ts";
import { createPdf } from "../support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { contractedMigrations, nextMigrations } from "../support/next-release.ts";
import { createTestRenderers } from "../support/rendered-emails.ts";
import { startTestServer, testCompany } from "../support/test-server.ts";

const log = createLog({ logLevel: "silent" });

async function migrateTo(release: Migrations, config: DatabaseConfig): Promise<void> {
	await (await openDatabase(config, { migrations: release, log })).close();
}

describe.each(databaseKinds)("a database on %s that the next release has added to", (kind) => {
	test("is served: every form, the jobs, the desk, e-mails and the sweep", async () => {
		const databaseConfig = await createEmptyDatabaseConfig(kind);
		await migrateTo(nextMigrations, databaseConfig);
		const { url, database, clock, openDesk } = await startTestServer(kind, { databaseConfig });
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		const postJson = (path: string, body: object) =>
			fetch(url + path, {
				method: "POST",
				body: JSON.stringify(body),
				headers: { "content-type": "application/json", "idempotency-key": `key-of-${path}` },
			});
		const enquiry = { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", message: "We need an app." };
		const alert = { email: "asha@visitor.example", search: "React", consent: true };
		const posts = () => [
			postJson("/contactus/submit", enquiry),
			postJson("/demo/book", testBooking),
			postJson("/api/job-alerts", alert),
			fetch(`${url}/api/applications`, {
				method: "POST",
				body: createApplicationForm(createApplicationFields(testJob), { name: "resume.pdf", content: createPdf() }),
				headers: { "idempotency-key": "key-of-application" },
			}),
		];
		const answers = await Promise.all(posts());
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		const references = await Promise.all(answers.map(readReference));
		expect(await Promise.all((await Promise.all(posts())).map(readReference))).toEqual(references);

		for (const path of ["/readyz", "/api/jobs", `/api/jobs/${testJob.id}`, "/demo/slots/2026-11-30"])
			expect((await fetch(url + path)).status).toBe(200);
		const desk = await openDesk();
		for (const path of ["/", "/enquiries", "/bookings", "/applications", "/emails", "/enquiries.csv"]) {
			const { statusCode } = await desk.inject({ url: path, headers: { host: "localhost", "sec-fetch-site": "none" } });
			expect(statusCode).toBe(200);
		}

		const sent: string[] = [];
		const transport = { send: async ({ kind: sentKind }: { kind: string }) => void sent.push(sentKind), close() {} };
		await createOutbox({ database, clock, log, transport, getRenderers: () => createTestRenderers() }).runOnce();
		expect(sent.length).toBeGreaterThan(4);
		clock.advance({ hours: 24 * 800 });
		const swept = await sweepExpired({
			database,
			files: await openFileStore(databaseConfig),
			personalRecords: listPersonalRecords(readConfig({}), testCompany),
			now: clock.now(),
			most: Number.POSITIVE_INFINITY,
			signal: new AbortController().signal,
		});
		expect(swept).toMatchObject({ enquiries: 1, bookings: 1, applications: 1, jobAlerts: 1, files: 1 });
	});

	test("is served by releases that start at the same time, whichever of them comes first", async () => {
		const config = await createEmptyDatabaseConfig(kind);
		const releases = [migrations, nextMigrations, migrations, nextMigrations, migrations];
		const databases = await Promise.all(releases.map((release) => openDatabase(config, { migrations: release, log })));
		for (const database of databases) {
			await database.check();
			await database.close();
		}
	});

	test("is refused by name, and left as it is, once something that this release uses was taken away", async () => {
		const config = await createEmptyDatabaseConfig(kind);
		await migrateTo(migrations, config);
		const running = await openDatabase(config, { migrations, log });
		try {
			await running.check();
			await migrateTo(contractedMigrations, config);
			await expect(running.check()).rejects.toThrow(DatabaseTooNewError);
			await expect(openDatabase(config, { migrations, log })).rejects.toThrow("9001-drop-messages");
			await migrateTo(contractedMigrations, config);
			const { rows } = await sql<{ name: string }>`select name from required_migrations`.execute(running.db);
			expect(rows).toEqual([{ name: "9001-drop-messages" }]);
		} finally {
			await running.close();
		}
	});
});

async function readReference(answer: Response): Promise<string> {
	return ((await answer.json()) as { data: { reference: string } }).data.reference;
}
