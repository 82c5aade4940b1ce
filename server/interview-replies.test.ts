import { describe, expect, test } from "vitest";
import { listReservations } from "../core/appointments/reservation-store.server.ts";
import { createBulkReplies, createBatchName, type BulkReplyDraft } from "../core/conversations/bulk-replies.server.ts";
import { replyEmailKind } from "../core/conversations/email-kinds.ts";
import { createRecordRenderers } from "../core/conversations/emails.server.tsx";
import { createRecordChanges } from "../core/records/changes.server.ts";
import { findRecord } from "../core/records/record-store.server.ts";
import { callOffReplied } from "../features/careers/interviews/call-off.server.ts";
import { findInterview } from "../features/careers/interviews/store.server.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { createTestInterviews, recruiter, timeOf } from "../tests/support/interviews.ts";

const cancellationText = "Our interview will not take place";

describe.each(serverDatabaseKinds)("an answer that ends an application, on %s", (kind) => {
	async function open() {
		const parts = await createTestInterviews(kind);
		const { database, clock, company, kinds, messageIdDomain, manage, desk } = parts;
		const common = { database, clock, kinds };
		const changes = createRecordChanges(common);
		const answers = createBulkReplies({ ...common, changes, company, messageIdDomain });
		const renderers = createRecordRenderers({
			company,
			deskUrl: "https://desk.narangi.example",
			kinds,
			files: { read: async () => undefined },
		});
		const draft: BulkReplyDraft = {
			subject: "Your application",
			text: "Dear {firstName},\n\nno.",
			stage: "rejected",
			delayHours: 24,
			by: recruiter,
		};
		/** Sends due e-mails to a mail server that accepts everything, and calls off what they call off. */
		async function passTime(hours: number) {
			clock.advance({ hours });
			await database.db
				.updateTable("emails")
				.set({ state: "sent" })
				.where("state", "=", "waiting")
				.where("dueAt", "<=", clock.now().toString({ smallestUnit: "millisecond" }))
				.execute();
			await callOffReplied(parts.deps);
		}
		/** Stores an applicant with an interview on Thursday, 26 November 2026 at 11:00 AM. */
		async function invite(reference: string, hostIds: string[]) {
			await storeApplication(database, { reference });
			const offer = await parts.offer(reference, { hostIds, lastDate: "2026-11-26" });
			await manage.choose(offer.token, timeOf("11:00", "2026-11-26"));
			clock.advance({ seconds: 10 });
			await passTime(0);
			return { ...offer, application: reference };
		}
		return {
			...parts,
			answers,
			changes,
			draft,
			invite,
			passTime,
			async send(references: string[], change: Partial<BulkReplyDraft> = {}) {
				const batch = createBatchName();
				const plan = await answers.plan(references, { ...draft, ...change });
				expect(await answers.send(plan, { ...draft, ...change, batch })).toBe(references.length);
				return { batch, plan };
			},
			async renderResponse() {
				const rows = await database.db.selectFrom("emails").selectAll().where("kind", "=", replyEmailKind).execute();
				const [row] = rows;
				const email = {
					kind: replyEmailKind,
					reference: row?.reference ?? "",
					recipient: row?.recipient ?? "",
					parameters: JSON.parse(row?.parameters ?? "{}") as Record<string, unknown>,
				};
				const rendered = await renderers[replyEmailKind](email, { db: database.db, now: clock.now() });
				if ("notSent" in rendered) throw new Error(rendered.notSent);
				return {
					text: rendered.text,
					files: (rendered.attachments ?? []).map(({ contentBase64 }) =>
						Buffer.from(contentBase64, "base64").toString(),
					),
				};
			},
			listNews: async () =>
				(await parts.listEmails())
					.filter((email) => email.kind.startsWith("interview-") && !email.kind.includes("reminder"))
					.map((email) => `${email.kind} ${email.recipient}`),
			async countTaken() {
				const range = { startMs: 0, endMs: timeOf("00:00", "2027-01-01") };
				return (await listReservations(database.db, range, { now: clock.now() })).length;
			},
			stateOf: async (reference: string) => (await findInterview(database.db, reference))?.state,
			desk,
		};
	}

	test("cancels the interview when it leaves, says so once, and frees the interviewers' time", async () => {
		const { invite, send, passTime, renderResponse, listNews, countTaken, stateOf, manage, desk } = await open();
		const first = await invite("APP-00000001", ["asha"]);
		const second = await invite("APP-00000002", ["dev", "priya"]);
		const { plan } = await send([first.application, second.application]);
		for (const { text, remarks } of plan) {
			expect(text).toContain(cancellationText);
			expect(remarks).toEqual(["Interview on Thursday, 26 November 2026 at 11:00 AM: cancelled with the reply"]);
		}
		expect([await countTaken(), await stateOf(first.reference), await listNews()]).toEqual([3, "booked", []]);
		expect((await manage.find(first.token))?.state).toBe("upcoming");
		expect((await desk.findChoices(first.reference))?.appointment.calledOff?.by).toEqual(recruiter);
		const answer = await renderResponse();
		expect(answer.text).toBe(`${plan[0]?.text ?? ""}\n`);
		expect(answer.files).toEqual([expect.stringContaining("METHOD:CANCEL")]);

		await passTime(24);
		expect([await countTaken(), await stateOf(first.reference), await stateOf(second.reference)]).toEqual([
			0,
			"cancelled",
			"cancelled",
		]);
		expect((await listNews()).toSorted()).toEqual([
			"interview-host-cancelled asha@staff.example",
			"interview-host-cancelled dev@staff.example",
			"interview-host-cancelled priya@staff.example",
		]);
		expect((await manage.find(first.token))?.state).toBe("cancelled");
		await passTime(1);
		expect(await listNews()).toHaveLength(0);
	});

	test("keeps the interview when it is stopped, or the application moves on before it leaves", async () => {
		const { invite, send, passTime, answers, changes, database, countTaken, stateOf } = await open();
		const stopped = await invite("APP-00000001", ["asha"]);
		const { batch } = await send([stopped.application]);
		expect(await answers.stop({ batch, kind: "application" }, recruiter.id)).toBe(1);
		const moved = await invite("APP-00000002", ["dev"]);
		await send([moved.application]);
		const { version = 0 } = (await findRecord(database.db, moved.application)) ?? {};
		await changes.change(moved.application, { field: "stage", value: "in-review", version, by: recruiter.id });
		await database.db
			.updateTable("emails")
			.set({ state: "failed", notSentAt: "2026-11-24T00:00:00.000Z" })
			.where("reference", "=", moved.application)
			.where("kind", "=", replyEmailKind)
			.execute();
		await passTime(25);
		expect([await stateOf(stopped.reference), await stateOf(moved.reference), await countTaken()]).toEqual([
			"booked",
			"booked",
			2,
		]);
		expect((await findInterview(database.db, moved.reference))?.calledOff).toBeUndefined();
	});

	test("leaves an interview alone that begins before it leaves, that is to be kept, or of a stage that goes on", async () => {
		const { invite, answers, draft, send, passTime, stateOf } = await open();
		const { application, ...interview } = await invite("APP-00000001", ["asha"]);
		const planFor = async (change: Partial<BulkReplyDraft>) => {
			const [planned] = await answers.plan([application], { ...draft, ...change });
			return { text: planned?.text, remarks: planned?.remarks };
		};
		const text = "Dear Asha,\n\nno.";
		const name = "Interview on Thursday, 26 November 2026 at 11:00 AM";
		expect(await planFor({ delayHours: 96 })).toEqual({
			text,
			remarks: [`${name}: kept, because it starts before the reply is sent`],
		});
		expect(await planFor({ stage: "in-review" })).toEqual({ text, remarks: [] });
		expect(await planFor({ keepsAppointments: true })).toEqual({ text, remarks: [`${name}: kept`] });
		await send([application], { keepsAppointments: true });
		await passTime(25);
		expect(await stateOf(interview.reference)).toBe("booked");
	});

	test("withdraws an unanswered offer, without a calendar file", async () => {
		const { offer, send, passTime, renderResponse, stateOf, database, listNews } = await open();
		const application = await storeApplication(database);
		const { reference } = await offer(application, { lastDate: "2026-11-30" });
		await passTime(1);
		await send([application], { delayHours: 0 });
		const answer = await renderResponse();
		expect(answer.text).toContain("Our offer of an interview no longer stands");
		expect(answer.files).toEqual([]);
		await passTime(1);
		expect([await stateOf(reference), await listNews()]).toEqual(["cancelled", []]);
	});

	test("is suggested when a bulk change leaves interviews", async () => {
		const { invite, changes, desk } = await open();
		const { application, reference } = await invite("APP-00000001", ["asha"]);
		const plan = await changes.plan([application], { field: "stage", value: "rejected" });
		expect(plan[0]?.standing).toEqual(["Interview on Thursday, 26 November 2026 at 11:00 AM"]);
		const version = plan[0]?.version ?? 0;
		await changes.change(application, { field: "stage", value: "rejected", version, by: recruiter.id });
		expect((await desk.listOpen()).map((one) => [one.reference, one.need])).toEqual([[reference, "ended"]]);
	});

	test("is no answer to an offer", async () => {
		const { offer, database, desk, clock, manage } = await open();
		const application = await storeApplication(database);
		const { token } = await offer(application);
		expect((await desk.listOpen()).map(({ need }) => need)).toEqual([undefined]);
		clock.advance({ hours: 48 });
		expect((await desk.listOpen()).map(({ need }) => need)).toEqual(["expired"]);
		expect((await manage.find(token))?.state).toBe("expired");
		expect(await manage.choose(token, timeOf("11:00"))).toEqual({ ok: false, kind: "expired" });
		const again = await offer(application, { firstDate: "2026-11-26", lastDate: "2026-11-27" });
		expect((await desk.listOpen()).map((one) => [one.reference, one.need])).toEqual([[again.reference, undefined]]);
	});
});
