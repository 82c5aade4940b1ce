import { describe, expect, test } from "vitest";
import { roles, type Role } from "../shared/roles.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { readDeskPage } from "../tests/support/read-desk-page.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { startTestServer, type TestDesk } from "../tests/support/test-server.ts";

/** The navigation of a page: each link's text, with its count. */
function readNavigation(html: string): string[] {
	const [, navigation = ""] = /<nav aria-label="Main">(.*?)<\/nav>/s.exec(html) ?? [];
	return [...navigation.matchAll(/<a .*?>(.*?)<\/a>/gs)].map(([, inner = ""]) =>
		inner
			.replaceAll(/<!--.*?-->|<[^>]+>/g, "")
			.replaceAll(/\s+/g, " ")
			.trim(),
	);
}

async function openOffice(...own: Role[]) {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: own, base: await readTestContent() });
	return {
		server,
		async read(url: string) {
			const answer = await desk.inject({ url, headers: { host: "localhost:3001" } });
			return { status: answer.statusCode, html: answer.body };
		},
	};
}

const calendar = ["Calendar", "Calls", "My calendar"];
const inbox = ["Inbox", "Today", "Enquiries", "Bookings"];
const hiring = ["Hiring", "Applications", "Board", "Jobs", "Interviews"];
const site = ["Site", "Content", "Pictures"];

describe("the navigation", () => {
	test.each<[Role, string[]]>([
		["admin", [...inbox, "Requests", ...calendar, ...hiring, "Contacts", ...site, "Analytics", "Settings"]],
		["sales", [...inbox, ...calendar, "Contacts", "Analytics", "Settings"]],
		["recruiter", ["Inbox", ...calendar, ...hiring, "Contacts", "Analytics", "Settings"]],
		["interviewer", ["Calendar", "Hiring", "Settings"]],
		["editor", ["Inbox", ...site, "Analytics", "Settings"]],
	])("has for %s the areas that they may use, and no other", async (role, expected) => {
		const { read } = await openOffice(role);
		expect(readNavigation((await read("/keyboard")).html)).toEqual(expected);
	});

	test("counts in each list what waits for the team", async () => {
		const { read, server } = await openOffice("sales");
		await storeEnquiry(server.database, { reference: "ENQ-00000001" });
		await storeEnquiry(server.database, { reference: "ENQ-00000002" });
		await storeEnquiry(server.database, { reference: "ENQ-00000003", state: "quarantined" });
		expect(readNavigation((await read("/keyboard")).html)).toContain("Enquiries 2 waiting");
	});
});

describe("the settings", () => {
	test.each(roles)("list for %s only what opens, and fields that exist", async (role) => {
		const { read } = await openOffice(role);
		const { html } = await read("/settings");
		const [, list = ""] = /<div class="settings">(.*)<\/main>/s.exec(html) ?? [];
		const { links } = readDeskPage(list);
		expect(links.length).toBeGreaterThan(4);
		for (const link of links) {
			const [path = "", field] = link.split("#");
			const page = await read(path);
			const isThere = field === undefined || page.html.includes(`id="${field}"`);
			expect([link, page.status, isThere]).toEqual([link, 200, true]);
		}
	});

	test("lead to the opening hours, for those who may change them", async () => {
		const address = "/opening-hours";
		for (const [role, isThere] of [
			["admin", true],
			["editor", true],
			["sales", false],
		] as const) {
			const { read } = await openOffice(role);
			expect([role, (await read("/settings")).html.includes(`href="${address}"`)]).toEqual([role, isThere]);
		}
	});
});

test("the opening hours are set by day, as a draft of the company's settings", async () => {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["editor"], base: await readTestContent() });
	const post = (fields: [string, string][]) =>
		desk.inject({
			method: "POST",
			url: "/opening-hours",
			headers: {
				host: "localhost:3001",
				"sec-fetch-site": "same-origin",
				"content-type": "application/x-www-form-urlencoded",
			},
			payload: new URLSearchParams(fields).toString(),
		});
	const read = async (url: string) => (await desk.inject({ url, headers: { host: "localhost:3001" } })).body;
	const times: [string, string][] = [
		["opens", "09:30"],
		["closes", "00:00"],
		["text", "Every weekend"],
	];
	const refused = await post([["opens", "early"]]);
	expect(refused.statusCode).toBe(422);
	for (const message of ["Choose at least one day", "Enter when you open", "Enter when you close"])
		expect(refused.body).toContain(message);
	const saved = await post([["day", "Sunday"], ["day", "Saturday"], ["day", "Someday"], ...times, ["do", "publish"]]);
	expect(saved.headers.location).toBe("/studio/publish?path=company.yml");
	const page = await read("/opening-hours");
	const open = [...page.matchAll(/<input[^>]*name="day"[^>]*>/g)].filter(([input]) => input.includes("checked"));
	expect(open.map(([input]) => /value="(\w+)"/.exec(input)?.[1])).toEqual(["Saturday", "Sunday"]);
	expect(page).toContain("See the draft");
	expect(await read("/studio/documents/company.yml")).toContain('value="24:00"');
	const late = await post([["day", "Monday"], ...times, ["version", "0"]]);
	expect([late.statusCode, late.body.includes("Someone else has changed")]).toEqual([409, true]);
});

describe("the command palette", () => {
	async function find(desk: TestDesk, search: string): Promise<string> {
		const answer = await desk.inject({
			method: "POST",
			url: "/go/find",
			headers: {
				host: "localhost:3001",
				"sec-fetch-site": "same-origin",
				"content-type": "application/x-www-form-urlencoded",
			},
			payload: new URLSearchParams({ search }).toString(),
		});
		expect(answer.statusCode).toBe(200);
		return answer.body;
	}

	test("finds a record behind hundreds of later ones that the member may not see", async () => {
		const server = await startTestServer("sqlite");
		const desk = await server.openDesk({ roles: ["recruiter"], base: await readTestContent() });
		const receivedAt = Temporal.Instant.from("2026-09-01T06:00:00Z");
		const answers = { fullName: "Openhearted Rao" };
		await storeApplication(server.database, { reference: "APP-00000001", receivedAt, answers });
		await Promise.all(
			Array.from({ length: 250 }, (_, index) =>
				storeEnquiry(server.database, {
					reference: `ENQ-${String(index).padStart(8, "0")}`,
					receivedAt: receivedAt.add({ hours: index + 1 }),
					firstName: "Openhearted",
				}),
			),
		);
		const found = await find(desk, "openhearted");
		expect(found).toContain("APP-00000001");
		expect(found).not.toContain("ENQ-");
	});

	test("finds by words only what the member may see", async () => {
		const found = new Map<Role, string>();
		for (const role of roles) {
			const server = await startTestServer("sqlite");
			const desk = await server.openDesk({ roles: [role], base: await readTestContent() });
			await storeEnquiry(server.database, { reference: "ENQ-00000001", firstName: "Openhearted" });
			found.set(role, await find(desk, "open"));
		}
		const has = (text: string) => [...found].filter(([, body]) => body.includes(text)).map(([role]) => role);
		expect(has("/enquiries/ENQ-00000001")).toEqual(["admin", "sales"]);
		expect(has("/people/of/ENQ-00000001")).toEqual(["admin", "sales"]);
		expect(has("/opening-hours")).toEqual(["admin", "editor"]);
	});
});
