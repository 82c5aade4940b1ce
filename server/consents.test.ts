import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { listConsentReferences, listConsents } from "../core/consents/consent-store.server.ts";
import { describePerson } from "../core/people/describe-person.server.ts";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { sweepExpired } from "../core/people/sweep-expired.server.ts";
import { createPoolLinks } from "../core/records/talent-pool.server.ts";
import { respondToSubscriptionForm } from "../core/subscriptions/respond-to-subscription-form.server.ts";
import { createJobAlerts } from "../features/careers/alerts/job-alerts.server.ts";
import { alertOffer } from "../features/careers/alerts/offer.ts";
import { createManageApplication } from "../features/careers/applications/manage-application.server.ts";
import { createTalentPool } from "../features/careers/applications/talent-pool.server.ts";
import { createNewsletter } from "../features/newsletter/newsletter.server.ts";
import { nameOfForm, newsletterOffer } from "../features/newsletter/offer.ts";
import { readConfig } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import { hashToken } from "../platform/ids/secret-token.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { testCareers } from "../tests/support/careers.ts";
import { serverDatabaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { noNotice } from "../tests/support/notices.ts";
import { createTestKinds } from "../tests/support/records.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";
import { endSubscriptionOfEmail } from "./end-subscription.ts";
import { migrations } from "./migrations.ts";
import { listPersonalRecords } from "./personal-data.ts";

const email = "asha@reader.example";
const application = "APP-00000001";
const config = readConfig({});

async function listAll({ db }: Pick<Database, "db">, of = email) {
	return listConsents(db, await listConsentReferences(db, { email: of, limit: 10 }));
}

async function start(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const { database, clock } = server;
	const deps = {
		database,
		clock,
		messageIdDomain: "narangi.example",
		onEmails: () => undefined,
		noteNotice: noNotice,
	};
	const newsletter = createNewsletter({ ...deps, keptMonths: 0, timeZone: testCompany.timeZone });
	const jobAlerts = createJobAlerts({ ...deps, keptMonths: 12, company: testCompany, careers: testCareers });
	/** Returns the token of the private link in the last e-mail. */
	async function readToken(): Promise<string> {
		const last = (await renderEmails({ database, clock })).at(-1);
		const token = /\/(?:newsletter|career\/alerts)\/([\w-]{20,})/.exec(last?.text ?? "")?.[1];
		if (token === undefined) throw new Error("There is no link");
		return token;
	}
	const subscribe = async () => {
		await newsletter.request(email, { topics: [], askedBy: "blog", consent: newsletterOffer });
		return readToken();
	};
	const post = (fields: Record<string, string>) => {
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.set(name, value);
		return form;
	};
	return { ...server, newsletter, jobAlerts, readToken, subscribe, post };
}

describe.each(serverDatabaseKinds)("a consent on %s", (kind) => {
	test("to the newsletter is recorded once the link is followed, with the words, the form and both moments", async () => {
		const { database, clock, newsletter, subscribe } = await start(kind);
		const askedAt = clock.now();
		const token = await subscribe();
		expect(await listAll(database)).toEqual([]);
		clock.advance({ hours: 2 });
		await newsletter.confirm(token);
		await newsletter.confirm(token);
		const [consent, ...others] = await listAll(database);
		expect(others).toEqual([]);
		expect(consent).toMatchObject({
			purpose: "newsletter",
			email,
			text: newsletterOffer,
			askedOn: "the form on the blog",
			givenBy: "email-link",
			endsAt: undefined,
			withdrawn: undefined,
		});
		expect([consent?.askedAt, consent?.givenAt]).toEqual([askedAt, clock.now()]);
	});

	test("to the newsletter that was asked for again has the words, the form and the moment of the last request", async () => {
		const { database, clock, newsletter, subscribe } = await start(kind);
		const token = await subscribe();
		for (let time = 0; time < 4; time++) {
			clock.advance({ minutes: 2 });
			await newsletter.request(email, { topics: [], askedBy: "article", consent: `Words ${time}` });
		}
		const askedAt = clock.now();
		clock.advance({ hours: 2 });
		await newsletter.confirm(token);
		expect(await listAll(database)).toMatchObject([{ text: "Words 3", askedOn: nameOfForm.article, askedAt }]);
	});

	test.each([
		["private-page", { intent: "end" }],
		["one-click", { "List-Unsubscribe": "One-Click" }],
	] as const)("that is withdrawn keeps when, and that it was by: %s", async (by, fields) => {
		const { database, clock, newsletter, subscribe, post } = await start(kind);
		const token = await subscribe();
		await newsletter.confirm(token);
		clock.advance({ hours: 24 });
		expect(await respondToSubscriptionForm(post(fields), token, newsletter)).toBe("ended");
		expect(await newsletter.find(token)).toBeUndefined();
		expect(await listAll(database)).toMatchObject([{ withdrawn: { at: clock.now(), by } }]);
		clock.advance({ hours: 24 });
		await respondToSubscriptionForm(post(fields), token, newsletter);
		expect((await listAll(database))[0]?.withdrawn?.at).toEqual(clock.now().subtract({ hours: 24 }));
	});

	test.each(["bounce", "complaint"] as const)("ends by a %s of an e-mail", async (why) => {
		const { database, clock, newsletter, subscribe } = await start(kind);
		const token = await subscribe();
		await newsletter.confirm(token);
		const reference = (await newsletter.find(token))?.reference ?? "";
		await database.write((transaction) =>
			endSubscriptionOfEmail(transaction, { reference, messageId: "<one@narangi.example>" }, why, clock.now()),
		);
		expect(await listAll(database)).toMatchObject([{ withdrawn: { by: why } }]);
	});

	test("to job alerts has the words of the checkbox and ends after a year", async () => {
		const { database, clock, jobAlerts, readToken } = await start(kind);
		await jobAlerts.request({ email, q: "react", location: "", notice: undefined });
		await jobAlerts.confirm(await readToken());
		const [consent] = await listAll(database);
		expect(consent).toMatchObject({ purpose: "job-alerts", text: alertOffer, givenBy: "email-link" });
		expect(consent?.endsAt).toEqual(clock.now().toZonedDateTimeISO(testCompany.timeZone).add({ years: 1 }).toInstant());
	});

	test("to the talent pool is given and taken back by the same private page, and ends with the application", async () => {
		const { database, clock } = await start(kind);
		const token = "a".repeat(40);
		await storeApplication(database, { reference: application, receivedAt: clock.now(), tokenHash: hashToken(token) });
		const found = createTestKinds().find(({ name }) => name === "application");
		if (!found) throw new Error("There are no applications");
		const pool = createTalentPool({ database, clock, company: testCompany, kind: found });
		const link = (await createPoolLinks(database.db, found, [application])).get(application) ?? "";
		const poolToken = link.split("/").at(-1) ?? "";
		const [{ address } = { address: "" }] = (
			await database.db.selectFrom("records").select("senderEmail").execute()
		).map(({ senderEmail }) => ({ address: senderEmail }));

		await pool.change(poolToken, true);
		expect(await listAll(database, address)).toMatchObject([
			{ purpose: "talent-pool", subject: application, givenBy: "private-page", withdrawn: undefined },
		]);
		expect((await listAll(database, address))[0]?.text).toContain("You can change your mind on this page at any time.");
		clock.advance({ hours: 1 });
		await pool.change(poolToken, false);
		expect(await listAll(database, address)).toMatchObject([{ withdrawn: { at: clock.now(), by: "private-page" } }]);

		clock.advance({ hours: 1 });
		await pool.change(poolToken, true);
		clock.advance({ hours: 1 });
		await pool.change(poolToken, true);
		const [latest, before] = await listAll(database, address);
		expect([latest?.withdrawn, before?.endsAt]).toEqual([undefined, clock.now()]);

		const manage = createManageApplication({
			database,
			clock,
			kinds: createTestKinds(),
			company: testCompany,
			careersEmail: testCompany.careersEmail,
			messageIdDomain: "narangi.example",
			publicUrl: "https://narangi.example",
		} as Parameters<typeof createManageApplication>[0]);
		expect(await manage.withdraw(token)).toBe(true);
		expect((await listAll(database, address))[0]?.withdrawn?.by).toBe("private-page");
	});

	test("is shown with the person and exported; erasing them leaves nothing", async () => {
		const { database, clock, newsletter, subscribe, openDesk } = await start(kind);
		const token = await subscribe();
		await newsletter.confirm(token);
		const reference = (await newsletter.find(token))?.reference ?? "";
		const desk = createDeskBrowser(await openDesk({ roles: ["admin"] }));
		const page = await desk.get(`/people/of/${reference}`);
		for (const part of ["Consent to", newsletterOffer, "the form on the blog", "By the link in an e-mail"])
			expect(page).toContain(part);
		const personalRecords = listPersonalRecords(config, testCompany);
		const described = await describePerson(database.db, personalRecords, { email, now: clock.now() });
		expect(JSON.stringify(described.find(({ name }) => name === "consent")?.stored)).toContain(newsletterOffer);

		const files = await openFileStore({ ...database, filesReserveBytes: 0 });
		await erasePerson({ database, files, personalRecords }, [email], clock.now());
		expect(await database.db.selectFrom("consents").selectAll().execute()).toEqual([]);
	});

	test("is kept as proof for its months after it ended, and as long as it is in force", async () => {
		const { database, clock, newsletter, subscribe } = await start(kind);
		const token = await subscribe();
		await newsletter.confirm(token);
		const sweep = async () => {
			const swept = await sweepExpired({
				database,
				files: { remove: async () => undefined },
				personalRecords: listPersonalRecords(config, testCompany),
				now: clock.now(),
				most: 10,
				signal: new AbortController().signal,
			});
			return swept["consents"];
		};
		clock.advance({ hours: 24 * 800 });
		expect(await sweep()).toBe(0);
		await newsletter.end(token);
		clock.advance({ hours: 24 * 700 });
		expect(await sweep()).toBe(0);
		clock.advance({ hours: 24 * 40 });
		expect(await sweep()).toBe(1);
	});

	test("of an earlier release is taken over as far as it is known", async () => {
		const database = await openTestDatabase(kind, undefined, { until: "0496-create-notices" });
		const at = "2026-11-01T00:00:00.000Z";
		await sql`insert into newsletter_subscriptions
			(reference, email, topics, asked_at, asked_by, consent, confirmed_at, expires_at)
			values ('SUB-00000001', 'asha@reader.example', '[]', ${at}, 'article', 'Old words.', ${at}, '9999-12-31T00:00:00Z'),
				('SUB-00000002', 'ravi@reader.example', '[]', ${at}, 'page', 'Old words.', null, ${at})`.execute(database.db);
		await sql`insert into job_alerts (reference, email, q, location, token, confirmed_at, expires_at)
			values ('ALR-00000003', 'asha@reader.example', '', '', 'secret', ${at}, '2027-11-01T00:00:00.000Z')`.execute(
			database.db,
		);
		await migrations["0497-create-consents"]?.up(database.db);
		const found = await listAll(database);
		expect(found.map(({ subject, text, askedOn }) => [subject, text, askedOn]).toSorted()).toEqual([
			["ALR-00000003", "", "the results of the job search"],
			["SUB-00000001", "Old words.", "the form below an article"],
		]);
	});
});
