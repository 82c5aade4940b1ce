import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { respondToSubscriptionForm } from "../../../core/subscriptions/respond-to-subscription-form.server.ts";
import { markSubscriptionConfirmed } from "../../../core/subscriptions/subscription-store.server.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { EmailIntent } from "../../../platform/email/email.ts";
import { enqueueEmail } from "../../../platform/email/enqueue-email.ts";
import { createToken, hashToken } from "../../../platform/ids/secret-token.ts";
import { testCareers } from "../../../tests/support/careers.ts";
import {
	createEmptyDatabaseConfig,
	databaseKinds,
	openTestDatabase,
	type DatabaseConfig,
	type DatabaseKind,
} from "../../../tests/support/databases.ts";
import { testJob } from "../../../tests/support/job-application.ts";
import { noNotice } from "../../../tests/support/notices.ts";
import { renderEmails } from "../../../tests/support/rendered-emails.ts";
import { startTestServer, testCompany as company } from "../../../tests/support/test-server.ts";
import type { Job } from "../jobs/job.ts";
import { insertJobs, setJobClosed } from "../jobs/jobs-store.server.ts";
import { createJobAlerts } from "./job-alerts.server.ts";
import { alertTables, insertJobAlert } from "./store.server.ts";

/** Returns the token of an e-mail's private link. */
const readToken = (email: { text: string } | undefined) =>
	/\/career\/alerts\/([0-9a-f]{40})/.exec(email?.text ?? "")?.[1] ?? "";

const job: Job = { ...testJob, location: "Leipzig, Thuringia, Germany", workplace: "Hybrid" };

async function prepare(kind: DatabaseKind, databaseConfig?: DatabaseConfig) {
	const server = await startTestServer(kind, { ...(databaseConfig && { databaseConfig }) });
	const { database, clock } = server;
	/** Creates the job alerts of one process, whose writes can be delayed. */
	const createProcess = (beforeWrite: () => Promise<unknown> = async () => undefined) => {
		const write: Database["write"] = async (work) => {
			await beforeWrite();
			return database.write(work);
		};
		return createJobAlerts({
			database: { ...database, write },
			clock,
			company,
			careers: testCareers,
			keptMonths: 12,
			messageIdDomain: "narangi.example",
			onEmails: () => undefined,
			noteNotice: noNotice,
		});
	};
	const jobAlerts = createProcess();
	/** Returns the waiting e-mails as they would leave now, and deletes them. */
	const takeEmails = async () => {
		const emails = await renderEmails(server);
		await database.db.deleteFrom("emails").execute();
		return emails;
	};
	const ask = (body: unknown, headers: Record<string, string> = {}) =>
		fetch(`${server.url}/api/job-alerts`, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify(body),
		});
	const publish = (...jobs: Job[]) => database.write((transaction) => insertJobs(transaction, jobs, clock.now()));
	/** Asks for an alert and returns the token of its e-mail. */
	const askAndRead = async (body: object) => {
		expect((await ask(body)).status).toBe(200);
		return readToken((await takeEmails()).at(-1));
	};
	/** Confirmed alerts of that many addresses, for every job. */
	const insertAlerts = (count: number) =>
		database.write(async (transaction) => {
			for (let index = 0; index < count; index++) {
				const reference = `ALR-${String(index).padStart(8, "0")}`;
				const until = clock.now().add({ hours: 24 });
				await insertJobAlert(transaction, {
					reference,
					email: `visitor-${index}@visitor.example`,
					search: { q: "", location: "Anywhere" },
					token: createToken(),
					expiresAt: until,
				});
				await markSubscriptionConfirmed(transaction, alertTables, reference, { now: clock.now(), expiresAt: until });
			}
		});
	const listSubjects = async () =>
		(await renderEmails(server))
			.filter((email) => email.kind === "job-alert")
			.map(({ subject }) => subject)
			.toSorted();
	return { ...server, createProcess, jobAlerts, takeEmails, ask, publish, askAndRead, insertAlerts, listSubjects };
}

describe.each(databaseKinds)("job alerts on %s", (kind) => {
	test("write about a new job only after the address was confirmed, and once", async () => {
		const { jobAlerts, askAndRead, publish, takeEmails } = await prepare(kind);
		const token = await askAndRead({ email: "Asha@visitor.example", q: "react", location: "Leipzig" });
		await publish({ ...job, id: "before" });
		expect(await jobAlerts.announce()).toBe(0);

		expect(await jobAlerts.confirm(token)).toBe(true);
		await publish(
			job,
			{ ...job, id: "elsewhere", location: "From home (Austria)" },
			{ ...job, id: "other", title: "Tester", keywords: ["tests"], description: "" },
		);
		expect(await jobAlerts.announce()).toBe(1);
		expect(await jobAlerts.announce()).toBe(0);

		const emails = await takeEmails();
		expect(emails).toHaveLength(1);
		expect(emails[0]).toMatchObject({
			recipient: "asha@visitor.example",
			subject: "New at Narangi Technologies: React Engineer",
			headers: {
				"List-Unsubscribe": expect.stringMatching(/^<https:\/\/narangi\.example\/career\/alerts\/[0-9a-f]{40}>$/),
				"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
			},
		});
		expect(emails[0]?.text).toContain("https://narangi.example/career/jobs/react-engineer");
	});

	test("list jobs that are open when the e-mail leaves, and are not sent without any", async () => {
		const { jobAlerts, database, clock, askAndRead, publish } = await prepare(kind);
		await jobAlerts.confirm(await askAndRead({ email: "asha@visitor.example", q: "react" }));
		await publish(job, { ...job, id: "second", title: "Another" });
		await jobAlerts.announce();
		const close = (id: string) => database.write((transaction) => setJobClosed(transaction, id, true, clock.now()));
		await close(job.id);
		expect((await renderEmails({ database, clock })).map(({ subject }) => subject)).toEqual([
			"New at Narangi Technologies: Another",
		]);
		await close("second");
		expect(await renderEmails({ database, clock })).toEqual([]);
	});

	test("whose filter the company's facts do not name any more write about jobs at the location of that name alone", async () => {
		const { jobAlerts, database, clock, publish, takeEmails } = await prepare(kind);
		await database.write(async (transaction) => {
			for (const [index, location] of ["Ghent, Belgium", "Ghent"].entries()) {
				const reference = `ALR-${index}0000000`;
				const until = clock.now().add({ hours: 24 });
				const alert = { reference, email: `asha-${index}@visitor.example`, token: createToken(), expiresAt: until };
				await insertJobAlert(transaction, { ...alert, search: { q: "", location } });
				await markSubscriptionConfirmed(transaction, alertTables, reference, { now: clock.now(), expiresAt: until });
			}
		});
		await publish({ ...job, id: "ghent", location: "Ghent, Belgium" }, job);

		expect(await jobAlerts.announce()).toBe(1);

		const [email] = await takeEmails();
		expect(email).toMatchObject({
			recipient: "asha-0@visitor.example",
			subject: "New at Narangi Technologies: React Engineer",
		});
	});

	test("write about a job for its words, not for the tags around them", async () => {
		const { jobAlerts, askAndRead, publish } = await prepare(kind);
		await jobAlerts.confirm(await askAndRead({ email: "asha@visitor.example", q: "<p>" }));
		await jobAlerts.confirm(await askAndRead({ email: "ravi@visitor.example", q: "open at once" }));
		await publish(job);
		expect(await jobAlerts.announce()).toBe(1);
	});

	test("end with one click, which deletes unsent e-mails and the address, also in sent ones", async () => {
		const { jobAlerts, askAndRead, publish, takeEmails, database } = await prepare(kind);
		const token = await askAndRead({ email: "asha@visitor.example" });
		await jobAlerts.confirm(token);
		await publish(job);
		await jobAlerts.announce();

		const form = new FormData();
		form.set("List-Unsubscribe", "One-Click");
		expect(await respondToSubscriptionForm(form, token, jobAlerts)).toBe("ended");

		expect(await takeEmails()).toEqual([]);
		expect(await database.db.selectFrom("jobAlerts").selectAll().execute()).toEqual([]);
		expect(await database.db.selectFrom("emails").selectAll().execute()).toEqual([]);
		expect(await respondToSubscriptionForm(form, token, jobAlerts)).toBe("ended");
	});

	test("bring another link with each e-mail, all of which work, and of which the database holds hashes", async () => {
		const { jobAlerts, askAndRead, publish, takeEmails, database } = await prepare(kind);
		const first = await askAndRead({ email: "asha@visitor.example" });
		// Only the release before reads it.
		await database.db.updateTable("jobAlerts").set({ token: "unused" }).execute();
		expect(await jobAlerts.confirm(first)).toBe(true);
		const tokens = [first];
		for (const id of ["one", "two"]) {
			await publish({ ...job, id });
			expect(await jobAlerts.announce()).toBe(1);
			tokens.push(readToken((await takeEmails())[0]));
		}

		expect(new Set(tokens).size).toBe(3);
		for (const token of tokens) expect(await jobAlerts.find(token)).toMatchObject({ email: "asha@visitor.example" });
		const stored = [
			await database.db.selectFrom("jobAlerts").selectAll().execute(),
			await database.db.selectFrom("jobAlertLinks").selectAll().execute(),
		];
		for (const token of tokens) expect(JSON.stringify(stored)).not.toContain(token);
		expect(stored[1]).toHaveLength(3);
		await jobAlerts.end(tokens[1] ?? "");
		expect(await database.db.selectFrom("jobAlertLinks").selectAll().execute()).toEqual([]);
		for (const token of tokens) expect(await jobAlerts.find(token)).toBeUndefined();
	});

	test("lapse after two days without consent, and a year after it", async () => {
		const { jobAlerts, askAndRead, publish, clock } = await prepare(kind);
		const forgotten = await askAndRead({ email: "ravi@visitor.example" });
		const token = await askAndRead({ email: "asha@visitor.example" });
		await jobAlerts.confirm(token);
		clock.advance({ hours: 49 });
		expect(await jobAlerts.confirm(forgotten)).toBe(false);
		clock.advance({ hours: 24 * 365 });
		await publish(job);
		expect(await jobAlerts.announce()).toBe(0);
		expect(await jobAlerts.find(token)).toBeUndefined();
	});

	test("send no second mail for the same wish, nor more than three to an address that does not confirm", async () => {
		const { ask, takeEmails } = await prepare(kind);
		for (const q of ["react", "React"]) expect((await ask({ email: "asha@visitor.example", q })).status).toBe(200);
		for (const q of ["data", "web", "mobile", "security"])
			expect((await ask({ email: "asha@visitor.example", q })).status).toBe(200);
		expect(await takeEmails()).toHaveLength(3);
	});

	test("send no second mail, nor more than three, when many ask at the same moment", async () => {
		const { ask, takeEmails } = await prepare(kind);
		await Promise.all(Array.from({ length: 20 }, () => ask({ email: "asha@visitor.example", q: "react" })));
		expect(await takeEmails()).toHaveLength(1);
		await Promise.all(
			Array.from({ length: 20 }, (_, index) => ask({ email: "asha@visitor.example", q: `skill ${index}` })),
		);
		expect(await takeEmails()).toHaveLength(2);
	});

	test("do not reveal whether an address is known", async () => {
		const { jobAlerts, ask, askAndRead, database } = await prepare(kind);
		await jobAlerts.confirm(await askAndRead({ email: "asha@visitor.example", q: "react" }));
		const [stored] = await database.db.selectFrom("jobAlerts").select("reference").execute();
		const answers = [];
		for (const q of ["react", "react", "data", "web", "mobile", "security", "security"])
			answers.push(await (await ask({ email: "asha@visitor.example", q })).json());
		const references = answers.map(({ data }: { data: { reference: string } }) => data.reference);
		for (const reference of references) expect(reference).toMatch(/^ALR-[0-9A-Z]{8}$/);
		expect(new Set([...references, stored?.reference]).size).toBe(8);
	});

	test("that are forgotten leave no key of a request behind, one for the same wish included", async () => {
		const { jobAlerts, ask, askAndRead, database } = await prepare(kind);
		const token = await askAndRead({ email: "asha@visitor.example" });
		const headers = { "Idempotency-Key": "the-same-wish" };
		const first = await (await ask({ email: "asha@visitor.example" }, headers)).json();
		expect(await (await ask({ email: "asha@visitor.example" }, headers)).json()).toEqual(first);
		await jobAlerts.end(token);
		expect(await database.db.selectFrom("idempotencyKeys").selectAll().execute()).toEqual([]);
	});

	test("asked for twice with one key get the first answer; with other content the key is refused", async () => {
		const { ask, takeEmails } = await prepare(kind);
		for (const q of ["data", "web", "mobile"]) await ask({ email: "asha@visitor.example", q });
		const headers = { "Idempotency-Key": "one-wish" };
		const first = await (await ask({ email: "asha@visitor.example" }, headers)).json();
		expect(await (await ask({ email: "asha@visitor.example" }, headers)).json()).toEqual(first);
		expect(await takeEmails()).toHaveLength(3);
		const other = await ask({ email: "asha@visitor.example", q: "react" }, headers);
		expect([other.status, await other.json()]).toMatchObject([422, { errors: [{ field: "Idempotency-Key" }] }]);
		expect((await ask({ email: "asha@visitor.example" }, { "Idempotency-Key": "two words" })).status).toBe(400);
	});

	test("reach everybody once, however many they are, when two calls of one process and another process announce at the same time", async () => {
		const { createProcess, insertAlerts, publish, listSubjects, database } = await prepare(kind);
		await insertAlerts(60);
		await publish(job);
		const [one, other] = [createProcess(), createProcess()];
		await Promise.all([one.announce(), one.announce(), other.announce()]);
		await one.announce();
		expect(await listSubjects()).toHaveLength(60);
		expect(
			new Set((await database.db.selectFrom("emails").select("recipient").execute()).map(({ recipient }) => recipient))
				.size,
		).toBe(60);
	});

	test("tell of a job that came while another process wrote about the one before", async () => {
		const { createProcess, insertAlerts, publish, listSubjects } = await prepare(kind);
		await insertAlerts(1);
		await publish(job);
		const may = Promise.withResolvers<void>();
		const read = Promise.withResolvers<void>();
		const early = createProcess(async () => {
			read.resolve();
			await may.promise;
		});
		const announced = early.announce();
		await read.promise;
		await publish({ ...job, id: "late", title: "Tester" });
		const late = createProcess(async () => {
			may.resolve();
			await announced;
		});

		expect([await late.announce(), await announced]).toEqual([0, 1]);
		expect(await late.announce()).toBe(1);
		expect(await late.announce()).toBe(0);
		expect(await listSubjects()).toEqual([
			"New at Narangi Technologies: React Engineer",
			"New at Narangi Technologies: Tester",
		]);
	});

	test("go on after an error where they were", async () => {
		const { createProcess, insertAlerts, publish, listSubjects } = await prepare(kind);
		await insertAlerts(60);
		await publish(job);
		let writes = 0;
		const failing = createProcess(async () => {
			if (++writes === 2) throw new Error("no");
		});
		await expect(failing.announce()).rejects.toThrow("no");
		expect((await listSubjects()).length).toBeGreaterThan(0);
		await failing.announce();
		expect(await listSubjects()).toHaveLength(60);
	});

	test("of the release before keep the links that were sent, and queued e-mails bring theirs", async () => {
		const config = await createEmptyDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0299" });
		const tokens = Array.from({ length: 1_001 }, () => createToken());
		const listRows = (from: number, to: number) =>
			tokens.slice(from, to).map((token, index) => ({
				reference: `ALR-${String(from + index).padStart(8, "0")}`,
				email: "asha@visitor.example",
				q: "",
				location: "Anywhere",
				token,
				confirmedAt: "2026-01-01T00:00:00.000Z",
				expiresAt: "2030-01-01T00:00:00.000Z",
			}));
		for (const from of [0, 500])
			await before.db
				.insertInto("jobAlerts")
				.values(listRows(from, from + 500))
				.execute();
		await before.db
			.insertInto("jobAlerts")
			.values(listRows(1_000, 1_001).map((row) => ({ ...row, confirmedAt: null })))
			.execute();
		const queue = (kindOfEmail: string, reference: string, parameters?: EmailIntent["parameters"]) =>
			before.write((transaction) =>
				enqueueEmail(
					transaction,
					{ kind: kindOfEmail, reference, recipient: "asha@visitor.example", ...(parameters && { parameters }) },
					{ now: Temporal.Instant.from("2026-01-01T00:00:00Z"), messageIdDomain: "narangi.example" },
				),
			);
		await queue("job-alert", "ALR-00000000", { jobs: [job.id] });
		await queue("job-alert-confirmation", "ALR-00001000");
		await before.close();

		const { jobAlerts, publish, takeEmails, database } = await prepare(kind, config);
		await publish(job);
		expect((await takeEmails()).map(readToken)).toEqual([tokens[0], tokens[1_000]]);
		await database.db
			.updateTable("jobAlerts")
			.set({ token: sql<string>`'unused ' || reference` })
			.execute();
		for (const index of [0, 999, 1_000])
			expect((await jobAlerts.find(tokens[index] ?? ""))?.reference).toBe(`ALR-${String(index).padStart(8, "0")}`);
	});

	test("of the release before the newsletter keep their links, and nobody gets one twice or loses it", async () => {
		const config = await createEmptyDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0475" });
		const tokens = Array.from({ length: 3 }, () => createToken());
		const later = tokens.map(() => createToken());
		const dates = { confirmedAt: "2026-01-01T00:00:00.000Z", expiresAt: "2030-01-01T00:00:00.000Z" };
		for (const [index, token] of tokens.entries()) {
			const reference = `ALR-0000000${index}`;
			const email = `reader-${index}@visitor.example`;
			await before.db
				.insertInto("jobAlerts")
				// The first was told of the job before the server was replaced.
				.values({
					reference,
					email,
					q: "",
					location: "Anywhere",
					token,
					...dates,
					toldJobs: index === 0 ? JSON.stringify([job.id]) : "[]",
				})
				.execute();
			await before.db
				.insertInto("jobAlertLinks")
				.values([token, later[index] ?? ""].map((one) => ({ tokenHash: hashToken(one), reference })))
				.execute();
		}
		await before.close();

		const { jobAlerts, publish, takeEmails } = await prepare(kind, config);
		for (const [index, token] of [...tokens, ...later].entries())
			expect(await jobAlerts.find(token)).toMatchObject({ reference: `ALR-0000000${index % 3}`, confirmed: true });
		await publish(job);
		expect(await jobAlerts.announce()).toBe(2);
		const emails = await takeEmails();
		expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual([
			"reader-1@visitor.example",
			"reader-2@visitor.example",
		]);
		expect(await jobAlerts.announce()).toBe(0);
		const form = new FormData();
		form.set("List-Unsubscribe", "One-Click");
		expect(await respondToSubscriptionForm(form, later[1] ?? "", jobAlerts)).toBe("ended");
		expect(await jobAlerts.find(tokens[1] ?? "")).toBeUndefined();
		expect((await jobAlerts.find(tokens[2] ?? ""))?.reference).toBe("ALR-00000002");
	});

	test("that the release before stores beside this one are found, and end", async () => {
		const { jobAlerts, database } = await prepare(kind);
		const token = createToken();
		const row = { reference: "ALR-00000001", email: "asha@visitor.example", q: "", location: "Anywhere", token };
		await database.db
			.insertInto("jobAlerts")
			.values({ ...row, confirmedAt: null, expiresAt: "2030-01-01T00:00:00.000Z" })
			.execute();
		expect(await jobAlerts.confirm(token)).toBe(true);
		await jobAlerts.end(token);
		expect(await jobAlerts.find(token)).toBeUndefined();
	});

	test.each(["", "x", "0".repeat(40), "\u0000"])("have no private page at %j", async (token) => {
		const { jobAlerts } = await prepare(kind);
		expect([await jobAlerts.find(token), await jobAlerts.confirm(token), await jobAlerts.end(token)]).toEqual([
			undefined,
			false,
			true,
		]);
	});

	test("refuse an invalid address with the reason", async () => {
		const { ask } = await prepare(kind);
		const response = await ask({ email: "asha", q: "" });
		expect(response.status).toBe(422);
		expect(await response.json()).toMatchObject({ errors: [{ field: "email" }] });
	});
});
