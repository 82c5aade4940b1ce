import type { Updateable } from "kysely";
import { describe, expect, test } from "vitest";
import { createBatchName, maxBulkReplies, type BulkReplyDraft } from "../core/conversations/bulk-replies.server.ts";
import { replyEmailKind } from "../core/conversations/email-kinds.ts";
import { noteReplyNotSent } from "../core/conversations/replies.server.ts";
import { writeScoreFeedback } from "../core/conversations/score-feedback.server.ts";
import { countForgotten } from "../core/records/count-waiting.server.ts";
import { createScorecards } from "../core/records/scorecards.server.ts";
import { createManageApplication } from "../features/careers/applications/manage-application.server.ts";
import { listExpiredApplications, withdrawApplication } from "../features/careers/applications/store.server.ts";
import { replaceJobStages } from "../features/careers/jobs/job-stages-store.server.ts";
import type { Database } from "../platform/database/database.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { StorageUnavailableError } from "../platform/database/storage-errors.ts";
import { claimDueEmails } from "../platform/email/delivery-store.ts";
import type { EmailsTable } from "../platform/email/emails-table.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import type { Transport } from "../platform/email/transport.ts";
import { createLog } from "../platform/log.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { getTestKind, openTestRecords } from "../tests/support/records.ts";
import { createTestRenderers } from "../tests/support/rendered-emails.ts";
import { testCompany } from "../tests/support/test-server.ts";

type SentEmail = Parameters<Transport["send"]>[0];

const template = {
	subject: "Your application {reference}",
	text: "Dear {firstName},\n\nthank you for applying to {companyName}.\n\n{senderName}",
};

async function setUp(kind: DatabaseKind, { write }: { write?: (database: Database) => Database["write"] } = {}) {
	const { database, clock, files, kinds, records, addMember } = await openTestRecords(kind, { write });
	const by = await addMember("Noor Khan", "recruiter");
	const sent: SentEmail[] = [];
	const outbox = createOutbox({
		database,
		clock,
		log: createLog({ logLevel: "silent" }),
		transport: { send: async (email) => void sent.push(email), close() {} },
		getRenderers: () => createTestRenderers(testCompany, files),
		hooks: { noteNotSent: (transaction, email) => noteReplyNotSent(transaction, kinds, email, clock.now()) },
	});
	const draft: BulkReplyDraft = { ...template, stage: "rejected", delayHours: 24, by };
	return {
		...records,
		database,
		clock,
		kinds,
		by,
		draft,
		sent,
		async store(count: number) {
			const references: string[] = [];
			for (let index = 1; index <= count; index++)
				references.push(
					await storeApplication(database, {
						reference: `APP-${String(index).padStart(8, "0")}`,
						answers: { fullName: `Ada${index} Rao`, email: `ada${index}@applicant.example` },
					}),
				);
			return references;
		},
		/** Sends due e-mails until there are none. */
		async runOutbox() {
			for (let before = -1; before !== sent.length;) {
				before = sent.length;
				await outbox.runOnce();
			}
		},
		timeline: async (reference: string) =>
			JSON.stringify((await records.listTimeline(reference, { limit: 50 }))?.entries),
		findForgotten: () =>
			countForgotten(database, kinds.find(({ name }) => name === "application") as never, clock.now()),
	};
}

describe.each(serverDatabaseKinds)("answers to many on %s", (kind) => {
	test("reject 500 with one action", { tags: "all" }, async () => {
		const { bulkReplies, store, draft, clock, runOutbox, sent, find, database } = await setUp(kind);
		const references = await store(maxBulkReplies);
		const plan = await bulkReplies.plan(references, draft);
		expect(plan).toHaveLength(maxBulkReplies);
		expect(await bulkReplies.send(plan, { ...draft, batch: createBatchName() })).toBe(maxBulkReplies);
		clock.advance({ hours: 23, minutes: 59 });
		await runOutbox();
		expect(sent).toEqual([]);
		clock.advance({ minutes: 2 });
		await runOutbox();
		const shown = plan.map(({ recipient, subject, text }) => ({ recipient, subject, text: `${text}\n` }));
		const left = sent.map(({ recipient, subject, text }) => ({ recipient, subject, text }));
		const byRecipient = (a: { recipient: string }, b: { recipient: string }) => (a.recipient < b.recipient ? -1 : 1);
		expect(left.toSorted(byRecipient)).toEqual(shown.toSorted(byRecipient));
		expect(await find(references[0] as string)).toMatchObject({ stage: "rejected" });
		const entries = await database.db
			.selectFrom("auditLog")
			.select("subject")
			.where("action", "=", "application.answer")
			.execute();
		expect(entries.map(({ subject }) => subject).toSorted()).toEqual(references);
	});

	test("are stopped all until they leave, which puts everybody back, and not later", async () => {
		const { bulkReplies, store, draft, clock, runOutbox, sent, find, by, findForgotten } = await setUp(kind);
		const references = await store(3);
		const batch = createBatchName();
		await bulkReplies.send(await bulkReplies.plan(references, draft), { ...draft, batch });
		expect((await bulkReplies.list({ batch, kind: "application" })).map(({ state }) => state)).toEqual([
			"scheduled",
			"scheduled",
			"scheduled",
		]);
		expect(await bulkReplies.stop({ batch, kind: "application" }, by.id)).toBe(3);
		expect(await bulkReplies.stop({ batch, kind: "application" }, by.id)).toBe(0);
		expect(await find(references[0] as string)).toMatchObject({ stage: "new", answeredAt: undefined });
		clock.advance({ hours: 24 * 14, minutes: 1 });
		await runOutbox();
		expect(sent).toEqual([]);
		expect(await findForgotten()).toBe(3);

		const now = { ...draft, delayHours: 0 };
		const sendNow = async () => {
			const again = createBatchName();
			await bulkReplies.send(await bulkReplies.plan(references, now), { ...now, batch: again });
			return { batch: again, kind: "application" };
		};
		const regretted = await sendNow();
		clock.advance({ seconds: 9 });
		await runOutbox();
		expect(sent).toEqual([]);
		expect(await bulkReplies.stop(regretted, by.id)).toBe(3);
		const left = await sendNow();
		const [first] = await bulkReplies.list(left);
		expect(first?.sendsAt).toEqual(clock.now().add({ seconds: 10 }));
		clock.advance({ seconds: 10 });
		await runOutbox();
		expect(sent).toHaveLength(3);
		expect(await bulkReplies.stop(left, by.id)).toBe(0);
		expect(await findForgotten()).toBe(0);
	});

	test("give none of the reasons of a rejection that was stopped to a later one", async () => {
		const { bulkReplies, store, draft, find, by } = await setUp(kind);
		const references = await store(1);
		const [reference = ""] = references;
		const send = async (reason: string) => {
			const batch = createBatchName();
			const given = { ...draft, reason };
			await bulkReplies.send(await bulkReplies.plan(references, given), { ...given, batch });
			return batch;
		};
		const batch = await send("pay");
		expect(await find(reference)).toMatchObject({ stage: "rejected", reason: "pay" });
		expect(await bulkReplies.stop({ batch, kind: "application" }, by.id)).toBe(1);
		await send("");
		expect(await find(reference)).toMatchObject({ stage: "rejected", reason: undefined });
	});

	test("are stopped while they wait in the outbox, however late, unless they have left or bounced", async () => {
		const { bulkReplies, store, draft, clock, database, runOutbox, sent, find, by } = await setUp(kind);
		const [late = "", held = "", withheld = "", bounced = "", returned = ""] = await store(5);
		const action = { batch: createBatchName(), kind: "application" };
		await bulkReplies.send(await bulkReplies.plan([late, held, withheld, bounced, returned], draft), {
			...draft,
			batch: action.batch,
		});
		clock.advance({ hours: 24, minutes: 1 });
		const at = toInstantText(clock.now());
		const change = (reference: string, email: Updateable<EmailsTable>) =>
			database.db.updateTable("emails").set(email).where("reference", "=", reference).execute();
		await change(held, { state: "held" });
		await change(withheld, { state: "held", withheldAt: at });
		await change(bounced, { state: "failed" });
		await change(returned, { state: "sent", sentAt: at, bouncedAt: at });
		const listStates = async () => (await bulkReplies.list(action)).map(({ state }) => state);
		expect(await listStates()).toEqual(["waiting", "held", "withheld", "failed", "failed"]);
		clock.advance({ hours: 1 });
		expect(await listStates()).toEqual(["late", "held", "withheld", "failed", "failed"]);
		expect(await bulkReplies.stop(action, by.id)).toBe(3);
		expect(await listStates()).toEqual(["stopped", "stopped", "stopped", "failed", "failed"]);
		expect((await find(late))?.stage).toBe("new");
		expect((await find(bounced))?.stage).toBe("rejected");
		await runOutbox();
		expect(sent).toEqual([]);
	});

	test("that a server whose clock is ahead has begun to send are not stopped, and the others are", async () => {
		const { bulkReplies, store, draft, clock, database, find, by } = await setUp(kind);
		const references = await store(2);
		const batch = createBatchName();
		await bulkReplies.send(await bulkReplies.plan(references, draft), { ...draft, batch });
		clock.advance({ hours: draft.delayHours - 1, minutes: 30 });
		const now = clock.now().add({ minutes: 30 });
		const [leaving] = await claimDueEmails(database.db, {
			now,
			leaseUntil: now.add({ seconds: 60 }),
			limit: 1,
			kinds: [replyEmailKind],
		});
		expect(await bulkReplies.stop({ batch, kind: "application" }, by.id)).toBe(1);
		const stages = new Map<string, string | undefined>();
		for (const reference of references) stages.set(reference, (await find(reference))?.stage);
		expect(stages.get(leaving?.reference ?? "")).toBe("rejected");
		expect([...stages.values()].toSorted()).toEqual(["new", "rejected"]);
	});

	test("are not sent to applicants who are in another stage by then, or have withdrawn", async () => {
		const { bulkReplies, store, draft, clock, changes, runOutbox, sent, find, by, database } = await setUp(kind);
		const references = await store(3);
		const [moved = "", withdrawn = ""] = references;
		const batch = createBatchName();
		await bulkReplies.send(await bulkReplies.plan(references, draft), { ...draft, batch });
		expect((await find(moved))?.answeredAt).toBeDefined();
		const version = (await find(moved))?.version ?? 0;
		await changes.change(moved, { field: "stage", value: "in-review", version, by: by.id });
		await database.write((transaction) =>
			withdrawApplication(transaction, withdrawn, { from: "received", now: clock.now() }),
		);
		clock.advance({ hours: 24, minutes: 1 });
		await runOutbox();
		expect(sent.map(({ recipient }) => recipient)).toEqual(["ada3@applicant.example"]);
		const states = (await bulkReplies.list({ batch, kind: "application" })).map(({ state }) => state);
		expect(states).toEqual(["not-sent", "not-sent", "sent"]);
		expect(await bulkReplies.stop({ batch, kind: "application" }, by.id)).toBe(0);
		// Nobody has answered the applicant who was moved.
		expect((await find(moved))?.answeredAt).toBeUndefined();
		expect((await find(references[2] ?? ""))?.answeredAt).toBeDefined();
		const plan = await bulkReplies.plan(references, draft);
		expect(plan.map(({ refused }) => refused)).toEqual([undefined, "Withdrawn by the applicant.", undefined]);
	});

	test("are stopped, as other replies are, when their applicant withdraws, so that the application is soon erased", async () => {
		const { bulkReplies, replies, store, draft, clock, runOutbox, sent, find, by, database, kinds } = await setUp(kind);
		const [withdrawn = "", other = ""] = await store(2);
		const late = { ...draft, delayHours: 14 * 24 };
		await bulkReplies.send(await bulkReplies.plan([withdrawn, other], late), { ...late, batch: createBatchName() });
		const typed = { subject: "A question", text: "When can you begin?", cc: "expert@elsewhere.example", by };
		expect(await replies.send(withdrawn, typed)).toMatchObject({ ok: true });
		const manage = createManageApplication({
			database,
			clock,
			kinds,
			company: testCompany,
			careersEmail: testCompany.careersEmail,
			messageIdDomain: "narangi.example",
		});
		expect(await manage.withdraw(withdrawn)).toBe(true);
		expect(await find(withdrawn)).toMatchObject({ stage: "withdrawn", answeredAt: undefined });
		clock.advance({ minutes: 1 });
		await runOutbox();
		expect(sent.map(({ recipient }) => recipient)).toEqual([testCompany.careersEmail]);
		const now = clock.now();
		const receivedBefore = now.subtract({ hours: 24 });
		expect(await listExpiredApplications(database.db, { receivedBefore, now, limit: 9 })).toEqual([withdrawn]);
		clock.advance({ hours: 14 * 24 });
		await runOutbox();
		expect(sent.map(({ recipient }) => recipient)).toEqual([testCompany.careersEmail, "ada2@applicant.example"]);
	});

	test("reach nobody twice when storing fails half-way and is repeated", async () => {
		let writes = 0;
		const { bulkReplies, store, draft, runOutbox, sent, clock } = await setUp(kind, {
			write: (database) => async (work) => {
				writes += 1;
				if (writes === 2) throw new StorageUnavailableError(new Error("The server was killed"));
				return database.write(work);
			},
		});
		const references = await store(120);
		const plan = await bulkReplies.plan(references, draft);
		const batch = createBatchName();
		await expect(bulkReplies.send(plan, { ...draft, batch })).rejects.toThrow(StorageUnavailableError);
		expect(await bulkReplies.list({ batch, kind: "application" })).toHaveLength(50);
		expect(await bulkReplies.send(plan, { ...draft, batch })).toBe(70);
		expect(await bulkReplies.send(plan, { ...draft, batch })).toBe(0);
		clock.advance({ hours: 25 });
		await runOutbox();
		expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(120);
		expect(sent).toHaveLength(120);
	});

	test("move records to stages of their own job, and back when they are stopped", async () => {
		const { bulkReplies, database, draft, find, runOutbox, clock, sent, timeline } = await setUp(kind);
		const weaver = await storeApplication(database, { jobId: "weaver", jobTitle: "Weaver" });
		const stages = [
			{ key: "first-look", label: "First look", open: true },
			{ key: "trial-day", label: "Trial day", open: true },
			{ key: "hired", label: "On the loom", open: false },
			{ key: "rejected", label: "Not this time", open: false },
		];
		await database.write((transaction) => replaceJobStages(transaction, "weaver", stages));
		const listed = await bulkReplies.listStages([weaver]);
		expect(listed).toMatchObject(stages.map(({ key, label }) => ({ key, label })));
		expect(listed.at(-1)?.reasons?.map(({ key }) => key)).toEqual(["skills", "pay"]);
		const toTrial = { ...draft, stage: "trial-day" };
		const plan = await bulkReplies.plan([weaver], toTrial);
		expect(plan).toMatchObject([{ from: "First look", to: "Trial day", refused: undefined }]);
		const batch = createBatchName();
		expect(await bulkReplies.send(plan, { ...toTrial, batch })).toBe(1);
		expect((await find(weaver))?.stage).toBe("trial-day");
		expect(await bulkReplies.stop({ batch, kind: "application" }, draft.by.id)).toBe(1);
		expect((await find(weaver))?.stage).toBe("first-look");
		expect(await timeline(weaver)).toContain("Trial day");
		expect(
			await bulkReplies.send(await bulkReplies.plan([weaver], toTrial), { ...toTrial, batch: createBatchName() }),
		).toBe(1);
		clock.advance({ hours: 25 });
		await runOutbox();
		expect(sent).toHaveLength(1);
	});

	test("tell of scores only in the countries that the company has chosen", async () => {
		const { database, store, clock, by } = await setUp(kind);
		const [reference = "", other = ""] = await store(2);
		const application = getTestKind("application");
		const scorecards = createScorecards({ database, clock, kinds: [application] });
		const give = (craft: number, teamwork: number, account: string) =>
			scorecards.give(reference, {
				by: account,
				recommendation: "no",
				scores: [
					{ criterion: "craft", score: craft, text: "secret remark" },
					{ criterion: "teamwork", score: teamwork, text: "" },
				],
			});
		await give(5, 3, by.id);
		await give(3, 2, "another");
		const sent = await application.findSent(database.db, [reference, other]);
		const write = (feedbackCountries?: string[]) =>
			writeScoreFeedback(database.db, { ...application, feedbackCountries }, { sent, locale: "en" });
		expect(await write()).toEqual(new Map());
		expect(await write(["Austria"])).toEqual(new Map());
		const feedback = await write(["Austria", "India"]);
		expect([...feedback]).toEqual([
			[reference, "We saw your strengths in craft. Other applicants were stronger in teamwork."],
		]);
	});

	test("of several jobs use common stages, under the company's names", async () => {
		const { bulkReplies, store, database, draft, changes } = await setUp(kind);
		const references = await store(1);
		references.push(await storeApplication(database, { reference: "APP-10000000", jobId: "weaver" }));
		await database.write((transaction) =>
			replaceJobStages(transaction, "weaver", [
				{ key: "trial-day", label: "Trial day", open: true },
				{ key: "rejected", label: "Not this time", open: false },
			]),
		);
		expect(await bulkReplies.listStages(references)).toMatchObject([{ key: "rejected", label: "Rejected" }]);
		const plan = await bulkReplies.plan(references, draft);
		expect(plan.map(({ from, to }) => [from, to])).toEqual([
			["New", "Rejected"],
			["Trial day", "Not this time"],
		]);
		const refused = await bulkReplies.plan(references, { ...draft, stage: "trial-day" });
		expect(refused.map((one) => one.refused)).toEqual(["Stage “trial-day” does not exist.", undefined]);
		const changed = await changes.plan(references, { field: "stage", value: "trial-day" });
		expect(changed.map((one) => [one.from, one.refused])).toEqual([
			["New", expect.any(String)],
			["Trial day", undefined],
		]);
	});

	test("skip records that changed since the preview, and report errors of the template", async () => {
		const { bulkReplies, store, draft, changes, by } = await setUp(kind);
		const references = await store(2);
		const plan = await bulkReplies.plan(references, draft);
		await changes.change(references[0] as string, { field: "owner", value: by.id, version: 1, by: by.id });
		expect(await bulkReplies.send(plan, { ...draft, batch: createBatchName() })).toBe(1);
		expect(bulkReplies.check({ subject: " ", text: "", delayHours: 9_999 }).map(({ field }) => field)).toEqual([
			"subject",
			"text",
			"delay",
		]);
		expect((await bulkReplies.plan(references, { ...draft, stage: "no-such" })).map(({ refused }) => refused)).toEqual([
			"Stage “no-such” does not exist.",
			"Stage “no-such” does not exist.",
		]);
	});
});
