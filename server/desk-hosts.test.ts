import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createAdministration } from "../core/accounts/administration.server.ts";
import { listAuditEntries } from "../core/accounts/audit-log.server.ts";
import { updateAccount } from "../core/accounts/store.server.ts";
import { findHost } from "../core/appointments/host-store.server.ts";
import { insertReservations } from "../core/appointments/reservation-store.server.ts";
import { endFeedsOf, getFeedToken } from "../features/booking/calendar-feed.server.ts";
import { readConfig } from "../platform/config.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { createOrderedId } from "../platform/ids/ordered-id.ts";
import type { Role } from "../shared/roles.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { storeInterview } from "../tests/support/person-events.ts";
import { followToSecret } from "../tests/support/read-new-secret.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";

/** The desk on Monday, 23 November 2026. */
async function openDesk(roles: Role[] = ["sales"], company = testCompany) {
	const server = await startTestServer("sqlite", {
		company,
		environment: { BUSY_CALENDARS_FROM_PRIVATE_NETWORKS: "yes" },
	});
	const desk = await server.openDesk({ roles });
	return {
		...server,
		desk,
		async get(url: string) {
			const answer = await desk.inject({ method: "GET", url });
			expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
			return answer.body.replaceAll("<!-- -->", "").replaceAll(/<script[^>]*>.*?<\/script>/gs, "");
		},
		async post(url: string, fields: Record<string, string> | [string, string][]) {
			const answer = await desk.inject({
				method: "POST",
				url,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			});
			expect(answer.statusCode, answer.body.slice(0, 400)).toBeLessThan(500);
			return answer;
		},
		/** The public path of a calendar on a page. */
		publicPath: (page: string) => /\/demo\/calendar\/[0-9a-f]{40}\.ics/.exec(page)?.[0] ?? "/none",
		/** The site's slots of a day. */
		async listSlots(date: string): Promise<string[]> {
			const answer = await fetch(`${server.url}/demo/slots/${date}`);
			const { data } = (await answer.json()) as { data: { availableSlots: string[] } };
			return data.availableSlots;
		},
		listDeeds: async () =>
			(await listAuditEntries(server.database.db, { limit: 9 })).map(({ action, subject }) =>
				`${action} ${subject}`.trim(),
			),
	};
}

const settings = { do: "settings", version: "0", purpose: "demo-call", hoursOf: "own", video: "room" };

test("a host's own hours decide the site's slots, and an invalid hour is shown at its field", async () => {
	const { get, post, desk, listSlots, listDeeds } = await openDesk();
	const before = await listSlots("2026-11-30");
	expect(before.length).toBeGreaterThan(4);
	const empty = await get("/my-calendar");
	expect(empty).toContain("Not bookable yet");
	const [opens, closes] = [/name="Saturday-from-1"[^>]*value="10:00"/, /name="Saturday-until-1"[^>]*value="18:00"/];
	for (const hours of [opens, closes]) expect(empty, "they begin with the company's").toMatch(hours);
	const wrong = await post("/my-calendar", { ...settings, "Monday-from-1": "12:00", "Monday-until-1": "12:00" });
	expect(wrong.body).toContain('href="#Monday-from-1"');
	expect(wrong.body, "what was typed stays").toMatch(/name="Monday-until-1"[^>]*value="12:00"/);
	expect(await listSlots("2026-11-30")).toEqual(before);
	const saved = await post("/my-calendar", {
		...settings,
		"Monday-from-1": "10:00",
		"Monday-until-1": "11:00",
		"Monday-from-2": "12:00",
		"Monday-until-2": "12:30",
	});
	expect([saved.statusCode, saved.headers.location]).toEqual([303, "/my-calendar"]);
	expect(await listSlots("2026-11-30")).toEqual(["10:00 AM", "10:30 AM", "12:00 PM"]);
	const page = await get("/my-calendar");
	expect(page).toContain("Bookable");
	expect(page).toMatch(/name="Monday-from-2"[^>]*value="12:00"/);
	expect((await post("/my-calendar", settings)).body).toContain("Someone else has changed these settings meanwhile");
	expect(await listDeeds()).toEqual([`host.settings ${desk.accountId}`]);
});

test("a host's hours may end at midnight or on the next day, and are shown again as they were entered", async () => {
	const { get, post, listSlots } = await openDesk();
	const times = {
		"Monday-from-1": "17:00",
		"Monday-until-1": "00:00",
		"Tuesday-from-1": "17:00",
		"Tuesday-until-1": "02:00",
	};
	const saved = await post("/my-calendar", { ...settings, ...times });
	expect(saved.statusCode).toBe(303);
	expect(await listSlots("2026-11-30")).toEqual(["5:00 PM", "5:30 PM"]);
	expect(await listSlots("2026-12-01")).toEqual(["5:00 PM", "5:30 PM"]);
	const page = await get("/my-calendar");
	for (const [name, value] of Object.entries(times))
		expect(page).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
});

test("a host without own hours works the company's, which are named by day", async () => {
	const exceptions = [{ day: "Saturday" as const, opens: "10:00", closes: "11:00" }];
	const { get, post, listSlots } = await openDesk(["sales"], {
		...testCompany,
		hours: { ...testCompany.hours, exceptions },
	});
	await post("/my-calendar", { ...settings, hoursOf: "company" });
	const page = await get("/my-calendar");
	expect(page).toContain("Monday to Friday, 10:00 AM to 6:00 PM; Saturday, 10:00 AM to 11:00 AM");
	expect(page).toMatch(/name="Saturday-until-1"[^>]*value="11:00"/);
	expect(page).toMatch(/name="Friday-until-1"[^>]*value="18:00"/);
	expect(await listSlots("2026-11-28")).toEqual(["10:00 AM", "10:30 AM"]);
	expect(await listSlots("2026-11-27")).toHaveLength(16);
});

test("time off takes its days from the site, and gives them back", async () => {
	const { get, post, listSlots } = await openDesk();
	await post("/my-calendar", { ...settings, hoursOf: "company" });
	const before = await listSlots("2026-11-30");
	const wrong = await post("/my-calendar", {
		do: "time-off",
		from: "2026-12-02",
		until: "2026-12-01",
		text: "Wedding",
	});
	expect(wrong.body).toContain("Enter the first day");
	for (const typed of ["2026-12-02", "2026-12-01", "Wedding"]) expect(wrong.body).toContain(`value="${typed}"`);
	await post("/my-calendar", { do: "time-off", from: "2026-11-30", until: "2026-12-01", text: "Wedding" });
	expect(await listSlots("2026-11-30")).toEqual([]);
	expect(await listSlots("2026-12-01")).toEqual([]);
	expect((await listSlots("2026-12-02")).length).toBeGreaterThan(0);
	const page = await get("/my-calendar");
	expect(page).toContain("Wedding");
	const [, id = ""] = /name="id" value="([^"]+)"/.exec(page) ?? [];
	await post("/my-calendar", { do: "remove-time-off", id });
	expect(await listSlots("2026-11-30")).toEqual(before);
});

test("time off is counted in the company's zone beside its hours, and in a host's own beside their own", async () => {
	const { get, post, listSlots, desk, database, clock } = await openDesk();
	const zoned = { ...settings, timeZone: "America/New_York" };
	const listTaken = async () => {
		const first = await listSlots("2026-11-30");
		return [first.length === 0, (await listSlots("2026-12-01")).length === 0];
	};
	const takeOff = () => post("/my-calendar", { do: "time-off", from: "2026-11-30" });
	const giveBack = async () => {
		const page = await get("/my-calendar");
		expect(page).toContain("Mon, 30 Nov");
		const [, id = ""] = /name="id" value="([^"]+)"/.exec(page) ?? [];
		await post("/my-calendar", { do: "remove-time-off", id });
	};
	await post("/my-calendar", { ...zoned, hoursOf: "company" });
	expect((await findHost(database.db, desk.accountId))?.timeZone).toBeUndefined();
	await takeOff();
	expect(await listTaken()).toEqual([true, false]);
	await giveBack();
	// A release before may have stored a zone.
	await database.db.updateTable("hosts").set({ timeZone: "America/New_York" }).execute();
	await takeOff();
	expect(await listTaken()).toEqual([true, false]);
	await giveBack();

	const { version = 0 } = (await findHost(database.db, desk.accountId)) ?? {};
	await post("/my-calendar", {
		...zoned,
		version: String(version),
		"Monday-from-1": "00:00",
		"Monday-until-1": "00:00",
	});
	await takeOff();
	const startMs = Temporal.Instant.from("2026-11-30T15:00:00Z").epochMilliseconds;
	const reserved = { purpose: "demo-call", reference: "BKG-7K3F9QXM", startMs, endMs: startMs + 1_800_000 };
	await database.write((transaction) => insertReservations(transaction, [desk.accountId], reserved, clock.now()));
	expect(await get("/")).toMatch(/1 call is during your time off, Mon, 30 Nov</);
});

test("an admin who disables a host, or takes the role away, reads what is still booked with them", async () => {
	const { post, database, clock } = await openDesk(["admin"]);
	const now = clock.now();
	const dev = await signInStaff(database, { now, roles: ["sales", "recruiter"], email: "dev@staff.example" });
	const path = `/accounts/${dev.accountId}`;
	const readText = async (fields: [string, string][]) => readNotice(await post(path, fields)).text;
	const reserve = (purpose: string, reference: string, hour: number) => {
		const startMs = Temporal.Instant.from("2026-11-30T05:00:00Z").epochMilliseconds + hour * 3_600_000;
		const reserved = { purpose, reference, startMs, endMs: startMs + 1_800_000 };
		return database.write((transaction) => insertReservations(transaction, [dev.accountId], reserved, now));
	};
	await reserve("demo-call", "BKG-7K3F9QXM", 0);
	await reserve("demo-call", "BKG-BEGUN000", -24 * 10);
	await reserve("interview", "INT-7K3F9QXM", 1);
	expect(
		await readText([
			["action", "roles"],
			["role", "recruiter"],
		]),
	).toBe("Roles changed. 1 call is still booked with them. To find their calls, choose “No host” in Calls.");
	expect(await readText([["action", "disable"]])).toBe(
		"Account disabled. Its sessions have ended. 1 call and 1 interview are still booked with them. To find their calls, choose “No host” in Calls.",
	);
	expect(await readText([["action", "enable"]])).toBe("Account enabled.");
});

test("time off counts the calls and interviews that it hits, and leads to them", async () => {
	const { get, post, desk, database, clock } = await openDesk();
	await post("/my-calendar", { ...settings, hoursOf: "company" });
	const startMs = Temporal.Instant.from("2026-11-30T05:00:00Z").epochMilliseconds;
	const reserve = (purpose: string, reference: string, days: number) =>
		database.write((transaction) =>
			insertReservations(
				transaction,
				[desk.accountId],
				{ purpose, reference, startMs: startMs + days * 86_400_000, endMs: startMs + days * 86_400_000 + 1_800_000 },
				clock.now(),
			),
		);
	await reserve("demo-call", "BKG-7K3F9QXM", 0);
	await reserve("interview", "INT-7K3F9QXM", 1);
	await reserve("demo-call", "BKG-AFTER000", 2);
	const added = await post("/my-calendar", { do: "time-off", from: "2026-11-30", until: "2026-12-01" });
	expect(decodeURIComponent(String(added.headers["set-cookie"]))).toContain(
		"Time off added. 1 call and 1 interview are still booked then.",
	);
	const path = String(added.headers.location);
	expect(await get("/my-calendar")).toContain(`href="${path}"`);
	const page = await get(path);
	expect(page).toContain("1 call and 1 interview are during time off.");
	// Sales may not change an interview.
	expect(page).toContain("Ask a recruiter to move it.");
	expect(page).not.toContain("BKG-AFTER000");
	expect(await get("/")).toContain("1 call and 1 interview are during your time off, Mon, 30 Nov to Tue, 1 Dec");
});

const busyCalendar = [
	"BEGIN:VCALENDAR",
	"VERSION:2.0",
	"BEGIN:VEVENT",
	"UID:1",
	"DTSTART:20261130T043000Z",
	"DTEND:20261130T053000Z",
	"SUMMARY:Dentist",
	"END:VEVENT",
	"END:VCALENDAR",
].join("\r\n");

/** Serves a calendar on this machine and returns its secret address. */
async function serveCalendar(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/private-0123456789.ics`;
}

test("a busy calendar blocks its host, shows the state of reading it, and never its address", async () => {
	const { get, post, desk, listSlots, listDeeds } = await openDesk();
	await post("/my-calendar", { ...settings, hoursOf: "company" });
	const before = await listSlots("2026-11-30");
	let isDown = false;
	const address = await serveCalendar((_request, response) =>
		isDown ? response.writeHead(503).end() : response.end(busyCalendar),
	);
	expect(await get("/my-calendar")).toContain("No calendars yet");
	const wrong = await post("/my-calendar", { do: "calendar", address: "ftp://example.org/a.ics" });
	expect(wrong.body).toContain('href="#address"');
	expect((await post("/my-calendar", { do: "calendar", address })).statusCode).toBe(303);
	const taken = await post("/my-calendar", { do: "calendar", address });
	expect(taken.body).toContain("This calendar is already added");
	const page = await get("/my-calendar");
	expect(page).toContain("1 upcoming busy time");
	expect(page).toContain("Last synced");
	expect(page).toContain(new URL(address).host);
	expect(page).not.toContain("private-0123456789");
	expect(page).not.toContain("Dentist");
	expect(before.filter((time) => !["10:00 AM", "10:30 AM"].includes(time))).toEqual(await listSlots("2026-11-30"));

	const [, id = ""] = /name="id" value="([^"]+)"/.exec(page) ?? [];
	isDown = true;
	await post("/my-calendar", { do: "read-calendar", id });
	const failing = await get("/my-calendar");
	expect(failing).toMatch(/Sync failing since .*the server returns status 503/);
	expect(failing).toContain("1 upcoming busy time");
	isDown = false;
	await post("/my-calendar", { do: "read-calendar", id });
	expect(await get("/my-calendar")).not.toContain("Sync failing");
	await post("/my-calendar", { do: "remove-calendar", id });
	expect(await listSlots("2026-11-30")).toEqual(before);
	expect(await listDeeds()).toEqual(
		["calendar-removed", "calendar-fetched", "calendar-fetched", "calendar-added", "settings"].map(
			(deed) => `host.${deed} ${desk.accountId}`,
		),
	);
});

test("a busy calendar keeps its host from being offered until it is read, and says what could not be read", async () => {
	const { get, post, listSlots } = await openDesk();
	await post("/my-calendar", { ...settings, hoursOf: "company" });
	const before = await listSlots("2026-11-30");
	let isDown = true;
	const address = await serveCalendar((_request, response) =>
		isDown
			? response.writeHead(503).end()
			: response.end(busyCalendar.replace("END:VEVENT", "EXDATE:never\r\nEND:VEVENT")),
	);
	await post("/my-calendar", { do: "calendar", address });
	expect(await listSlots("2026-11-30")).toEqual([]);
	const unread = await get("/my-calendar");
	expect(unread).toContain("This host is not offered until it is.");
	expect(unread).toContain("the server returns status 503. Check the address, or remove the calendar.");
	isDown = false;
	const [, id = ""] = /name="id" value="([^"]+)"/.exec(unread) ?? [];
	await post("/my-calendar", { do: "read-calendar", id });
	expect(await listSlots("2026-11-30")).toEqual(before.filter((time) => !["10:00 AM", "10:30 AM"].includes(time)));
	expect(await get("/my-calendar")).toContain(
		"1 part could not be read; the rest counts. line 8: EXDATE has a time that cannot be read.",
	);
});

test("a call in its host's own calendar does not block the host, wherever it is moved and when it is cancelled", async () => {
	const { post, desk, database, listSlots } = await openDesk();
	await post("/my-calendar", { ...settings, hoursOf: "company" });
	const before = await listSlots("2026-11-30");
	const call = { ...createBookingRecord(), id: createOrderedId(), hostId: desk.accountId };
	await storeBooking(database, { ...call, state: "cancelled" });
	const address = await serveCalendar((_request, response) =>
		response.end(busyCalendar.replace("UID:1", `UID:${call.id}`)),
	);
	await post("/my-calendar", { do: "calendar", address });
	expect(await listSlots("2026-11-30")).toEqual(before);
});

test("a host's feed has the host's calls, is shown once, and ends with a new one or with the account", async () => {
	const { get, post, desk, database, clock, url, publicPath, listDeeds } = await openDesk();
	const renew = async () => {
		const { secret, load } = await followToSecret(await post("/my-calendar", { do: "feed" }), desk, /http:[^<]+\.ics/);
		expect(await load()).toBe(secret);
		return secret;
	};
	const feed = async (address: string) => fetch(url + publicPath(address));
	await post("/my-calendar", { ...settings, hoursOf: "company" });
	const mine = createBookingRecord();
	await storeBooking(database, mine);
	await database.db.updateTable("bookings").set({ hostId: desk.accountId }).where("id", "=", mine.id).execute();
	await storeBooking(database, {
		...mine,
		id: "other",
		reference: "BKG-00000002",
		firstName: "Bela",
		startsAt: mine.startsAt.add({ hours: 1 }),
	});
	expect(await get("/my-calendar")).toContain("Create address");
	const made = await renew();
	const calendar = await (await feed(made)).text();
	expect(calendar).toContain("Asha");
	expect(calendar).not.toContain("Bela");
	const stored = await database.db.selectFrom("hostFeeds").selectAll().execute();
	const token = publicPath(made).split("/").at(-1)?.replace(".ics", "") ?? "none";
	expect(JSON.stringify(stored)).not.toContain(token);
	const later = await get("/my-calendar");
	expect(later).toContain("Replace address");
	expect(later).not.toContain(token);

	const renewed = await renew();
	expect((await feed(made)).status).toBe(404);
	expect((await feed(renewed)).status).toBe(200);
	expect(await listDeeds()).toContain(`host.feed-renewed ${desk.accountId}`);
	await database.write((transaction) => updateAccount(transaction, desk.accountId, { disabledAt: clock.now() }));
	expect((await feed(renewed)).status).toBe(404);
});

test("a host's feed has only what their roles let them see, of applicants who may be interviewed", async () => {
	const { post, desk, database, clock, url, publicPath } = await openDesk();
	await post("/my-calendar", { ...settings, hoursOf: "company" });
	const call = createBookingRecord();
	await storeBooking(database, call);
	await database.db.updateTable("bookings").set({ hostId: desk.accountId }).execute();
	for (const [index, fullName] of ["Divya Nair", "Noel Absent", "Quentin Held"].entries()) {
		const isHeld = fullName.startsWith("Quentin");
		const application = await storeApplication(database, {
			reference: `APP-0000000${index}`,
			state: isHeld ? "quarantined" : "received",
			answers: { fullName },
		});
		const id = await storeInterview(database.db, {
			reference: `INT-0000000${index}`,
			application,
			at: clock.now(),
		});
		await database.db
			.updateTable("interviews")
			.set({
				state: "booked",
				outcome: fullName.startsWith("Noel") ? "no-show" : null,
				hostIds: JSON.stringify([desk.accountId]),
				startsAt: toInstantText(call.startsAt.add({ hours: index + 1 })),
			})
			.where("id", "=", id)
			.execute();
	}
	const { secret } = await followToSecret(await post("/my-calendar", { do: "feed" }), desk, /http:[^<]+\.ics/);
	const listNames = async (role: Role) => {
		await database.write((transaction) => updateAccount(transaction, desk.accountId, { roles: [role] }));
		const feed = await (await fetch(url + publicPath(secret))).text();
		return ["Asha", "Divya", "Noel", "Quentin"].filter((name) => feed.includes(name));
	};
	expect(await listNames("admin")).toEqual(["Asha", "Divya"]);
	expect(await listNames("sales")).toEqual(["Asha"]);
	expect(await listNames("interviewer")).toEqual(["Divya"]);
});

test("a member's feed of all calls ends with their access, and when an admin ends their sessions", async () => {
	const { post, desk, database, clock, url, publicPath, listDeeds } = await openDesk();
	const renew = async () => (await followToSecret(await post("/calls/subscribe", {}), desk, /http:[^<]+\.ics/)).secret;
	const feed = async (address: string) => fetch(url + publicPath(address));
	const change = (changes: Parameters<typeof updateAccount>[2]) =>
		database.write((transaction) => updateAccount(transaction, desk.accountId, changes));
	await storeBooking(database, createBookingRecord());
	const made = await renew();
	expect(await (await feed(made)).text()).toContain("Asha");
	const renewed = await renew();
	expect((await feed(made)).status).toBe(404);
	for (const without of [{ disabledAt: clock.now() }, { roles: ["recruiter" as const] }]) {
		await change(without);
		expect((await feed(renewed)).status).toBe(404);
		await change({ disabledAt: null, roles: ["admin"] });
		expect((await feed(renewed)).status).toBe(200);
	}
	const config = readConfig({});
	const parts = { config, database, clock, messageIdDomain: "narangi.example", endFeedsOf, onEmails: () => undefined };
	// Its owner's sessions have ended by themselves.
	await database.db.deleteFrom("sessions").execute();
	expect(await createAdministration(parts).endSessions("command", desk.accountId)).toMatchObject({ ended: 1 });
	expect((await feed(renewed)).status).toBe(404);
	expect(await listDeeds()).toContain(`account.sessions-ended ${desk.accountId}`);
});

test("the shared address of all calls is offered to be ended", async () => {
	const { get, post, database, clock, url } = await openDesk();
	expect(await get("/calls/subscribe")).not.toContain("Shared address");
	const token = await database.write((transaction) => getFeedToken(transaction, clock.now()));
	expect(await get("/calls/subscribe")).toContain("Shared address");
	await post("/calls/subscribe", { do: "end-shared" });
	expect((await fetch(`${url}/demo/calendar/${token}.ics`)).status).toBe(404);
	expect(await get("/calls/subscribe")).not.toContain("Shared address");
});

test("an admin adds a calendar for a host, and the form of a page affects no other host", async () => {
	const { post, get, database, clock, desk, listDeeds } = await openDesk(["admin"]);
	const dev = await signInStaff(database, { now: clock.now(), roles: ["sales"], email: "dev@staff.example" });
	const address = await serveCalendar((_request, response) => response.end(busyCalendar));
	await post(`/hosts/${dev.accountId}`, { do: "calendar", address });
	const page = await get(`/hosts/${dev.accountId}`);
	expect(page).toContain("1 upcoming busy time");
	const [, id = ""] = /name="id" value="([^"]+)"/.exec(page) ?? [];
	await post("/my-calendar", { do: "remove-calendar", id });
	expect(await get(`/hosts/${dev.accountId}`)).toContain("1 upcoming busy time");
	expect(await listDeeds()).toEqual([`host.calendar-added ${dev.accountId}`]);
	expect((await post(`/hosts/${desk.accountId}`, { do: "nothing" })).statusCode).toBe(400);
});

test("an admin sets the hours of possible hosts only", async () => {
	const { get, post, database, clock } = await openDesk(["admin"]);
	const now = clock.now();
	const dev = await signInStaff(database, { now, roles: ["sales"], email: "dev@staff.example" });
	const editor = await signInStaff(database, { now, roles: ["editor"], email: "ed@staff.example" });
	expect(await get("/hosts")).toContain("No hosts for demo calls yet");
	await post(`/hosts/${dev.accountId}`, { ...settings, hoursOf: "company" });
	const hosts = await get("/hosts");
	expect(hosts).not.toContain("No hosts for demo calls");
	expect(hosts.replaceAll("<!-- -->", "")).toContain("No hosts for interviews yet, so none can be offered");
	expect(hosts).toContain("New room per call");
	expect(hosts).not.toContain(editor.accountId);
	expect((await post(`/hosts/${editor.accountId}`, settings)).statusCode).toBe(404);
});

test("closures take days from the site, by hand or from the list of public holidays", async () => {
	const { get, post, listSlots, listDeeds } = await openDesk();
	expect((await post("/closures", { do: "add", from: "2026-11-30" })).body).toContain("Enter a reason");
	await post("/closures", { do: "add", from: "2026-11-30", text: "Moving house" });
	expect(await listSlots("2026-11-30")).toEqual([]);
	const page = await get("/closures");
	expect(page).toContain("Moving house");
	const [, id = ""] = /name="id" value="([^"]+)"/.exec(page) ?? [];
	await post("/closures", { do: "remove", id });
	expect((await listSlots("2026-11-30")).length).toBeGreaterThan(0);
	const [, holiday = ""] = /name="holiday" value="([^"]+)"/.exec(page) ?? [];
	expect(holiday).not.toBe("");
	await post("/closures", { do: "holidays", holiday });
	expect(await get("/closures")).not.toContain(`value="${holiday}"`);
	expect(await listDeeds()).toEqual(["closure.added", "closure.removed", "closure.added"]);
});

test("closed days and time off are neither over nor further ahead than the days that are listed", async () => {
	const { get, post, clock } = await openDesk(["admin"]);
	const lastDay = clock.now().toZonedDateTimeISO(testCompany.timeZone).toPlainDate().add({ days: 732 });
	for (const [path, asked] of [
		["/closures", "add"],
		["/my-calendar", "time-off"],
	] as const) {
		const enter = async (from: string, until: string) =>
			(await post(path, { do: asked, from, until, text: "Moving house" })).body;
		expect(await enter("2026-11-21", "2026-11-22")).toContain("Enter days that are not over yet");
		for (const until of [lastDay.add({ days: 1 }).toString(), "9999-12-31"])
			expect(await enter("2026-12-24", until)).toContain("Enter days within the next two years");
		expect(await enter("2026-12-24", "9999-12-31")).toContain('href="#until"');
		expect(await enter("9999-12-31", "")).toContain('href="#from"');
		await enter("2026-11-21", "2026-11-24");
		await enter(lastDay.toString(), "");
		expect(await get(path)).toMatch(/24 Nov 2026.*24 Nov 2028/s);
	}
});

test("a removal that took nothing away leaves no entry in the audit log", async () => {
	const { post, get, desk, listDeeds } = await openDesk(["admin"]);
	await post("/my-calendar", { do: "time-off", from: "2026-11-30" });
	const [, id = ""] = /name="id" value="([^"]+)"/.exec(await get("/my-calendar")) ?? [];
	const remove = () => post("/my-calendar", { do: "remove-time-off", id });
	expect((await Promise.all([remove(), remove(), remove()])).map(({ statusCode }) => statusCode)).toEqual([
		303, 303, 303,
	]);
	await post("/closures", { do: "remove", id: "gone" });
	await post("/my-calendar", { do: "remove-calendar", id: "gone" });
	await post("/account", { action: "end-others" });
	await post("/emails", { action: "retry" });
	expect(await listDeeds()).toEqual([`host.time-off-removed ${desk.accountId}`, `host.time-off ${desk.accountId}`]);
});
