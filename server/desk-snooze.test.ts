import { describe, expect, test } from "vitest";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startTestServer } from "../tests/support/test-server.ts";

/** 11:30 on a Monday in India; the company is open from 10:00 to 18:00. */
async function openDesk() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["sales"] });
	const reference = await storeEnquiry(server.database);
	await storeEnquiry(server.database, { reference: "ENQ-00000002", firstName: "Bela", email: "bela@visitor.example" });
	const browser = createDeskBrowser(desk);
	return {
		...server,
		...browser,
		path: `/enquiries/${reference}`,
		reference,
		async snooze(value: string, version = 1) {
			const answer = await browser.post(`/enquiries/${reference}`, { do: "snooze", value, version: String(version) });
			return { answer, notice: decodeURIComponent(String(answer.headers["set-cookie"] ?? "")) };
		},
	};
}

describe("a snoozed enquiry", () => {
	test.each([
		["later", "Mon 23 Nov, 2:30 PM"],
		["tomorrow", "Tue 24 Nov, 10:00 AM"],
		["monday", "Mon 30 Nov, 10:00 AM"],
		["2026-12-09", "Wed 9 Dec, 10:00 AM"],
	])("is left for %s, in the company's zone and hours", async (value, time) => {
		const { snooze, get, path } = await openDesk();
		const { answer, notice } = await snooze(value);
		expect(answer.statusCode).toBe(303);
		expect(notice).toContain(`Snoozed until ${time}.`);
		expect(notice).toContain("|undo|");
		const page = await get(path);
		expect(page).toContain(`Snoozed until ${time}`);
		expect(page).toContain(`snooze: Not snoozed → ${time}`);
	});

	test("offers its choices with their times, which never follow the working day's end", async () => {
		const { get, path, clock } = await openDesk();
		expect(await get(path)).toContain('Later today <span class="number">Mon 23 Nov, 2:30 PM</span>');
		// A quarter past four.
		clock.advance({ hours: 4, minutes: 45 });
		expect(await get(path)).toContain('Later today <span class="number">Mon 23 Nov, 6:00 PM</span>');
		clock.advance({ hours: 6 });
		expect(await get(path)).toContain('In 3 hours <span class="number">Tue 24 Nov, 1:15 AM</span>');
	});

	test("is in no list or count but its own, is found, and comes back on top", async () => {
		const { snooze, get, post, path, clock } = await openDesk();
		await snooze("later");
		for (const address of ["/enquiries", "/enquiries?show=unanswered", "/enquiries?owner=nobody", "/"]) {
			const page = await get(address);
			expect(page, address).not.toContain("Asha Rao");
			expect(page, address).toContain("Bela Rao");
		}
		expect(await get("/enquiries?show=snoozed")).toContain("Until Mon 23 Nov, 2:30 PM");
		expect((await post("/search", { search: "asha" })).body).toContain("Asha Rao");
		clock.advance({ hours: 3 });
		const list = await get("/enquiries");
		expect(list.indexOf("Asha Rao")).toBeLessThan(list.indexOf("Bela Rao"));
		expect(list.indexOf("Asha Rao")).toBeGreaterThan(0);
		expect(await get("/enquiries?show=snoozed")).not.toContain("Asha Rao");
		expect(await get(path)).not.toContain("Snoozed until");
	});

	test("is unsnoozed at once, and its snooze undone", async () => {
		const { snooze, get, post, path } = await openDesk();
		await snooze("tomorrow");
		expect(await get(path)).toContain("Unsnooze");
		expect((await snooze("", 2)).notice).toContain("Back in the list.");
		expect(await get("/enquiries")).toContain("Asha Rao");
		const { notice } = await snooze("monday", 3);
		const [, id = ""] = /\|undo\|([\w-]+)/.exec(notice) ?? [];
		expect((await post(path, { do: "undo", id })).statusCode).toBe(303);
		expect(await get("/enquiries")).toContain("Asha Rao");
	});

	test("is refused a day that is over, and a version that somebody changed", async () => {
		const { snooze, get } = await openDesk();
		expect((await snooze("2026-11-20")).answer.body).toContain("Choose a time that is still to come.");
		expect((await snooze("2031-11-20")).answer.body).toContain("Choose a day within a year.");
		expect((await snooze("whenever")).answer.body).toContain("Choose when it comes back.");
		await snooze("tomorrow");
		expect((await snooze("monday")).answer.body).toContain("someone else changed this record first");
		expect(await get("/enquiries?show=snoozed")).toContain("Tue 24 Nov");
	});

	test("is listed as spam where it is spam", async () => {
		const { snooze, get, post, path } = await openDesk();
		await snooze("tomorrow");
		await post(path, { do: "spam", value: "yes", version: "2" });
		expect(await get("/enquiries?show=spam")).toContain("Asha Rao");
		expect(await get("/enquiries?show=snoozed")).not.toContain("Asha Rao");
	});

	test("is listed as done once it is, until it is opened again", async () => {
		const { snooze, get, post, path } = await openDesk();
		await snooze("tomorrow");
		await post(path, { do: "stage", value: "won", version: "2" });
		expect(await get("/enquiries?show=done")).toContain("Asha Rao");
		expect(await get("/enquiries?show=snoozed")).not.toContain("Asha Rao");
		await post(path, { do: "stage", value: "in-conversation", version: "3" });
		expect(await get("/enquiries?show=done")).not.toContain("Asha Rao");
		expect(await get("/enquiries?show=snoozed")).toContain("Asha Rao");
	});

	test("is back on Today once its reply is late", async () => {
		const { snooze, get, clock, openDesk: open } = await openDesk();
		const openAgain = () => open({ roles: ["sales"] });
		await snooze("2026-12-21");
		expect(await get("/")).not.toContain("Asha Rao");
		clock.advance({ hours: 24 * 4 });
		// The session has ended meanwhile.
		const next = createDeskBrowser(await openAgain());
		expect(await next.get("/")).toContain("Asha Rao");
		expect(await next.get("/enquiries")).not.toContain("Asha Rao");
	});
});
