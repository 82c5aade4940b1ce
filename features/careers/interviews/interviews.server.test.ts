import { describe, expect, test } from "vitest";
import { addClosure, addTimeOff } from "../../../core/appointments/absence-store.server.ts";
import { forgetUndos } from "../../../core/appointments/appointment-changes-store.server.ts";
import { saveHost } from "../../../core/appointments/host-store.server.ts";
import { listReservations } from "../../../core/appointments/reservation-store.server.ts";
import { messagePersonalData } from "../../../core/conversations/incoming/message-personal-data.server.ts";
import { setAnswered } from "../../../core/conversations/reply-state.server.ts";
import { erasePerson } from "../../../core/people/erase-person.server.ts";
import { sweepExpired } from "../../../core/people/sweep-expired.server.ts";
import { createPersonalRecords } from "../../../core/records/personal-data.server.ts";
import { findRecord } from "../../../core/records/record-store.server.ts";
import { enqueueEmail } from "../../../platform/email/enqueue-email.ts";
import { storeApplication } from "../../../tests/support/applications.ts";
import { databaseKinds } from "../../../tests/support/databases.ts";
import {
	bothPurposes,
	createTestInterviews,
	interviewers,
	recruiter,
	timeOf,
	typedOffer,
} from "../../../tests/support/interviews.ts";
import { storeMessage } from "../../../tests/support/person-events.ts";
import { getTestKind } from "../../../tests/support/records.ts";
import { testCompany } from "../../../tests/support/test-server.ts";
import { createManageApplication } from "../applications/manage-application.server.ts";
import { findApplication } from "../applications/store.server.ts";
import { createInterviewRenderers } from "./emails.server.tsx";
import { interviewChanges } from "./interview-events.server.ts";
import { whoeverIsFree } from "./rules.ts";
import { findInterview } from "./store.server.ts";

const applicant = "asha@applicant.example";
const by = { ...recruiter, message: "Sorry for that." };

describe.each(databaseKinds)("interviews on %s", (kind) => {
	async function open() {
		const parts = await createTestInterviews(kind);
		const application = await storeApplication(parts.database);
		const { db } = parts.database;
		return {
			...parts,
			application,
			/** Reserved hosts with their times. */
			async listTaken() {
				const reserved = await listReservations(
					db,
					{ startMs: 0, endMs: timeOf("00:00", "2027-11-24") },
					{ now: parts.clock.now() },
				);
				return reserved
					.map(({ hostId, startMs }) => `${hostId} ${new Date(startMs).toISOString().slice(5, 16)}`)
					.toSorted();
			},
			/** Sends due e-mails to a mail server that accepts everything. */
			async deliver() {
				await parts.database.db
					.updateTable("emails")
					.set({ state: "sent" })
					.where("state", "=", "waiting")
					.where("dueAt", "<=", parts.clock.now().toString({ smallestUnit: "millisecond" }))
					.execute();
			},
			listKinds: async () => (await parts.listEmails()).map(({ kind: of, recipient }) => `${of} ${recipient}`),
		};
	}

	test("are offered as previewed, and leave after ten seconds in the thread of the application", async () => {
		const { desk, offer, application, listEmails, clock, render, database, messageIdDomain } = await open();
		const confirmation = { kind: "application-confirmation", reference: application, recipient: applicant };
		const messageId = await database.write((transaction) =>
			enqueueEmail(transaction, confirmation, { messageIdDomain, now: clock.now() }),
		);
		const preview = await desk.preview(application, typedOffer, recruiter);
		const { token } = await offer(application);
		const [, email] = await listEmails();
		expect(email).toMatchObject({ kind: "interview-offer", recipient: applicant, reference: application });
		expect(email?.dueAt).toBe(clock.now().add({ seconds: 10 }).toString({ smallestUnit: "millisecond" }));
		const sent = await render("interview-offer", applicant);
		expect(sent.text).toContain(`https://narangi.example/career/interview/${token}`);
		if (!preview.ok) throw new Error("no preview");
		const [reference = ""] = /INT-[0-9A-Z]{8}/.exec(sent.text) ?? [];
		const written = preview.email.text.replaceAll(/\s+/g, " ").replace("INT-…", reference);
		expect(written.replace("interview/…", `interview/${token}`)).toBe(sent.text);
		expect(sent).toMatchObject({
			senderName: "Asha",
			subject: typedOffer.subject,
			replyTo: "careers@narangi.example",
			headers: { "In-Reply-To": messageId },
		});
		expect((await findRecord(database.db, application))?.answeredAt).toEqual(clock.now());
	});

	test("can be undone for ten seconds, which leaves the application unanswered", async () => {
		const { desk, offer, application, listEmails, clock, database, manage } = await open();
		const first = await offer(application);
		expect(await desk.undoOffer(first.reference, recruiter)).toBe(true);
		expect(await listEmails()).toEqual([]);
		expect((await findRecord(database.db, application))?.answeredAt).toBeUndefined();
		expect(await manage.choose(first.token, timeOf("11:00"))).toEqual({ ok: false, kind: "cancelled" });
		const second = await offer(application);
		clock.advance({ seconds: 10 });
		expect(await desk.undoOffer(second.reference, recruiter)).toBe(false);
		expect((await findRecord(database.db, application))?.answeredAt).toBeDefined();
	});

	test("answer an applicant who wrote again, also once the message is gone, until they are undone", async () => {
		const { desk, offer, application, clock, database, kinds } = await open();
		const findAwaiting = async () => (await findRecord(database.db, application))?.awaitingSince;
		const write = async (id: string) => {
			await storeMessage(database.db, { id, reference: application, at: clock.now(), text: "One more thing." });
			await database.write((transaction) => setAnswered(transaction, kinds, application));
		};
		await offer(application);
		clock.advance({ hours: 1 });
		const wroteAt = clock.now();
		await write("first");
		expect(await findAwaiting()).toEqual(wroteAt);
		clock.advance({ hours: 1 });
		const again = await offer(application);
		expect(await findAwaiting()).toBeUndefined();
		expect(await desk.undoOffer(again.reference, recruiter)).toBe(true);
		expect(await findAwaiting()).toEqual(wroteAt);
		await offer(application);
		clock.advance({ hours: 1 });
		await write("second");
		expect(await findAwaiting()).toEqual(clock.now());
		await database.write((transaction) => messagePersonalData.delete(transaction, ["second"], clock.now()));
		expect(await findAwaiting()).toBeUndefined();
	});

	test("sent twice with one key are offered once", async () => {
		const { desk, application, listEmails } = await open();
		const options = { idempotencyKey: "the-form" };
		const first = await desk.offer(application, typedOffer, recruiter, options);
		expect(await desk.offer(application, typedOffer, recruiter, options)).toEqual(first);
		expect(await listEmails()).toHaveLength(1);
		const other = await desk.offer(application, { ...typedOffer, length: "30" }, recruiter, options);
		expect(other).toMatchObject({ ok: false, errors: [{ field: "text" }] });
	});

	test("are refused with errors, field by field", async () => {
		const { desk, application, database, clock } = await open();
		const offerErrors = async (change: Partial<typeof typedOffer>) => {
			const result = await desk.offer(application, { ...typedOffer, ...change }, recruiter, {
				idempotencyKey: undefined,
			});
			return result.ok ? [] : result.errors.map(({ field }) => field);
		};
		expect(
			await offerErrors({ hostIds: [], length: "7", firstDate: "x", lastDate: "", place: "moon", subject: " " }),
		).toEqual(["hosts", "length", "first", "last", "place", "subject"]);
		expect(await offerErrors({ hostIds: ["nobody"] })).toEqual(["hosts"]);
		expect(await offerErrors({ firstDate: "2026-11-22" })).toEqual(["first"]);
		expect(await offerErrors({ lastDate: "2026-11-23" })).toEqual(["last"]);
		for (const date of ["2026-11-23", "2026-11-25"]) {
			const starts = [timeOf("11:00"), timeOf("11:00", date)].map((ms) => new Date(ms).toISOString());
			expect(await offerErrors({ starts })).toEqual(["starts"]);
		}
		await database.write((transaction) =>
			addTimeOff(transaction, {
				hostId: "dev",
				startMs: clock.now().epochMilliseconds,
				endMs: clock.now().add({ hours: 72 }).epochMilliseconds,
				note: "",
			}),
		);
		expect(await offerErrors({})).toEqual(["first"]);
		await storeApplication(database, { reference: "APP-00000009", state: "withdrawn" });
		const withdrawn = await desk.offer("APP-00000009", { ...typedOffer, hostIds: ["asha"] }, recruiter, {
			idempotencyKey: undefined,
		});
		expect(withdrawn).toMatchObject({ ok: false, errors: [{ field: "text" }] });
	});

	test("are chosen at a time when all are free, which is taken for all, and everybody gets the invitation", async () => {
		const { offer, application, manage, listTaken, listKinds, render, occurrences, database } = await open();
		const { token, reference } = await offer(application);
		expect((await manage.find(token))?.state).toBe("offered");
		const free = await manage.listFree(token);
		expect([free[0], free.at(-1), free.length]).toEqual([timeOf("10:00"), timeOf("17:00"), 15]);
		expect(await manage.choose(token, timeOf("09:00"))).toEqual({ ok: false, kind: "taken" });
		expect(await manage.choose(token, timeOf("11:00"))).toEqual({ ok: true });
		expect(await manage.choose(token, timeOf("11:00"))).toEqual({ ok: true });
		expect(await listTaken()).toEqual(["asha 11-24T05:30", "dev 11-24T05:30"]);
		const kinds = await listKinds();
		for (const expected of [
			`interview-booked ${applicant}`,
			"interview-host-booked asha@staff.example",
			"interview-host-booked dev@staff.example",
			"interview-staff-notice careers@narangi.example",
			`interview-reminder-hour ${applicant}`,
			"interview-host-reminder-hour dev@staff.example",
		])
			expect(kinds.filter((one) => one === expected)).toHaveLength(1);
		const { id } = (await findInterview(database.db, reference)) ?? {};
		const toApplicant = await render("interview-booked", applicant);
		expect(toApplicant.text).toContain("11:00 AM, India time, 45 minutes (Asia/Kolkata)");
		expect(toApplicant.text).toContain("With: Asha and Dev");
		expect(toApplicant.text).toMatch(/https:\/\/rooms\.example\/call-[a-p]{24}/);
		for (const calendar of [
			toApplicant.calendar,
			(await render("interview-host-booked", "dev@staff.example")).calendar,
		])
			for (const line of ["METHOD:REQUEST", `UID:${id}`, "SEQUENCE:1", "DTSTART:20261124T053000Z"])
				expect(calendar).toContain(line);
		expect((await render("interview-staff-notice", "careers@narangi.example")).subject).toContain("Interview booked");
		expect(occurrences).toEqual(["offered", "slot-taken", "booked"]);
	});

	test("are not offered when an interviewer is busy or away, or the company is closed", async () => {
		const { offer, application, manage, database, clock } = await open();
		const other = await storeApplication(database, { reference: "APP-00000002" });
		const [first, second] = [await offer(application), await offer(other, { hostIds: ["dev", "priya"], length: "30" })];
		await manage.choose(first.token, timeOf("11:00"));
		const closed = { startMs: timeOf("15:00"), endMs: timeOf("18:00") };
		await database.write(async (transaction) => {
			await addTimeOff(transaction, {
				hostId: "priya",
				startMs: timeOf("10:00"),
				endMs: timeOf("10:30"),
				note: "",
			});
			await addClosure(transaction, { ...closed, reason: "Stocktaking", createdBy: "asha" }, clock.now());
		});
		const free = (await manage.listFree(second.token)).map((ms) =>
			new Date(ms + 19_800_000).toISOString().slice(11, 16),
		);
		expect(free).toEqual(["10:30", "12:00", "12:30", "13:00", "13:30", "14:00", "14:30"]);
		expect(await manage.choose(second.token, timeOf("11:30"))).toEqual({ ok: false, kind: "taken" });
	});

	test("offered at single times are free at those", async () => {
		const { offer, application, manage } = await open();
		const starts = [timeOf("10:15"), timeOf("16:00")].map((ms) => new Date(ms).toISOString());
		const { token } = await offer(application, { starts });
		expect(await manage.listFree(token)).toEqual([timeOf("10:15"), timeOf("16:00")]);
		expect(await manage.choose(token, timeOf("11:00"))).toEqual({ ok: false, kind: "taken" });
	});

	test("move by the private link with a new invitation and reminders, five times at most", async () => {
		const { offer, application, manage, listTaken, listEmails, render, deliver } = await open();
		const { token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		for (const hour of ["12", "13", "14", "15"])
			expect(await manage.choose(token, timeOf(`${hour}:00`))).toEqual({ ok: true });
		await deliver();
		for (const hour of ["16"]) expect(await manage.choose(token, timeOf(`${hour}:00`))).toEqual({ ok: true });
		expect(await manage.choose(token, timeOf("17:00"))).toEqual({ ok: false, kind: "moved-enough" });
		expect(await listTaken()).toEqual(["asha 11-24T10:30", "dev 11-24T10:30"]);
		const moved = await render("interview-moved", applicant);
		expect(moved.text).toContain("It was on Tuesday, 24 November 2026 at 3:00 PM");
		expect(moved.calendar).toContain("SEQUENCE:6");
		const emails = await listEmails();
		const count = (of: string, recipient: string) =>
			emails.filter((email) => email.kind === of && email.recipient === recipient).length;
		// Unsent e-mails are replaced by current ones.
		expect([count("interview-booked", applicant), count("interview-moved", applicant)]).toEqual([0, 1]);
		expect(count("interview-host-reminder-hour", "dev@staff.example")).toBe(1);
	});

	test("are cancelled by the private link, which gives the time back and takes the entry out of calendars", async () => {
		const { offer, application, manage, listTaken, listKinds, render, deliver } = await open();
		const { token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		await deliver();
		expect(await manage.cancel(token)).toEqual({ ok: true });
		expect(await manage.cancel(token)).toEqual({ ok: true });
		expect(await listTaken()).toEqual([]);
		expect((await listKinds()).filter((one) => one.includes("reminder"))).toEqual([]);
		for (const [of, recipient] of [
			["interview-cancelled", applicant],
			["interview-host-cancelled", "dev@staff.example"],
		] as const)
			expect((await render(of, recipient)).calendar).toContain("METHOD:CANCEL");
		expect((await manage.find(token))?.state).toBe("cancelled");
		expect(await manage.writeCalendarFile(token)).toBeUndefined();
	});

	test("are not told to an interviewer who has lost the account or the role", async () => {
		const { offer, application, manage, listEmails, deps, database, clock } = await open();
		const { token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		const listPeople = async () => interviewers.filter(({ id }) => id !== "dev");
		const renderers = createInterviewRenderers({ ...deps, deskUrl: "https://desk.example", hosts: { listPeople } });
		const emails = (await listEmails()).filter((email) => email.kind.startsWith("interview-host-"));
		const rendered = await Promise.all(
			emails.map(async (email) => {
				const now = clock.now();
				const one = await renderers[email.kind as keyof typeof renderers](email, { db: database.db, now });
				return [email.recipient, "notSent" in one ? one.notSent : "sent"].join(": ");
			}),
		);
		expect(new Set(rendered)).toEqual(
			new Set(["asha@staff.example: sent", "dev@staff.example: they no longer take interviews"]),
		);
	});

	test("are declined without a time, which tells careers and no interviewer", async () => {
		const { offer, application, manage, listKinds, render } = await open();
		const { token } = await offer(application);
		expect(await manage.cancel(token)).toEqual({ ok: true });
		expect((await listKinds()).filter((one) => one.startsWith("interview-host"))).toEqual([]);
		expect((await render("interview-staff-notice", "careers@narangi.example")).subject).toContain("declined");
		const told = await render("interview-cancelled", applicant);
		expect([told.subject, told.calendar]).toEqual([expect.stringContaining("You have declined"), ""]);
	});

	test("of a withdrawn application are cancelled with it, and interviewers are told", async () => {
		const { offer, application, listTaken, listKinds, manage, deliver, ...deps } = await open();
		const { token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		await deliver();
		const ofApplication = createManageApplication({ ...deps, onWithdrawn: manage.cancelAll });
		expect(await ofApplication.withdraw(application)).toBe(true);
		expect(await listTaken()).toEqual([]);
		const kinds = await listKinds();
		expect(kinds).toContain("interview-host-cancelled asha@staff.example");
		expect(kinds).not.toContain(`interview-cancelled ${applicant}`);
		expect((await manage.find(token))?.state).toBe("closed");
	});

	test("are scheduled, moved and cancelled by staff, with their message and a working link", async () => {
		const { desk, offer, application, manage, listTaken, render, listEmails, clock, deliver } = await open();
		const { reference, token } = await offer(application);
		expect(await desk.move(reference, timeOf("11:00"), by)).toBeUndefined();
		clock.advance({ seconds: 10 });
		await deliver();
		expect(await desk.move(reference, timeOf("12:00", "2026-11-25"), by)).toBeUndefined();
		expect(await desk.move(reference, timeOf("09:00"), by)).toMatchObject([{ field: "slot" }]);
		expect(await listTaken()).toEqual(["asha 11-25T06:30", "dev 11-25T06:30"]);
		const moved = await render("interview-moved", applicant);
		expect(moved.text).toContain("Sorry for that.");
		const other = (await listEmails()).findLast(({ kind: of }) => of === "interview-moved")?.parameters.token ?? "";
		expect(other).not.toBe(token);
		expect((await manage.find(other))?.startMs).toBe((await manage.find(token))?.startMs);
		clock.advance({ seconds: 10 });
		await deliver();
		expect(await desk.cancel(reference, by)).toBeUndefined();
		expect(await listTaken()).toEqual([]);
		const cancelled = await render("interview-cancelled", applicant);
		expect(cancelled.text).toContain("We had to cancel this interview");
		expect(await desk.cancel(reference, by)).toMatchObject([{ message: "The interview is cancelled." }]);
	});

	test("are reassigned to free interviewers, and former ones get a cancellation", async () => {
		const { desk, offer, application, manage, listTaken, render, database, deliver } = await open();
		const other = await storeApplication(database, { reference: "APP-00000002" });
		const first = await offer(application);
		await manage.choose(first.token, timeOf("11:00"));
		const second = await offer(other, { hostIds: ["priya"], length: "30" });
		await manage.choose(second.token, timeOf("11:30"));
		expect(await desk.reassign(first.reference, { hostIds: ["asha", "priya"] }, by)).toMatchObject([
			{ field: "hosts" },
		]);
		expect(await desk.reassign(first.reference, { hostIds: ["asha", "dev"] }, by)).toMatchObject([
			{ message: "They have it already. Choose someone else" },
		]);
		await manage.cancel(second.token);
		await deliver();
		expect(await desk.reassign(first.reference, { hostIds: ["asha", "priya"] }, by)).toBeUndefined();
		expect(await listTaken()).toEqual(["asha 11-24T05:30", "priya 11-24T05:30"]);
		expect((await render("interview-host-given-away", "dev@staff.example")).calendar).toContain("METHOD:CANCEL");
		expect((await render("interview-host-booked", "priya@staff.example")).calendar).toContain("METHOD:REQUEST");
		expect((await render("interview-handed-over", applicant)).text).toContain("With: Asha and Priya");
	});

	test("whose time staff choose, and that lose an interviewer, say so to the applicant", async () => {
		const { desk, offer, application, render, clock, deliver } = await open();
		const send = async () => {
			clock.advance({ seconds: 10 });
			await deliver();
		};
		const { reference } = await offer(application);
		await send();
		expect(await desk.move(reference, timeOf("11:00"), by)).toBeUndefined();
		expect((await render("interview-booked", applicant)).text).toContain("We have booked this time for you:");
		await send();
		expect(await desk.reassign(reference, { hostIds: ["asha"] }, by)).toBeUndefined();
		const { subject } = await render("interview-handed-over", applicant);
		expect(subject).toContain("Your interviewers have changed");
		await send();
		expect(await desk.reassign(reference, { hostIds: ["asha", "priya"] }, by)).toBeUndefined();
		const joined = await render("interview-handed-over", applicant);
		expect(joined.subject).toContain("Your interview has a new interviewer");
	});

	test("whose time the applicant chooses after staff chose another say so, with the message of staff", async () => {
		const { desk, offer, application, render, manage, clock, deliver } = await open();
		const { reference, token } = await offer(application);
		clock.advance({ seconds: 10 });
		await deliver();
		expect(
			await desk.move(reference, timeOf("11:00"), { ...by, message: "Please bring your laptop." }),
		).toBeUndefined();
		expect(await manage.choose(token, timeOf("12:00"))).toEqual({ ok: true });
		const { text } = await render("interview-booked", applicant);
		expect(text).toContain("Thank you. This is your time:");
		expect(text).toContain("Please bring your laptop.");
	});

	test("without a time are reassigned without an e-mail and without another private link", async () => {
		const { desk, offer, application, manage, listKinds, database } = await open();
		const { reference, token } = await offer(application);
		const before = await listKinds();
		expect(await desk.reassign(reference, { hostIds: ["priya"] }, by)).toBeUndefined();
		expect(await listKinds()).toEqual(before);
		expect(await database.db.selectFrom("interviewLinks").selectAll().execute()).toHaveLength(1);
		expect((await manage.find(token))?.state).toBe("offered");
		const undoable = await desk.findUndoable(reference, by.id);
		expect(await desk.undo(reference, undoable?.id ?? "", by.id)).toBeUndefined();
		expect((await findInterview(database.db, reference))?.hostIds).toEqual(["asha", "dev"]);
	});

	test("reassigned to another first interviewer bring the new video link to interviewers who stay, unless it is the old one again", async () => {
		const { desk, offer, application, manage, listKinds, render, database, deliver, clock } = await open();
		for (const [id, url] of [
			["asha", "https://video.example/asha"],
			["priya", "https://video.example/priya"],
		] as const)
			await database.write((transaction) =>
				saveHost(transaction, id, { ...bothPurposes, video: { kind: "fixed", url } }, { version: 1, now: clock.now() }),
			);
		const { reference, token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		await deliver();
		const { id, sequence = 0 } = (await findInterview(database.db, reference)) ?? {};
		const give = (lead: string) => desk.reassign(reference, { hostIds: [lead, "dev"] }, by);
		expect(await give("priya")).toBeUndefined();
		const changed = await render("interview-host-changed", "dev@staff.example");
		for (const part of [
			"Its video call has a new link",
			"Video call: https://video.example/priya",
			"With: Priya and Dev",
		])
			expect(changed.text).toContain(part);
		for (const line of ["METHOD:REQUEST", `UID:${id}`, `SEQUENCE:${sequence + 1}`, "https://video.example/priya"])
			expect(changed.calendar).toContain(line);
		const listNews = async () =>
			(await listKinds()).filter((one) => /interview-host-/.test(one) && !one.includes("reminder")).toSorted();
		expect(await desk.move(reference, timeOf("12:00"), by)).toBeUndefined();
		expect(await listNews()).toEqual([
			"interview-host-booked priya@staff.example",
			"interview-host-given-away asha@staff.example",
			"interview-host-moved dev@staff.example",
		]);
		expect(await desk.move(reference, timeOf("11:00"), by)).toBeUndefined();
		expect(await listNews()).toContain("interview-host-changed dev@staff.example");
		expect(await give("asha")).toBeUndefined();
		expect(await listNews()).toEqual([]);
	});

	test("stay with an interviewer who is away by now when another one is replaced, by somebody who is free", async () => {
		const { desk, offer, application, manage, listTaken, database } = await open();
		const { reference, token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		const beAway = (hostId: string) =>
			database.write((transaction) =>
				addTimeOff(transaction, { hostId, startMs: timeOf("00:00"), endMs: timeOf("23:00"), note: "" }),
			);
		await beAway("asha");
		expect(await desk.reassign(reference, { hostIds: ["asha", "priya"] }, by)).toBeUndefined();
		expect(await listTaken()).toEqual(["asha 11-24T05:30", "priya 11-24T05:30"]);
		await beAway("dev");
		expect(await desk.reassign(reference, { hostIds: ["asha", "dev"] }, by)).toMatchObject([{ field: "hosts" }]);
		expect(await desk.reassign(reference, { first: whoeverIsFree, hostIds: ["asha"] }, by)).toMatchObject([
			{ message: expect.stringContaining("No one is left") },
		]);
		await database.db.deleteFrom("hostTimeOff").where("hostId", "=", "dev").execute();
		expect(await desk.reassign(reference, { first: whoeverIsFree, hostIds: ["asha"] }, by)).toBeUndefined();
		expect((await findInterview(database.db, reference))?.hostIds).toEqual(["dev", "asha"]);
	});

	test("that staff change are announced after ten seconds, and can be undone by their author until then", async () => {
		const { desk, offer, application, manage, listTaken, listKinds, clock, deliver, database, listEmails } =
			await open();
		const { reference, token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		await deliver();
		const reminders = await listKinds();
		const before = await findInterview(database.db, reference);
		const deeds = {
			move: () => desk.move(reference, timeOf("15:00"), by),
			"hand over": () => desk.reassign(reference, { hostIds: ["priya"] }, by),
			cancel: () => desk.cancel(reference, by),
		};
		for (const [name, run] of Object.entries(deeds)) {
			expect(await run(), name).toBeUndefined();
			const due = (await listEmails()).filter(({ kind: of }) => /moved|handed|given|cancelled/.test(of));
			expect(due.length, name).toBeGreaterThan(1);
			for (const { dueAt } of due)
				expect(dueAt).toBe(clock.now().add({ seconds: 10 }).toString({ smallestUnit: "millisecond" }));
			const undoable = await desk.findUndoable(reference, by.id);
			expect(await desk.findUndoable(reference, "dev")).toBeUndefined();
			expect(await desk.undo(reference, undoable?.id ?? "", "dev")).toContain("Too late");
			expect(await desk.undo(reference, undoable?.id ?? "", by.id), name).toBeUndefined();
			expect(await listTaken()).toEqual(["asha 11-24T05:30", "dev 11-24T05:30"]);
			expect((await listKinds()).toSorted(), name).toEqual(reminders.toSorted());
			const after = await findInterview(database.db, reference);
			expect({ ...after, sequence: 0 }).toEqual({ ...before, sequence: 0 });
			expect(await desk.undo(reference, undoable?.id ?? "", by.id)).toContain("Too late");
		}
		expect(await desk.cancel(reference, by)).toBeUndefined();
		const undoable = await desk.findUndoable(reference, by.id);
		clock.advance({ seconds: 10 });
		expect(await desk.undo(reference, undoable?.id ?? "", by.id)).toContain("have left");
		await forgetUndos(database.db, interviewChanges, clock.now());
		const kept = await database.db.selectFrom("interviewEvents").select("undo").where("undo", "is not", null).execute();
		expect(kept).toEqual([]);
	});

	test("are not restored to a time that somebody else has taken in these seconds", async () => {
		const { desk, offer, application, manage, listTaken, deliver, database } = await open();
		const { reference, token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		await deliver();
		await desk.cancel(reference, by);
		const other = await offer(await storeApplication(database, { reference: "APP-00000002" }), { hostIds: ["dev"] });
		await manage.choose(other.token, timeOf("11:00"));
		const undoable = await desk.findUndoable(reference, by.id);
		expect(await desk.undo(reference, undoable?.id ?? "", by.id)).toContain("no longer free");
		expect((await findInterview(database.db, reference))?.state).toBe("cancelled");
		expect(await listTaken()).toEqual(["dev 11-24T05:30"]);
	});

	test("that change several times within seconds are announced as one change from what everybody knows", async () => {
		const { desk, offer, application, manage, render, deliver, listKinds, clock } = await open();
		const { reference, token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		clock.advance({ seconds: 10 });
		await deliver();
		const listNews = async () => (await listKinds()).filter((one) => !one.includes("reminder")).toSorted();
		await desk.move(reference, timeOf("14:00"), by);
		await desk.reassign(reference, { hostIds: ["asha", "priya"] }, by);
		await desk.move(reference, timeOf("16:00"), by);
		expect(await listNews()).toEqual([
			"interview-host-booked priya@staff.example",
			"interview-host-given-away dev@staff.example",
			"interview-host-moved asha@staff.example",
			`interview-moved ${applicant}`,
		]);
		for (const [of, to] of [
			["interview-moved", applicant],
			["interview-host-moved", "asha@staff.example"],
		] as const)
			expect((await render(of, to)).text).toContain("Tuesday, 24 November 2026 at 11:00 AM");
		await desk.reassign(reference, { hostIds: ["asha", "dev"] }, by);
		await desk.move(reference, timeOf("11:00"), by);
		expect(await listNews()).toEqual([]);
	});

	test("go to the free interviewer with the fewest in the week, where the first one is not chosen", async () => {
		const { desk, offer, application, manage, listTaken, database, render } = await open();
		const { token, reference } = await offer(application, { first: whoeverIsFree, hostIds: ["dev"], length: "30" });
		expect((await render("interview-offer", applicant)).text).toContain("With: Dev and a colleague");
		await manage.choose(token, timeOf("11:00"));
		expect(await listTaken()).toEqual(["asha 11-24T05:30", "dev 11-24T05:30"]);
		expect((await findInterview(database.db, reference))?.hostIds).toEqual(["asha", "dev"]);
		const second = await offer(await storeApplication(database, { reference: "APP-00000002" }), {
			first: whoeverIsFree,
			hostIds: [],
		});
		await manage.choose(second.token, timeOf("15:00"));
		expect((await findInterview(database.db, second.reference))?.hostIds).toEqual(["priya"]);
		// Priya has more in this week than Asha, who had it until now.
		expect(await desk.reassign(reference, { first: whoeverIsFree, hostIds: ["dev"] }, by)).toBeUndefined();
		expect((await findInterview(database.db, reference))?.hostIds).toEqual(["priya", "dev"]);
		const all = await desk.reassign(reference, { first: whoeverIsFree, hostIds: ["asha", "dev", "priya"] }, by);
		expect(all).toMatchObject([{ message: expect.stringContaining("No one is left") }]);
	});

	test("take an outcome once they have begun, and cannot be changed then", async () => {
		const { desk, offer, application, manage, clock, database } = await open();
		const { reference, token } = await offer(application);
		await manage.choose(token, timeOf("11:00"));
		expect(await desk.setOutcome(reference, "held", recruiter)).toMatchObject([{ field: "outcome" }]);
		clock.advance({ hours: 24 });
		expect(await manage.cancel(token)).toEqual({ ok: false, kind: "started" });
		expect(await desk.move(reference, timeOf("17:00"), by)).toMatchObject([{ field: "slot" }]);
		expect(await desk.setOutcome(reference, "no-show", recruiter)).toBeUndefined();
		expect((await findInterview(database.db, reference))?.outcome).toBe("no-show");
		expect(await desk.setOutcome(reference, undefined, recruiter)).toBeUndefined();
		expect((await findInterview(database.db, reference))?.outcome).toBeUndefined();
	});

	test.each(["whose term has ended", "of somebody who is erased"])(
		"go with an application %s, and with no other",
		async (way) => {
			const { database, clock, offer, manage, application, listTaken } = await open();
			const expires = way === "whose term has ended";
			const other = await storeApplication(database, {
				reference: "APP-OTHER111",
				receivedAt: clock.now().add({ hours: 1 }),
				answers: { email: "dev@applicant.example" },
			});
			const gone = await offer(application);
			const kept = await offer(other);
			await manage.choose(gone.token, timeOf("10:30"));
			await manage.choose(kept.token, timeOf("14:00"));
			const files = { remove: async () => undefined };
			const { timeZone } = testCompany;
			const personalRecords = [createPersonalRecords(getTestKind("application"), testCompany)];
			if (expires) {
				const { receivedAt } = (await findApplication(database.db, { reference: application })) ?? {};
				const now = (receivedAt ?? clock.now())
					.toZonedDateTimeISO(timeZone)
					.add({ months: 12, minutes: 1 })
					.toInstant();
				await sweepExpired({
					database,
					files,
					personalRecords,
					now,
					most: Number.POSITIVE_INFINITY,
					signal: new AbortController().signal,
				});
			} else {
				const { remarks } = await erasePerson({ database, files, personalRecords }, [applicant], clock.now());
				expect(remarks.join()).toContain("is cancelled without an e-mail");
			}
			expect(await manage.find(gone.token)).toBeUndefined();
			expect(await manage.find(kept.token)).toMatchObject({ reference: kept.reference });
			const { db } = database;
			expect(await db.selectFrom("interviews").select("application").execute()).toEqual([{ application: other }]);
			const [{ id } = { id: "" }] = await db.selectFrom("interviews").select("id").execute();
			for (const table of ["interviewLinks", "interviewEvents"] as const)
				for (const row of await db.selectFrom(table).select("interviewId").execute()) expect(row.interviewId).toBe(id);
			expect((await listTaken()).map((taken) => taken.slice(-5))).toEqual(["08:30", "08:30"]);
			const emails = await db.selectFrom("emails").select("reference").execute();
			expect(new Set(emails.map(({ reference }) => reference))).toEqual(new Set([other]));
		},
	);

	test("go to one of many applicants who want the last time of two interviewers at once", { tags: "all" }, async () => {
		const { offer, manage, database, listTaken } = await open();
		const tokens: string[] = [];
		for (let index = 0; index < 12; index++) {
			const application = await storeApplication(database, { reference: `APP-0000010${index.toString(36)}` });
			const starts = [new Date(timeOf("11:00")).toISOString()];
			tokens.push((await offer(application, { starts })).token);
		}
		const results = await Promise.all(tokens.map((token) => manage.choose(token, timeOf("11:00"))));
		expect(results.filter(({ ok }) => ok)).toHaveLength(1);
		expect(await listTaken()).toEqual(["asha 11-24T05:30", "dev 11-24T05:30"]);
	});
});
