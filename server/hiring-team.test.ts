import { describe, expect, test } from "vitest";
import { saveSubscription } from "../core/push/subscriptions.server.ts";
import { insertJobs, updateJobPlan } from "../features/careers/jobs/jobs-store.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { startTestServer } from "../tests/support/test-server.ts";

async function openTeam(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const { database, clock, url } = server;
	const { db } = database;
	const recruiter = await server.openDesk({ roles: ["recruiter"] });
	const admin = await server.openDesk({ roles: ["admin"] });
	const interviewer = await server.openDesk({ roles: ["interviewer"] });
	await database.write(async (transaction) => {
		await insertJobs(transaction, [testJob], clock.now());
		// Interviewers see no more of an application than their interviews show.
		const hiringTeam = [recruiter.accountId, interviewer.accountId, "gone"];
		await updateJobPlan(transaction, testJob.id, { openings: null, targetOn: null, hiringTeam });
	});
	return {
		...server,
		recruiter: { ...createDeskBrowser(recruiter), id: recruiter.accountId },
		admin: createDeskBrowser(admin),
		async apply(more: Record<string, string> = {}) {
			const response = await fetch(`${url}/api/applications`, {
				method: "POST",
				body: createApplicationForm(
					{ ...createApplicationFields(testJob), ...more },
					{ name: "cv.pdf", content: createPdf() },
				),
			});
			const { data } = (await response.json()) as { data: { reference: string } };
			return data.reference;
		},
		listTold: () => db.selectFrom("notifications").select(["accountId", "reference", "kind"]).orderBy("id").execute(),
	};
}

describe.each(serverDatabaseKinds)("the hiring team of a position on %s", (kind) => {
	test("hears of each new application, as far as its members may see it", async () => {
		const { apply, recruiter, listTold, database, clock } = await openTeam(kind);
		const keys = { p256dh: "key", auth: "auth" };
		const device = { device: "Phone", deviceHash: "phone", sessionId: "first", accountId: recruiter.id };
		const endpoint = "https://push.example/1";
		await database.write((transaction) => saveSubscription(transaction, { ...device, ...keys, endpoint }, clock.now()));
		const reference = await apply();
		expect(await listTold()).toEqual([{ accountId: recruiter.id, reference, kind: "new" }]);
		const page = await recruiter.get("/notifications");
		expect(page).toMatch(/New application.*Asha Rao/s);
		expect(page).toContain(`/applications/${reference}`);
		const pushed = await database.db
			.selectFrom("emails")
			.select("reference")
			.where("kind", "=", "push-message")
			.execute();
		expect(pushed).toEqual([{ reference }]);
		await recruiter.get(`/applications/${reference}`);
		expect(await recruiter.get("/notifications")).toContain("All read");
	});

	test("hears of one in quarantine once it is released, and of an entered one unless its member entered it", async () => {
		const { apply, recruiter, admin, listTold, database } = await openTeam(kind);
		const quarantined = await apply({ leaveEmpty: "https://spam.example" });
		expect(await listTold()).toEqual([]);
		const release = async () => {
			const { version } = await database.db
				.selectFrom("records")
				.select("version")
				.where("reference", "=", quarantined)
				.executeTakeFirstOrThrow();
			return { do: "spam", value: "no", version: String(version) };
		};
		expect((await admin.post(`/applications/${quarantined}`, await release())).statusCode).toBe(303);
		expect(await listTold()).toEqual([{ accountId: recruiter.id, reference: quarantined, kind: "new" }]);

		const entered = {
			senderName: "Kabir Sethi",
			email: "kabir@applicant.example",
			phone: "",
			text: "Weaves.",
			source: "event",
			consent: "Said so at the fair",
			topic: testJob.id,
		};
		expect((await recruiter.post("/applications/new", entered)).statusCode).toBe(303);
		expect(await listTold()).toHaveLength(1);
		expect((await admin.post("/applications/new", { ...entered, senderName: "Bela Rao" })).statusCode).toBe(303);
		expect(await listTold()).toHaveLength(2);
		const general = await admin.post("/applications/new", { ...entered, senderName: "Chand Rao", topic: "" });
		expect(await listTold()).toHaveLength(2);
		const form = `${general.headers.location}/complete`;
		const [, revision = ""] = /name="revision" value="([^"]+)"/.exec(await admin.get(form)) ?? [];
		await admin.post(form, { topic: testJob.id, phone: "", chosen: "", revision });
		expect(await listTold()).toHaveLength(3);
	});
});
