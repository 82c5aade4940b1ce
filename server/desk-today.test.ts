import { describe, expect, test } from "vitest";
import { listWeeklyEmailRecipients } from "../core/accounts/store.server.ts";
import { addPageViews } from "../features/page-views/store.server.ts";
import type { Role } from "../shared/roles.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startTestServer, type TestServer } from "../tests/support/test-server.ts";

/** 11:30 on a Monday in India. */
async function startOffice() {
	const server = await startTestServer("sqlite", {
		environment: { SMTP_URL: "smtp://mail.example", MAIL_FROM: "hello@narangi.example" },
	});
	const open = async (...roles: Role[]) => {
		const desk = await server.openDesk({ roles });
		return {
			accountId: desk.accountId,
			async read(url: string) {
				const answer = await desk.inject({ url, headers: { host: "localhost:3001" } });
				expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
				return answer.body.replaceAll(/<script[^>]*>.*?<\/script>/gs, "").replaceAll("<!-- -->", "");
			},
		};
	};
	return { server, open };
}

const textOf = (html: string) =>
	html
		.replaceAll(/<wbr[^>]*>/g, "")
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ");

async function storeWork({ database, clock }: TestServer) {
	const ago = (hours: number) => clock.now().subtract({ hours });
	// On Wednesday at half past eleven; 24 working hours later it was Saturday, half past eleven.
	await storeEnquiry(database, { reference: "ENQ-00000001", firstName: "Late", receivedAt: ago(24 * 5) });
	await storeEnquiry(database, { reference: "ENQ-00000002", firstName: "Fresh", receivedAt: ago(1) });
	await storeEnquiry(database, { reference: "ENQ-00000003", firstName: "Colleague", receivedAt: ago(2) });
	await database.db
		.updateTable("records")
		.set({ ownerId: "somebody-else" })
		.where("reference", "=", "ENQ-00000003")
		.execute();
	for (const [reference, followUpOn] of [
		["ENQ-00000002", "2026-11-23"],
		["ENQ-00000001", "2026-11-20"],
	] as const)
		await database.db.updateTable("records").set({ followUpOn }).where("reference", "=", reference).execute();
	const book = (id: string, change: Parameters<typeof createBookingRecord>[0]) =>
		storeBooking(database, createBookingRecord({ id, reference: `BKG-0000000${id}`, ...change }));
	await book("1", { firstName: "Over", date: "2026-11-23", time: "10:00 AM" });
	await book("2", { firstName: "Soon", date: "2026-11-23", time: "4:30 PM" });
	await book("3", { firstName: "Tomorrow", date: "2026-11-24", time: "10:00 AM" });
}

describe("today", () => {
	test("orders unanswered records by the time left, the member's own and unassigned ones", async () => {
		const { server, open } = await startOffice();
		await storeWork(server);
		const { read } = await open("sales");
		const text = textOf(await read("/"));
		expect(text).toContain("2 yours or unassigned. 1 late.");
		expect(text).toMatch(/Late Rao asha@visitor.example · Unassigned 8 h late .* Fresh Rao .* 23 h left/);
		expect(text).toContain("1 more waits for a colleague.");
		expect(text).not.toContain("Colleague Rao");
	});

	test("shows the day's calls in the company's zone, and due follow-ups", async () => {
		const { server, open } = await startOffice();
		await storeWork(server);
		const { read } = await open("sales");
		const html = await read("/");
		const text = textOf(html);
		expect(text).toMatch(/Calls today View all calls 10:00 AM Over Rao Hosting · Over 4:30 PM Soon Rao Hosting/);
		expect(text).not.toContain("Tomorrow Rao");
		expect(html).toContain('href="/bookings/BKG-00000002"');
		expect(text).toMatch(/Follow-ups .* Late Rao .* Overdue Fri, 20 Nov 2026 Fresh Rao .* Today Mon, 23 Nov 2026/);
	});

	test("shows everybody only their own tasks", async () => {
		const { server, open } = await startOffice();
		await storeWork(server);
		const headings = async (...roles: Role[]) =>
			[...(await (await open(...roles)).read("/")).matchAll(/<h2[^>]*>([^<]+)</g)].map(([, title]) => title);
		const sales = ["Waiting for a first reply", "Calls today", "Follow-ups"];
		// A new installation has no backup yet.
		expect(await headings("admin")).toEqual([
			"Needs attention",
			"Waiting for a first reply",
			"Calls today",
			"Interviews today",
			"Follow-ups",
			"New applications",
			"Analytics",
		]);
		expect(await headings("sales")).toEqual([...sales, "Analytics"]);
		expect(await headings("recruiter")).toEqual(["Interviews today", "Follow-ups", "New applications", "Analytics"]);
		expect(await headings("editor")).toEqual(["Analytics"]);
		const editor = await (await open("editor")).read("/");
		expect(editor).not.toContain("Late Rao");
	});

	test("suggests a next step when there is nothing", async () => {
		const { open } = await startOffice();
		const text = textOf(await (await open("admin")).read("/"));
		for (const part of [
			"Nobody is waiting for you.",
			"No calls today.",
			"No interviews today.",
			"No follow-ups due.",
			"No new applications since yesterday.",
		])
			expect(text).toContain(part);
		expect(text).toContain("No backup yet.");
		expect(textOf(await (await open("sales")).read("/"))).not.toContain("Needs attention");
	});
});

describe("the numbers", () => {
	test("are plots without scripts and tables, for the roles concerned", async () => {
		const { server, open } = await startOffice();
		await storeWork(server);
		await server.database.write((transaction) =>
			addPageViews(transaction, [{ day: "2026-11-17", page: "/<b>", source: "search.example", count: 7 }]),
		);
		const findings = async (...roles: Role[]) =>
			[...(await (await open(...roles)).read("/numbers")).matchAll(/<h3[^>]*>([^<]+)</g)].map(([, title]) => title);
		const ofVisits = ["Top source search.example: 7 of 7 visits", "Most viewed: /&lt;b&gt;, 7 of 7 page views"];
		expect(await findings("editor")).toEqual(ofVisits);
		expect(await findings("recruiter")).toEqual([
			...ofVisits,
			"No applications in this period",
			"No applications in this period",
			"No applications in this period",
			"No applications through source links with a cost yet",
			"No rejections with a reason in this period",
			"No withdrawals with a reason in this period",
			"Too few answers about where applicants heard of the position",
			"No applications of the last full week have a reply yet",
			"No hires in this period",
		]);
		expect(await findings("sales")).toEqual([
			"1 enquiry in the week of 16 November, 1 more than the week before",
			"No bookings in the week of 16 November, the same as the week before",
			"3 calls booked from 7 visits",
			...ofVisits,
			"0 of 1 replies on time in the week of 16 November",
			"No records of the last full week have a reply yet",
			"No enquiries closed in this period",
			"No calls in the last full week",
		]);
		const html = await (await open("admin")).read("/numbers");
		expect(html).not.toContain("style=");
		expect(html.match(/<svg class="plot"/g)?.length).toBeGreaterThanOrEqual(3);
		expect(html).toContain('<th scope="row">16 Nov</th><td class="number">1</td>');
	});

	test("are of one range: days, weeks or months by its length, and one that somebody enters", async () => {
		const { server, open } = await startOffice();
		await storeEnquiry(server.database, { receivedAt: Temporal.Instant.from("2026-06-15T06:00:00Z") });
		const { read } = await open("admin");
		expect(textOf(await read("/numbers"))).toContain("No enquiries in this period");
		expect(textOf(await read("/numbers?range=12m"))).toContain("June 2026 1");
		expect(textOf(await read("/numbers?range=7d"))).toContain("Tue, 17 Nov 2026 to Mon, 23 Nov 2026");
		expect(textOf(await read("/numbers?from=2026-04-01&to=2026-06-21"))).toContain("1 enquiry in the week of 15 June");
		expect(textOf(await read("/numbers?from=2026-06-15&to=2026-06-09"))).toContain("1 enquiry on 15 June");
		for (const odd of [
			"range=year",
			"from=x&to=x",
			"from=2000-01-01&to=9999-12-31",
			"from=9998-01-01&to=9999-12-31",
			"from=2026-02-01&to=2026-02-30",
		])
			expect(await read(`/numbers?${odd}`)).toContain(">Analytics</h1>");
	});
});

test("admins turn the weekly e-mail on and off in their account, and the audit log has it", async () => {
	const { server } = await startOffice();
	const admin = await server.openDesk({ roles: ["admin"] });
	const headers = { host: "localhost:3001" };
	const turn = (desk: typeof admin, wanted: string) =>
		desk.inject({
			method: "POST",
			url: "/account",
			headers: { ...headers, "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
			payload: `action=weekly-email&wanted=${wanted}`,
		});
	const read = async (desk: typeof admin) => textOf((await desk.inject({ url: "/account", headers })).body);
	const recipients = () => listWeeklyEmailRecipients(server.database.db, server.clock.now());
	expect(await read(admin)).toContain("Turn off");
	expect(await recipients()).toHaveLength(1);
	expect((await turn(admin, "no")).statusCode).toBe(303);
	expect(await read(admin)).toContain("Turn on");
	expect(await recipients()).toEqual([]);
	await turn(admin, "yes");
	expect(await recipients()).toHaveLength(1);
	const entries = await server.database.db
		.selectFrom("auditLog")
		.select(["actor", "action"])
		.orderBy("sequence")
		.execute();
	expect(entries.filter(({ actor }) => actor === admin.accountId)).toEqual([
		{ actor: admin.accountId, action: "weekly-email.off" },
		{ actor: admin.accountId, action: "weekly-email.on" },
	]);
	expect(await read(await server.openDesk({ roles: ["sales"] }))).not.toContain("Weekly summary");
});
