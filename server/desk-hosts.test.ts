import { expect, test } from "vitest";
import { listAuditEntries } from "../features/accounts/audit-log.server.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { startTestServer } from "../tests/support/test-server.ts";
import type { Role } from "../features/accounts/roles.ts";

/** The desk on Monday, 23 November 2026. */
async function openDesk(roles: Role[] = ["sales"]) {
	const server = await startTestServer("sqlite");
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
		/** What the site offers on a day. */
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

test("one's own hours decide what the site offers, and a wrong hour is said at its field", async () => {
	const { get, post, desk, listSlots, listDeeds } = await openDesk();
	const before = await listSlots("2026-11-30");
	expect(before.length).toBeGreaterThan(4);
	expect(await get("/my-calendar")).toContain("Cannot be booked yet");
	const wrong = await post("/my-calendar", { ...settings, "Monday-from-1": "12:00", "Monday-until-1": "10:00" });
	expect(wrong.body).toContain('href="#Monday-from-1"');
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
	expect(page).toContain("Can be booked");
	expect(page).toMatch(/name="Monday-from-2"[^>]*value="12:00"/);
	expect((await post("/my-calendar", settings)).body).toContain("Somebody has changed this meanwhile");
	expect(await listDeeds()).toEqual([`host.settings ${desk.accountId}`]);
});

test("time off takes its days from the site, and gives them back", async () => {
	const { get, post, listSlots } = await openDesk();
	await post("/my-calendar", { ...settings, hoursOf: "company" });
	const before = await listSlots("2026-11-30");
	expect((await post("/my-calendar", { do: "time-off", from: "2026-12-02", until: "2026-12-01" })).body).toContain(
		"Enter the first day",
	);
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

test("an admin sets the hours of anybody who may hold calls, and nobody else's", async () => {
	const { get, post, database, clock } = await openDesk(["admin"]);
	const now = clock.now();
	const dev = await signInStaff(database, { now, roles: ["sales"], email: "dev@staff.example" });
	const editor = await signInStaff(database, { now, roles: ["editor"], email: "ed@staff.example" });
	expect(await get("/hosts")).toContain("Nobody is a host of demo calls yet");
	await post(`/hosts/${dev.accountId}`, { ...settings, hoursOf: "company" });
	const hosts = await get("/hosts");
	expect(hosts).not.toContain("Nobody is a host");
	expect(hosts).toContain("A room for each");
	expect(hosts).not.toContain(editor.accountId);
	expect((await post(`/hosts/${editor.accountId}`, settings)).statusCode).toBe(404);
});

test("closures take days from the site, by hand or from the list of public holidays", async () => {
	const { get, post, listSlots, listDeeds } = await openDesk();
	expect((await post("/closures", { do: "add", from: "2026-11-30" })).body).toContain("Enter the reason");
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
