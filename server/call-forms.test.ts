import { text as readText } from "node:stream/consumers";
import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { saveHost } from "../core/appointments/host-store.server.ts";
import { describePerson } from "../core/people/describe-person.server.ts";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { exportRecords } from "../core/records/export-records.server.ts";
import { findRecord, searchRecords } from "../core/records/record-store.server.ts";
import { acceptPostedBooking } from "../features/booking/accept-posted-booking.server.ts";
import { demoBookingContext } from "../features/booking/context.server.ts";
import { findBooking, listBookings } from "../features/booking/find-bookings.server.ts";
import { readConfig } from "../platform/config.ts";
import { formFilesContext } from "../platform/pages/live-page-context.server.ts";
import { toAskedForm } from "../shared/question-schema.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { hearEvents } from "../tests/support/hear-events.ts";
import { bothPurposes } from "../tests/support/interviews.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { getTestKind } from "../tests/support/records.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { reviewType, withReviews } from "../tests/support/review-type.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { createTestPages, startTestServer, testCompany } from "../tests/support/test-server.ts";
import { findAppointmentIds } from "./hosts.ts";
import { listPersonalRecords } from "./personal-data.ts";

const owner = "sales@staff.example";
const question = { required: false, options: [], amounts: [], owners: [] };
const company = withReviews({
	mostGuests: 2,
	...toAskedForm(
		[
			{ ...question, key: "users", kind: "number", label: "How many users?", required: true },
			{
				...question,
				key: "worries",
				kind: "choices",
				label: "What worries you?",
				options: ["Speed", "Cost"],
				owners: [{ answer: "Cost", owner }],
			},
			{ ...question, key: "diagram", kind: "file", label: "Diagram" },
		],
		testCompany,
	),
});
const path = `/calls/${reviewType.slug}`;
const typed = {
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "+91 98100 00000",
	message: "We grow.",
	date: "2026-11-30",
	time: "10:00 AM",
};

async function start(kind: DatabaseKind) {
	const server = await startTestServer(kind, {
		company,
		pages: createTestPages(async (request, context) => {
			const pageContext = context ?? new RouterContextProvider();
			const url = new URL(request.url);
			const token = /^\/demo\/booking\/([^/]+)$/.exec(url.pathname)?.[1];
			const { manageBooking, findCalls } = pageContext.get(demoBookingContext);
			if (token !== undefined)
				return Response.json(await manageBooking.confirm(token, url.searchParams.get("confirm") ?? ""));
			const calls = findCalls(reviewType.slug);
			if (!calls) throw new Error("The company has no such calls");
			const outcome = await acceptPostedBooking(await request.formData(), calls, {
				upload: pageContext.get(formFilesContext),
			});
			return Response.json(outcome, { status: outcome.kind === "booked" ? 200 : 422 });
		}),
	});
	async function book(body: object, address = `${path}/book`) {
		const response = await fetch(server.url + address, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ ...typed, ...body }),
		});
		return {
			status: response.status,
			body: (await response.json()) as { errors?: unknown; data?: { reference: string; confirmBy?: string } },
		};
	}
	async function postForm(fields: [string, string | File][]) {
		const form = new FormData();
		for (const [name, value] of [...Object.entries(typed), ...fields]) form.append(name, value);
		const response = await fetch(`${server.url}${path}/by-form`, { method: "POST", body: form });
		return {
			status: response.status,
			body: (await response.json()) as { errors?: { field: string; message: string }[] },
		};
	}
	/** @param link of the e-mail that asks for it */
	const confirm = async ({ pathname, search }: URL) =>
		(await fetch(server.url + pathname + search)).json() as Promise<unknown>;
	const personal = listPersonalRecords(readConfig({ PORT: "0", DESK_PORT: "0" }), company).find(
		({ name }) => name === "booking",
	);
	if (!personal) throw new Error("Calls are personal records");
	return { ...server, book, postForm, confirm, personal };
}

const pdf = (bytes = 2_000) => new File([`%PDF-1.7\n${"x".repeat(bytes)}`], "parts.pdf", { type: "application/pdf" });

describe.each(serverDatabaseKinds)("the questions of a type of call, on %s", (kind) => {
	test("a required answer is asked for, and nothing is booked without it; the demo call asks nothing", async () => {
		const { book, database } = await start(kind);
		expect(await book({ answers: { worries: ["Cats"] } })).toMatchObject({
			status: 422,
			body: {
				errors: [
					{ field: "question-users", message: "Answer “How many users”" },
					{ field: "question-worries", message: "Please choose one of: Speed, Cost" },
				],
			},
		});
		expect(await book({ answers: "none" })).toMatchObject({ status: 422 });
		expect(await listBookings(database.db)).toEqual([]);
		expect(await book({ answers: { users: "12" } }, "/demo/book")).toMatchObject({ status: 200 });
		const [demo] = await listBookings(database.db);
		expect(Object.keys(demo ?? {})).not.toContain("answers");
	});

	test("answers stand in the notice, the search, the CSV and the export, and name the owner, also to webhooks", async () => {
		const server = await start(kind);
		const { listEvents } = await hearEvents(server);
		const { accountId } = await signInStaff(server.database, {
			now: server.clock.now(),
			roles: ["sales"],
			email: owner,
		});
		const { body } = await server.book({ answers: { users: "2,000", worries: ["Speed", "Cost"], diagram: "x.pdf" } });
		const reference = body.data?.reference ?? "";
		expect((await findBooking(server.database.db, reference))?.answers).toEqual([
			{ key: "users", question: "How many users?", answer: "2,000" },
			{ key: "worries", question: "What worries you?", answer: "Speed, Cost", chosen: ["Speed", "Cost"] },
		]);
		expect((await findRecord(server.database.db, reference))?.ownerId).toBe(accountId);
		expect(await listEvents()).toMatchObject([
			{ type: "record.created", data: { record: { reference, owner: { id: accountId } } } },
			{ type: "call.booked", data: { record: { reference, owner: { id: accountId } } } },
		]);
		const emails = await renderEmails(server, server.renderers);
		expect(emails.find(({ kind: email }) => email === "booking-staff-notice")?.text).toContain(
			"What worries you: Speed, Cost",
		);
		expect(emails.find(({ kind: email }) => email === "booking-confirmation")?.text).not.toContain("worries");
		expect(await searchRecords(server.database, "speed")).toHaveLength(1);
		expect(await readText(exportRecords(server.database, getTestKind("booking", company)))).toContain(
			"What worries you?",
		);
		expect((await server.personal.describe(server.database.db, [reference]))?.[0]?.fields).toContainEqual({
			label: "What worries you?",
			value: "Speed, Cost",
		});
	});

	test("a file comes with the form, is a download, and is erased with the call; one that is refused stays nowhere", async () => {
		const server = await start(kind);
		const large = await server.postForm([
			["question-users", "12"],
			["question-diagram", pdf(11 * 1024 * 1024)],
		]);
		expect(large).toMatchObject({
			status: 422,
			body: { errors: [{ field: "question-diagram", message: "Attach files of at most 10 MB in total" }] },
		});
		expect(await listBookings(server.database.db)).toEqual([]);
		const form: [string, string | File][] = [
			["idempotencyKey", "0123456789abcdef"],
			["question-users", "12"],
			["question-worries", "Speed"],
			["question-worries", "Cost"],
			["question-diagram", pdf()],
		];
		expect(await server.postForm(form)).toMatchObject({ status: 200 });
		expect(await server.postForm(form)).toMatchObject({ status: 200 });
		const [booking, ...others] = await listBookings(server.database.db);
		expect(others).toEqual([]);
		expect(booking?.answers?.map(({ answer }) => answer)).toEqual(["12", "Speed, Cost", "parts.pdf"]);
		const reference = booking?.reference ?? "";
		const [described] = (await server.personal.describe(server.database.db, [reference])) ?? [];
		const stored = described?.files[0]?.storedAs ?? "";
		const desk = await server.openDesk({ roles: ["sales"] });
		for (const page of [`/bookings/${reference}`, `/calls/${reference}`])
			expect((await desk.inject({ url: page })).body).toContain(`/bookings/${reference}/files/${stored}`);
		expect((await desk.inject({ url: `/bookings/${reference}/files/${stored}` })).body).toContain("%PDF-1.7");
		const deleted = await server.database.write((transaction) =>
			server.personal.delete(transaction, [reference], server.clock.now()),
		);
		expect(deleted.files).toEqual([stored]);
	});
});

const answered = { answers: { users: "12" } };

/** The e-mails to an address, as they would leave now, by kind. */
async function readInbox(server: Awaited<ReturnType<typeof start>>, address: string) {
	const emails = await renderEmails(server, server.renderers);
	return emails.filter(({ recipient }) => recipient === address);
}

const readFile = ({ attachments = [] }: Awaited<ReturnType<typeof readInbox>>[number]) =>
	attachments.map(({ contentBase64 }) => Buffer.from(contentBase64, "base64").toString()).join("");

describe.each(serverDatabaseKinds)("guests of a call, on %s", (kind) => {
	test("are checked, and ignored where a type has none", async () => {
		const { book, database } = await start(kind);
		const refuse = async (guests: unknown) => (await book({ ...answered, guests })).body.errors;
		expect(await refuse(["nobody"])).toEqual([{ field: "guests", message: "“nobody” is not an e-mail address" }]);
		expect(await refuse(["a@guest.example", "b@guest.example", "c@guest.example"])).toEqual([
			{ field: "guests", message: "Invite at most 2 guests" },
		]);
		expect(await refuse("a@guest.example")).toMatchObject([{ field: "guests" }]);
		expect(await book({ guests: ["a@guest.example"] }, "/demo/book")).toMatchObject({ status: 200 });
		expect((await listBookings(database.db))[0]?.guests).toBeUndefined();
	});

	test("get the invitation once the visitor has confirmed, each change, and the cancellation", async () => {
		const server = await start(kind);
		const guest = "meera@guest.example";
		const { body } = await server.book({
			...answered,
			firstName: "Buy at https://spam.example",
			guests: [guest, guest.toUpperCase(), typed.email],
		});
		const { reference = "", confirmBy } = body.data ?? {};
		expect(confirmBy).toBeDefined();
		expect((await findBooking(server.database.db, reference))?.guests).toHaveLength(1);
		const { db } = server.database;
		expect((await findBooking(db, reference))?.guests?.[0]?.isOurs).toBe(false);
		const invited = (await findBooking(db, reference))?.guests?.[0]?.email ?? "";
		expect(await readInbox(server, invited)).toEqual([]);
		const [request] = await readInbox(server, typed.email);
		const link = /\S+\/demo\/booking\/\S+/.exec(request?.text ?? "")?.[0] ?? "";
		expect(await server.confirm(new URL(link))).toEqual({ ok: true });

		const [invitation, ...others] = await readInbox(server, invited);
		expect(others).toEqual([]);
		expect(invitation?.subject).toContain("You are invited to an architecture review");
		expect(invitation?.text).not.toContain("spam.example");
		expect(invitation?.text).not.toContain(link.split("?")[0]);
		const file = invitation ? readFile(invitation) : "";
		expect(file).toContain("METHOD:REQUEST");
		expect(file.replaceAll("\r\n ", "")).toMatch(new RegExp(`mailto:${invited}`, "i"));
		expect((await readInbox(server, testCompany.salesEmail)).at(0)?.text).toContain(`Guests: ${invited}`);

		const desk = await server.openDesk({ roles: ["sales"] });
		const post = (fields: Record<string, string>) =>
			desk.inject({
				method: "POST",
				url: `/calls/${reference}`,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			});
		await db.deleteFrom("emails").execute();
		expect((await post({ do: "invite", guests: `${invited}\nnobody` })).body).toContain(
			"“nobody” is not an e-mail address",
		);
		expect((await post({ do: "invite", guests: `${invited}\nvera@ours.example` })).statusCode).toBe(303);
		expect((await findBooking(db, reference))?.guests).toEqual([
			{ email: invited, isOurs: false },
			{ email: "vera@ours.example", isOurs: true },
		]);
		expect(await readInbox(server, invited)).toEqual([]);
		expect((await readInbox(server, "vera@ours.example")).map((email) => email.kind)).toEqual([
			"booking-guest-invited",
		]);
		expect((await desk.inject({ url: `/bookings/${reference}` })).body).toContain("changed the guests of the call");

		expect((await post({ do: "move", slot: "2026-12-01 11:00 AM" })).statusCode).toBe(303);
		const [changed] = await readInbox(server, invited);
		expect(changed?.text.replaceAll(/\s+/g, " ")).toContain("was on Monday, 30 November 2026 at 10:00 AM");
		expect((await post({ do: "cancel" })).statusCode).toBe(303);
		const [cancelled] = await readInbox(server, invited);
		expect(cancelled?.kind).toBe("booking-guest-cancelled");
		expect(cancelled && readFile(cancelled)).toContain("METHOD:CANCEL");
	});

	test("who have not been told yet hear of the call as it is then, or nothing of it", async () => {
		const server = await start(kind);
		const { db } = server.database;
		const [told, untold] = ["meera@guest.example", "vera@ours.example"] as const;
		const { body } = await server.book(answered);
		const reference = body.data?.reference ?? "";
		const desk = await server.openDesk({ roles: ["sales"] });
		const post = async (fields: Record<string, string>) => {
			const response = await desk.inject({
				method: "POST",
				url: `/calls/${reference}`,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			});
			expect(response.statusCode).toBe(303);
		};
		const listKinds = async (address: string) => (await readInbox(server, address)).map((email) => email.kind);
		await post({ do: "invite", guests: told });
		await db.deleteFrom("emails").execute();

		await post({ do: "invite", guests: `${told}\n${untold}` });
		await post({ do: "move", slot: "2026-12-01 11:00 AM" });
		expect(await listKinds(told)).toEqual(["booking-guest-changed"]);
		const [invitation, ...others] = await readInbox(server, untold);
		expect(others).toEqual([]);
		expect(invitation?.kind).toBe("booking-guest-invited");
		expect(invitation?.subject).toContain("1 December 2026");

		await post({ do: "invite", guests: told });
		expect(await listKinds(untold)).toEqual([]);
		await post({ do: "invite", guests: `${told}\n${untold}` });
		await post({ do: "cancel" });
		expect(await listKinds(told)).toEqual(["booking-guest-cancelled"]);
		expect(await listKinds(untold)).toEqual([]);
	});

	test("who are its visitor or its host keep the call when they leave the list", async () => {
		const server = await start(kind);
		const { database, clock } = server;
		const desk = await server.openDesk({ roles: ["sales"] });
		const now = clock.now();
		await database.write((transaction) => saveHost(transaction, desk.accountId, bothPurposes, { version: 0, now }));
		const { email: host } = await database.db
			.selectFrom("accounts")
			.select("email")
			.where("id", "=", desk.accountId)
			.executeTakeFirstOrThrow();
		const { body } = await server.book(answered);
		const reference = body.data?.reference ?? "";
		const invite = async (...guests: string[]) => {
			const { statusCode } = await desk.inject({
				method: "POST",
				url: `/calls/${reference}`,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams({ do: "invite", guests: guests.join("\n") }).toString(),
			});
			expect(statusCode).toBe(303);
		};
		const booking = async () => {
			const found = await findBooking(database.db, reference);
			if (!found) throw new Error("The call is gone");
			return found;
		};
		const owns = async (hostId: string, address: string) => {
			const { id } = await booking();
			return (await findAppointmentIds(database.db, [id], { hostId, addresses: [address] })).length === 1;
		};
		expect((await booking()).hostIds).toEqual([desk.accountId]);
		await database.db.deleteFrom("emails").execute();
		await invite(typed.email.toUpperCase(), host, "vera@ours.example");
		expect((await booking()).guests?.map(({ email }) => email)).toEqual([host, "vera@ours.example"]);
		expect([await owns(desk.accountId, host), await owns("vera", "vera@ours.example")]).toEqual([true, false]);
		await database.db.deleteFrom("emails").execute();
		await invite();
		const listToGuest = async (address: string) =>
			(await readInbox(server, address)).map((email) => email.kind).filter((one) => one.startsWith("booking-guest"));
		expect(await listToGuest(typed.email)).toEqual([]);
		expect(await listToGuest(host)).toEqual([]);
		expect(await listToGuest("vera@ours.example")).toEqual(["booking-guest-cancelled"]);
	});

	test("are removed and put back by undo, found by search, exported, and forgotten when they are erased", async () => {
		const server = await start(kind);
		const { database, clock } = server;
		const [guest, other] = ["meera@guest.example", "ravi@guest.example"] as const;
		const { body } = await server.book({ ...answered, guests: [guest, other] });
		const reference = body.data?.reference ?? "";
		const listGuests = async () => (await findBooking(database.db, reference))?.guests?.map(({ email }) => email);
		const desk = await server.openDesk({ roles: ["sales"] });
		const post = (fields: Record<string, string>) =>
			desk.inject({
				method: "POST",
				url: `/calls/${reference}`,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			});
		const { undo } = readNotice(await post({ do: "invite", guests: "" }));
		expect(await listGuests()).toBeUndefined();
		await post({ do: "undo-change", id: undo?.id ?? "" });
		expect(await listGuests()).toEqual([guest, other]);
		expect(await searchRecords(database, guest)).toHaveLength(1);
		expect(await readText(exportRecords(database, getTestKind("booking", company)))).toContain(`${guest}, ${other}`);
		const personalRecords = listPersonalRecords(readConfig({ PORT: "0", DESK_PORT: "0" }), company);
		const describeGuest = () => describePerson(database.db, personalRecords, { email: guest, now: clock.now() });
		const [named, ...more] = await describeGuest();
		expect(more).toEqual([]);
		expect(named).toMatchObject({ reference, fields: [{ label: "Call" }, { label: "Guest", value: guest }] });
		expect(JSON.stringify(named)).not.toContain(typed.email);
		const erase = (options?: { before: Temporal.Instant }) =>
			erasePerson({ database, files: { remove: async () => {} }, personalRecords }, [guest], clock.now(), options);
		// Each start erases again what a restored backup brought back, and nothing that came later.
		const emails = () => database.db.selectFrom("emails").select("id").orderBy("id").execute();
		const before = await emails();
		await erase({ before: clock.now() });
		expect(await listGuests()).toEqual([guest, other]);
		expect(await emails()).toEqual(before);
		clock.advance({ minutes: 1 });
		await erase({ before: clock.now() });
		expect(await listGuests()).toEqual([other]);
		await erase();
		expect(await describeGuest()).toEqual([]);
		expect(await searchRecords(database, guest)).toEqual([]);
		expect((await findBooking(database.db, reference))?.email).toBe(typed.email);
		await erasePerson({ database, files: { remove: async () => {} }, personalRecords }, [typed.email], clock.now());
		expect(await findBooking(database.db, reference)).toBeUndefined();
		expect(await database.db.selectFrom("emails").selectAll().execute()).toEqual([]);
	});
});
