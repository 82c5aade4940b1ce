import { describe, expect, test } from "vitest";
import { databaseKinds, type DatabaseKind } from "../../../tests/support/databases.ts";
import { testJob } from "../../../tests/support/job-application.ts";
import { startTestServer, testCompany as company } from "../../../tests/support/test-server.ts";
import { claimDueLetters } from "../../../server/mail/letters-store.ts";
import type { Job } from "../job.ts";
import { insertJobs } from "../jobs-store.server.ts";
import { alertPostedForm } from "./alert-posted-form.server.ts";
import { createJobAlerts } from "./job-alerts.server.ts";

const job: Job = { ...testJob, location: "Gwalior, Madhya Pradesh, India", workplace: "Hybrid" };

async function prepare(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const { database, clock } = server;
	const jobAlerts = createJobAlerts({ database, clock, company, publicUrl: "https://narangi.example", messageIdDomain: "narangi.example", onLetters: () => undefined });
	const takeLetters = () => claimDueLetters(database.db, { now: clock.now(), leaseUntil: clock.now().add({ hours: 24 * 800 }), limit: 99 });
	const ask = (body: unknown) => fetch(`${server.url}/api/job-alerts`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
	const publish = (...jobs: Job[]) => database.write((transaction) => insertJobs(transaction, jobs, clock.now()));
	/** Asks for an alert and gives the token of the mail. */
	const askAndRead = async (body: object) => {
		expect((await ask(body)).status).toBe(200);
		const letter = (await takeLetters()).at(-1);
		return /\/career\/alerts\/([0-9a-f]{40})/.exec(letter?.text ?? "")?.[1] ?? "";
	};
	return { ...server, jobAlerts, takeLetters, ask, publish, askAndRead };
}

describe.each(databaseKinds)("job alerts on %s", (kind) => {
	test("write about a new job only after the address was confirmed, and once", async () => {
		const { jobAlerts, askAndRead, publish, takeLetters } = await prepare(kind);
		const token = await askAndRead({ email: "Asha@visitor.example", q: "react", location: "Gwalior" });
		await publish({ ...job, id: "before" });
		expect(await jobAlerts.announce()).toBe(0);

		expect(await jobAlerts.confirm(token)).toBe(true);
		await publish(job, { ...job, id: "elsewhere", location: "Remote (India)" }, { ...job, id: "other", title: "Tester", keywords: ["tests"], description: "" });
		expect(await jobAlerts.announce()).toBe(1);
		expect(await jobAlerts.announce()).toBe(0);

		const letters = await takeLetters();
		expect(letters).toHaveLength(1);
		expect(letters[0]).toMatchObject({
			recipient: "asha@visitor.example",
			subject: "New at Narangi Technologies: React Engineer",
			headers: { "List-Unsubscribe": `<https://narangi.example/career/alerts/${token}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
		});
		expect(letters[0]?.text).toContain("https://narangi.example/career/jobs/react-engineer");
	});

	test("end with one click, taking back what has not gone out, and forget the address, also in letters that have gone out", async () => {
		const { jobAlerts, askAndRead, publish, takeLetters, database } = await prepare(kind);
		const token = await askAndRead({ email: "asha@visitor.example" });
		await jobAlerts.confirm(token);
		await publish(job);
		await jobAlerts.announce();

		const form = new FormData();
		form.set("List-Unsubscribe", "One-Click");
		expect(await alertPostedForm(form, token, jobAlerts)).toBe("ended");

		expect(await takeLetters()).toEqual([]);
		expect(await database.db.selectFrom("jobAlerts").selectAll().execute()).toEqual([]);
		expect(await database.db.selectFrom("letters").selectAll().execute()).toEqual([]);
		expect(await alertPostedForm(form, token, jobAlerts)).toBe("ended");
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
		const { ask, takeLetters } = await prepare(kind);
		const first = await (await ask({ email: "asha@visitor.example", q: "react" })).json();
		expect(await (await ask({ email: "asha@visitor.example", q: "React" })).json()).toEqual(first);
		for (const q of ["data", "web", "mobile", "security"]) expect((await ask({ email: "asha@visitor.example", q })).status).toBe(200);
		expect(await takeLetters()).toHaveLength(3);
	});

	test("refuse what is no address, with the reason", async () => {
		const { ask } = await prepare(kind);
		const response = await ask({ email: "asha", q: "" });
		expect(response.status).toBe(422);
		expect(await response.json()).toMatchObject({ errors: [{ field: "email" }] });
	});
});
