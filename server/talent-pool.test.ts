import { describe, expect, test } from "vitest";
import { listConsentReferences, listConsents } from "../core/consents/consent-store.server.ts";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { sweepExpired } from "../core/people/sweep-expired.server.ts";
import { createPersonalRecords } from "../core/records/personal-data.server.ts";
import type { RecordKind } from "../core/records/record-kind.ts";
import { createPoolLinks, findPoolMonths, findPoolStays } from "../core/records/talent-pool.server.ts";
import { withdrawApplication } from "../features/careers/applications/store.server.ts";
import { createTalentPool } from "../features/careers/applications/talent-pool.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { readConfig } from "../platform/config.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { testDesk } from "../tests/support/desk-settings.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { createTestKinds } from "../tests/support/records.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { readTables } from "../tests/support/stored-data.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";
import { listPersonalRecords } from "./personal-data.ts";

const reference = "APP-00000001";

async function openPool(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const { database, clock } = server;
	await storeApplication(database, { reference, receivedAt: clock.now() });
	const found = createTestKinds().find(({ name }) => name === "application");
	if (!found) throw new Error("There are no applications");
	const personalData = { ...found.personalData, keptMonths: 6 };
	const applications: RecordKind = { ...found, personalData };
	const pool = createTalentPool({ database, clock, company: testCompany, kind: applications });
	const link = (await createPoolLinks(database.db, applications, [reference])).get(reference) ?? "";
	return {
		...server,
		applications,
		pool,
		link,
		token: link.split("/").at(-1) ?? "",
		async sweep() {
			const personalRecords = [createPersonalRecords(applications, testCompany)];
			const swept = await sweepExpired({
				database,
				files: { remove: async () => undefined },
				personalRecords,
				now: clock.now(),
				most: 10,
				signal: new AbortController().signal,
			});
			return swept.applications;
		},
	};
}

describe.each(serverDatabaseKinds)("the talent pool on %s", (kind) => {
	test("keeps an application until the end that its applicant agreed to, and no longer", async () => {
		const { pool, token, sweep, clock, applications } = await openPool(kind);
		const begun = clock.now();
		expect((await pool.find(token))?.until).toBeUndefined();
		expect(await pool.change(token, true)).toBe(true);
		const until = (await pool.find(token))?.until;
		const { timeZone } = testCompany;
		const year = begun
			.toZonedDateTimeISO(timeZone)
			.add({ months: findPoolMonths(applications) })
			.toInstant();
		expect(until).toEqual(year);
		clock.advance({ hours: 24 * 200 });
		expect(await sweep()).toBe(0);
		clock.advance({ hours: 24 * 164 });
		expect(await sweep()).toBe(0);
		clock.advance({ hours: 24 * 4 });
		expect(await sweep()).toBe(1);
		expect(await pool.find(token)).toBeUndefined();
	});

	test("is left by the same link, and the usual term counts again", async () => {
		const { pool, token, sweep, clock } = await openPool(kind);
		await pool.change(token, true);
		clock.advance({ hours: 24 * 200 });
		expect(await sweep()).toBe(0);
		expect(await pool.change(token, false)).toBe(true);
		expect((await pool.find(token))?.until).toBeUndefined();
		expect(await sweep()).toBe(1);
	});

	test("is a view of the list, a field of the record and a line of the export, each while it lasts", async () => {
		const { pool, token, openDesk, clock, database } = await openPool(kind);
		await storeApplication(database, { reference: "APP-00000002", receivedAt: clock.now() });
		const desk = createDeskBrowser(await openDesk({ roles: ["admin"] }));
		await pool.change(token, true);
		const view = await desk.get("/applications?show=pool");
		expect([view.includes(reference), view.includes("APP-00000002")]).toEqual([true, false]);
		expect(await desk.get(`/applications/${reference}`)).toMatch(/Talent pool.*until .* as the applicant agreed on/s);
		await pool.change(token, false);
		expect(await desk.get("/applications?show=pool")).not.toContain(reference);
	});

	test("is left for an applicant who asks a member, which is recorded as theirs", async () => {
		const { pool, token, openDesk, database, clock } = await openPool(kind);
		const desk = createDeskBrowser(await openDesk({ roles: ["recruiter"] }));
		const path = `/applications/${reference}`;
		expect(await desk.get(path)).not.toContain("Remove from talent pool");
		await pool.change(token, true);
		expect(await desk.get(path)).toContain("Remove from talent pool");
		await desk.post(path, { do: "leave-pool" });
		expect((await pool.find(token))?.until).toBeUndefined();
		const [consent] = await database.db.selectFrom("consents").selectAll().execute();
		expect(consent).toMatchObject({ withdrawnBy: "member", withdrawnAt: toInstantText(clock.now()) });
		const log = await database.db.selectFrom("auditLog").select("action").where("subject", "=", reference).execute();
		expect(log.map(({ action }) => action)).toContain("application.leave-pool");
	});

	test("has no place for what is withdrawn or quarantined, and for links that are not ours", async () => {
		const { pool, token, database, clock } = await openPool(kind);
		const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
		for (const other of ["", reference, `${reference}.`, forged, token.replace("1.", "2."), `${token}x`])
			expect([other, await pool.find(other), await pool.change(other, true)]).toEqual([other, undefined, false]);
		await database.write((transaction) =>
			withdrawApplication(transaction, reference, { from: "received", now: clock.now() }),
		);
		expect([await pool.find(token), await pool.change(token, true)]).toEqual([undefined, false]);
	});

	test("that is turned off asks nobody, and can still be left", async () => {
		const { pool, token, database, clock } = await openPool(kind);
		const off = (await openPool(kind)).applications;
		const closed = createTalentPool({
			database,
			clock,
			company: testCompany,
			kind: { ...off, talentPoolMonths: 0 },
		});
		expect(await closed.find(token)).toMatchObject({ until: undefined, offeredUntil: undefined });
		expect(await closed.change(token, true)).toBe(false);
		expect(await closed.findPath(reference)).toBeUndefined();
		await pool.change(token, true);
		expect(await closed.find(token)).toMatchObject({ until: expect.anything(), offeredUntil: undefined });
		expect(await closed.change(token, false)).toBe(true);
		expect(await closed.find(token)).toMatchObject({ until: undefined, offeredUntil: undefined });
		expect((await pool.find(token))?.until).toBeUndefined();
	});

	test("is asked for by the merge field of a template", async () => {
		const { link, openDesk } = await openPool(kind);
		const desk = createDeskBrowser(await openDesk({ roles: ["recruiter"] }));
		const fields = { name: "Ask", subject: "{reference}", text: "Stay? {talentPoolLink}", do: "save" };
		await desk.post("/templates/new?kind=application", fields);
		const preview = await desk.post("/templates/new?kind=application", { ...fields, do: "preview" });
		expect(preview.body).toContain(new URL(link).pathname);
		expect(link).toMatch(/\/career\/talent-pool\/APP-00000001\.[\w-]{22}$/);
	});
});

describe.each(serverDatabaseKinds)("the talent pool offered by the application form, on %s", (kind) => {
	async function openForm(talentPoolInForm: boolean) {
		const application = { ...testDesk.application, talentPoolInForm, talentPoolMonths: 9 };
		const server = await startTestServer(kind, { deskSettings: { ...testDesk, application } });
		const { database, clock } = server;
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		async function apply(fields: Record<string, string>): Promise<string> {
			const form = createApplicationForm(
				{ ...createApplicationFields(testJob), email: "asha@applicant.example", ...fields },
				{ name: "resume.pdf", content: createPdf() },
			);
			const response = await fetch(`${server.url}/api/applications`, { method: "POST", body: form });
			expect(response.status).toBe(200);
			return ((await response.json()) as { data: { reference: string } }).data.reference;
		}
		const findStay = async (of: string) => (await findPoolStays(database.db, [of])).get(of);
		return { ...server, apply, findStay };
	}

	test("takes the consent with its words, its time and its end, and none without the box or the setting", async () => {
		const { apply, findStay, clock } = await openForm(true);
		const since = clock.now();
		expect(await findStay(await apply({}))).toBeUndefined();
		expect(await findStay(await apply({ talentPool: "yes", email: "ravi@applicant.example" }))).toEqual({
			since,
			until: since.toZonedDateTimeISO(testCompany.timeZone).add({ months: 9 }).toInstant(),
			text: `Keep my application for 9 months, and write to me about other positions at ${testCompany.name}. I can leave the talent pool at any time.`,
		});
		const off = await openForm(false);
		expect(await off.findStay(await off.apply({ talentPool: "yes" }))).toBeUndefined();
	});

	test("is left by a link in the confirmation, and the consent keeps the form and the withdrawal", async () => {
		const { apply, findStay, database, clock } = await openForm(true);
		const applied = await apply({ talentPool: "yes" });
		const confirmation = (await renderEmails({ database, clock })).find(
			({ kind: of }) => of === "application-confirmation",
		);
		const token = /\/career\/talent-pool\/(\S+)/.exec(confirmation?.text ?? "")?.[1] ?? "";
		const application = createTestKinds().find(({ name }) => name === "application");
		const pool = createTalentPool({ database, clock, company: testCompany, kind: application });
		clock.advance({ hours: 1 });
		expect(await pool.change(token, false)).toBe(true);
		expect(await findStay(applied)).toBeUndefined();
		const references = await listConsentReferences(database.db, { email: "asha@applicant.example", limit: 9 });
		expect(await listConsents(database.db, references)).toMatchObject([
			{
				subject: applied,
				askedOn: `the form of the application, /career/apply/${testJob.id}`,
				givenBy: "form",
				text: expect.stringContaining("Keep my application for 9 months"),
				withdrawn: { at: clock.now(), by: "private-page" },
			},
		]);
		expect(await apply({ email: "ravi@applicant.example" })).not.toBe(applied);
		const others = (await renderEmails({ database, clock })).filter(({ recipient }) => recipient.startsWith("ravi"));
		expect(others.map(({ text }) => text.includes("talent pool"))).toEqual([false]);
	});

	test("leaves nothing of a person who is erased", async () => {
		const { apply, database, clock } = await openForm(true);
		const files = await openFileStore({ ...database, filesReserveBytes: 0 });
		await apply({ talentPool: "yes", fullName: "Asha Quillfeather" });
		const personalRecords = listPersonalRecords(readConfig({ PORT: "0", DESK_PORT: "0" }), testCompany);
		const dump = () => readTables(database);
		expect(await dump()).toContain("Keep my application for 9 months");
		await erasePerson({ database, files, personalRecords }, ["asha@applicant.example"], clock.now());
		const left = await dump();
		for (const trace of ["asha@applicant.example", "Quillfeather", "Keep my application"])
			expect(left).not.toContain(trace);
		expect((await Array.fromAsync(files.list())).flat()).toEqual([]);
	});
});
