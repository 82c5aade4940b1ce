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

/** A desk of an editor that reads pages and posts the form of the opening hours. */
async function openHoursDesk() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["editor"], base: await readTestContent() });
	return {
		post: (fields: [string, string][]) =>
			desk.inject({
				method: "POST",
				url: "/opening-hours",
				headers: {
					host: "localhost:3001",
					"sec-fetch-site": "same-origin",
					"content-type": "application/x-www-form-urlencoded",
				},
				payload: new URLSearchParams(fields).toString(),
			}),
		read: async (url: string) => (await desk.inject({ url, headers: { host: "localhost:3001" } })).body,
	};
}

test("the opening hours are set by day, as a draft of the company's settings", async () => {
	const { post, read } = await openHoursDesk();
	const timesOf = (day: string, opens: string, closes: string): [string, string][] => [
		[`opens-${day}`, opens],
		[`closes-${day}`, closes],
	];
	const times: [string, string][] = [
		...timesOf("Saturday", "09:30", "00:00"),
		...timesOf("Sunday", "09:30", "00:00"),
		["text", "Every weekend"],
	];
	const refused = await post([["text", ""]]);
	expect(refused.statusCode).toBe(422);
	for (const message of ["Choose at least one day", "Enter the hours as visitors read them"])
		expect(refused.body).toContain(message);
	const faulty = await post([
		...["Monday", "Tuesday", "Friday", "Saturday", "Sunday"].map((day): [string, string] => ["day", day]),
		...timesOf("Monday", "early", "18:00"),
		...timesOf("Tuesday", "10:00", "10:00"),
		...timesOf("Friday", "18:00", "11:00"),
		...times,
	]);
	expect(faulty.statusCode).toBe(422);
	const errors = [...faulty.body.matchAll(/<a href="#([\w-]+)">([^<]+)<\/a>/g)].map(([, field, message]) => [
		field,
		message,
	]);
	expect(errors).toEqual([
		["opens-Monday", "Enter when you open on Monday, such as 10:00"],
		["closes-Tuesday", "Tuesday: the closing must differ from the opening"],
	]);
	expect(faulty.body).toMatch(/id="opens-Monday"[^>]*aria-invalid="true" aria-describedby="opens-Monday-error"/);
	const overlapping = await post([
		["day", "Friday"],
		["day", "Saturday"],
		...timesOf("Friday", "18:00", "11:00"),
		...times,
	]);
	expect(overlapping.body).toContain("Saturday: the opening must not be before the hours of Friday end");
	const saved = await post([["day", "Sunday"], ["day", "Saturday"], ["day", "Someday"], ...times, ["do", "publish"]]);
	expect(saved.headers.location).toBe("/studio/publish?path=company.yml");
	const page = await read("/opening-hours");
	const open = [...page.matchAll(/<input[^>]*name="day"[^>]*>/g)].filter(([input]) => input.includes("checked"));
	expect(open.map(([input]) => /value="(\w+)"/.exec(input)?.[1])).toEqual(["Saturday", "Sunday"]);
	expect(page).toContain("See the draft");
	expect(await read("/studio/documents/company.yml")).toContain('value="24:00"');
	const late = await post([["day", "Saturday"], ...times, ["version", "0"]]);
	expect([late.statusCode, late.body.includes("Someone else has changed")]).toEqual([409, true]);
});

describe("days with other hours", () => {
	const usual = ["10:00", "18:00"] as const;
	type Rows = Record<string, readonly [string, string]>;

	/** The form of the opening hours, and the fields of the studio's own form of the same document. */
	async function openHours() {
		const { post, read } = await openHoursDesk();
		const valuesOf = (html: string, ids: readonly string[]) =>
			ids.map((id) => {
				const [input = ""] = new RegExp(`<input[^>]* id="${id}"[^>]*>|<input id="${id}"[^>]*>`).exec(html) ?? [];
				return /value="([^"]*)"/.exec(input)?.[1];
			});
		return {
			async save(rows: Rows) {
				const page = await read("/opening-hours");
				const basis = ["version", "edition"].map((name): [string, string] => [
					name,
					new RegExp(`name="${name}" value="(\\d+)"`).exec(page)?.[1] ?? "",
				]);
				const saved = await post([
					...basis,
					["text", "Most days"],
					...Object.entries(rows).flatMap(([day, [opens, closes]]): [string, string][] => [
						["day", day],
						[`opens-${day}`, opens],
						[`closes-${day}`, closes],
					]),
				]);
				expect(saved.statusCode).toBe(303);
			},
			read: async (day: string) => valuesOf(await read("/opening-hours"), [`opens-${day}`, `closes-${day}`]),
			async readStored() {
				const html = await read("/studio/documents/company.yml");
				const [, days = ""] = /id="fields\.hours\.exceptions"(.*?)<\/fieldset>/s.exec(html) ?? [];
				const exceptions = [...days.matchAll(/<select id="(fields\.hours\.exceptions\.\d+)\.day".*?<\/select>/gs)].map(
					([select, name = ""]) => [
						/<option[^>]*selected=""[^>]*>(\w+)</.exec(select)?.[1],
						...valuesOf(html, [`${name}.opens`, `${name}.closes`]),
					],
				);
				return { common: valuesOf(html, ["fields.hours.opens", "fields.hours.closes"]), exceptions };
			},
		};
	}

	test("are saved beside those of most, and closed days begin with these", async () => {
		const { save, read, readStored } = await openHours();
		await save({ Monday: ["11:00", "18:00"], Tuesday: usual, Friday: usual, Saturday: ["09:00", "00:00"] });
		expect(await readStored()).toEqual({
			common: usual,
			exceptions: [
				["Monday", "11:00", "18:00"],
				["Saturday", "09:00", "24:00"],
			],
		});
		expect([await read("Monday"), await read("Friday"), await read("Saturday"), await read("Sunday")]).toEqual([
			["11:00", "18:00"],
			usual,
			["09:00", "00:00"],
			usual,
		]);
		await save({ Monday: usual, Tuesday: usual });
		expect(await readStored()).toEqual({ common: usual, exceptions: [] });
	});

	test("are those of the later days where as many open days have the one as the other", async () => {
		const { save, readStored } = await openHours();
		await save({ Sunday: ["12:00", "16:00"], Tuesday: usual });
		expect(await readStored()).toEqual({ common: usual, exceptions: [["Sunday", "12:00", "16:00"]] });
	});
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
