import { text as readText } from "node:stream/consumers";
import { RouterContextProvider } from "react-router";
import { expect, test, describe } from "vitest";
import { exportRecords } from "../core/records/export-records.server.ts";
import { findRecord, searchRecords } from "../core/records/record-store.server.ts";
import { acceptPostedForm } from "../features/enquiries/accept-posted-form.server.ts";
import { submitEnquiryContext } from "../features/enquiries/context.server.ts";
import { enquiryStore } from "../features/enquiries/store.server.ts";
import { readConfig } from "../platform/config.ts";
import { formFilesContext } from "../platform/pages/live-page-context.server.ts";
import type { EnquiryForm } from "../shared/enquiry-form.ts";
import { toAskedForm } from "../shared/question-schema.ts";
import {
	createEmptyDatabaseConfig,
	serverDatabaseKinds,
	openTestDatabase,
	type DatabaseKind,
} from "../tests/support/databases.ts";
import { hearEvents } from "../tests/support/hear-events.ts";
import { getTestKind } from "../tests/support/records.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { createTestPages, startTestServer, testCompany } from "../tests/support/test-server.ts";
import { listPersonalRecords } from "./personal-data.ts";

const owner = "sales@staff.example";
const general: EnquiryForm = {
	service: "",
	title: "",
	...toAskedForm(
		[
			{
				key: "timeline",
				kind: "choice",
				label: "When does it begin?",
				required: true,
				options: ["Now", "Later", "Later, in spring"],
				amounts: [],
				owners: [],
			},
		],
		testCompany,
	),
};
const ofService = toAskedForm(
	[
		{
			key: "budget",
			kind: "budget",
			label: "Budget",
			required: false,
			options: [],
			amounts: [500_000, 1_500_000],
			owners: [{ answer: "₹15,00,000 or more", owner }],
		},
		{
			key: "areas",
			kind: "choices",
			label: "Which areas?",
			required: false,
			options: ["Orders", "Wages", "Sales", "Payroll, by branch"],
			amounts: [],
			owners: [],
		},
		{ key: "people", kind: "number", label: "How many people?", required: false, options: [], amounts: [], owners: [] },
		{ key: "brief", kind: "file", label: "Brief", required: false, options: [], amounts: [], owners: [] },
	],
	testCompany,
);
const company = {
	...testCompany,
	enquiryForms: [
		general,
		{
			service: "erp",
			title: "ERP",
			questions: [...general.questions, ...ofService.questions],
			owners: ofService.owners,
		},
	],
};

const typed = {
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "",
	message: "We need an ERP.",
};

async function start(kind: DatabaseKind) {
	const server = await startTestServer(kind, {
		company,
		pages: createTestPages(async (request, context) => {
			const pageContext = context ?? new RouterContextProvider();
			const service = /^\/contactUs\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
			const outcome = await acceptPostedForm(await request.formData(), pageContext.get(submitEnquiryContext), {
				company,
				service,
				upload: pageContext.get(formFilesContext),
			});
			return Response.json(outcome, { status: outcome.kind === "stored" ? 200 : 422 });
		}),
	});
	const post = async (body: object, headers: Record<string, string> = {}) => {
		const response = await fetch(`${server.url}/contactus/submit`, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify({ ...typed, ...body }),
		});
		return {
			status: response.status,
			body: (await response.json()) as { errors?: unknown; data?: { reference: string } },
		};
	};
	const personal = listPersonalRecords(readConfig({ PORT: "0", DESK_PORT: "0" }), company).find(
		({ name }) => name === "enquiry",
	);
	if (!personal) throw new Error("Enquiries are personal records");
	async function postForm(fields: [string, string | File][], path = "/contactUs/erp") {
		const form = new FormData();
		for (const [name, value] of [...Object.entries(typed), ...fields]) form.append(name, value);
		const response = await fetch(server.url + path, { method: "POST", body: form });
		return {
			status: response.status,
			body: (await response.json()) as { errors?: { field: string; message: string }[] },
		};
	}
	return { ...server, post, postForm, personal };
}

const pdf = (bytes = 2_000) =>
	new File([`%PDF-1.7\n${"x".repeat(bytes)}`], "our brief.pdf", { type: "application/pdf" });

describe.each(serverDatabaseKinds)("the company's own questions to people who enquire, on %s", (kind) => {
	test("a required answer is asked for, and an answer that is none of the options", async () => {
		const { post, database } = await start(kind);
		expect(await post({})).toMatchObject({
			status: 422,
			body: { errors: [{ field: "question-timeline", message: "Answer “When does it begin”" }] },
		});
		const refused = await post({
			service: "erp",
			answers: { timeline: "Never", budget: "Much", areas: ["Orders", "Cats"], people: "many" },
		});
		expect(refused.body.errors).toMatchObject([
			{ field: "question-timeline" },
			{ field: "question-budget" },
			{ field: "question-areas" },
			{ field: "question-people", message: "Please answer with a number" },
		]);
		expect(await Array.fromAsync(enquiryStore.listAll(database.db))).toEqual([]);
	});

	test("answers are stored with their wording, and stand in the notice, the search, the CSV and the export of a person", async () => {
		const server = await start(kind);
		const answers = {
			timeline: "Now",
			areas: ["Orders", "Wages"],
			people: "1,200",
			unknown: "x",
			brief: "made-up.pdf",
		};
		const { body } = await server.post({ service: "erp", answers });
		const reference = body.data?.reference ?? "";
		const enquiry = await enquiryStore.find(server.database.db, reference);
		expect(enquiry).toMatchObject({
			service: "ERP",
			answers: [
				{ key: "timeline", question: "When does it begin?", answer: "Now" },
				{ key: "areas", question: "Which areas?", answer: "Orders, Wages" },
				{ key: "people", question: "How many people?", answer: "1,200" },
			],
		});
		const emails = await renderEmails(server, server.renderers);
		const notice = emails.find(({ kind: email }) => email === "enquiry-notice");
		expect(notice?.text).toContain("Which areas: Orders, Wages");
		expect(emails.find(({ kind: email }) => email === "enquiry-confirmation")?.text).not.toContain("Wages");
		expect(await searchRecords(server.database, "wages")).toHaveLength(1);
		expect(await readText(exportRecords(server.database, getTestKind("enquiry", company)))).toContain(
			"How many people?",
		);
		expect((await server.personal.describe(server.database.db, [reference]))?.[0]?.fields).toContainEqual({
			label: "Which areas?",
			value: "Orders, Wages",
		});
	});

	test.each([
		["Devanagari", "१,२००", "1,200"],
		["Persian", "۱۲٫۵", "12.5"],
		["Arabic", "١٬٢٠٠", "1,200"],
	])("a number is read in the digits of %s", async (_script, people, read) => {
		const { post, database } = await start(kind);
		const { body } = await post({ service: "erp", answers: { timeline: "Now", people } });
		const enquiry = await enquiryStore.find(database.db, body.data?.reference ?? "");
		expect(enquiry?.answers).toContainEqual({ key: "people", question: "How many people?", answer: read });
	});

	test("a phone number in other digits is kept as it was typed, and found by its digits", async () => {
		const { post, database } = await start(kind);
		const phone = "+९१ ९८७६५ ४३२१०";
		const { body } = await post({ phone, answers: { timeline: "Now" } });
		expect(await enquiryStore.find(database.db, body.data?.reference ?? "")).toMatchObject({ phone });
		for (const search of ["9876543210", "९८७६५४३२१०"]) expect(await searchRecords(database, search)).toHaveLength(1);
	});

	test("an answer names the owner, also to webhooks, if they work with enquiries", async () => {
		const server = await start(kind);
		const { listEvents } = await hearEvents(server);
		const send = async () => {
			const { body } = await server.post({
				service: "erp",
				answers: { timeline: "Now", budget: "₹15,00,000 or more" },
			});
			return (await findRecord(server.database.db, body.data?.reference ?? ""))?.ownerId;
		};
		expect(await send()).toBeUndefined();
		const { accountId } = await signInStaff(server.database, {
			now: server.clock.now(),
			roles: ["sales"],
			email: owner,
		});
		expect(await send()).toBe(accountId);
		const notified = await server.database.db.selectFrom("notifications").select(["accountId", "kind"]).execute();
		expect(notified).toEqual([{ accountId, kind: "new" }]);
		expect(await listEvents()).toMatchObject([
			{ type: "record.created", data: { record: { owner: null } } },
			{ type: "record.created", data: { record: { owner: { id: accountId } } } },
		]);
	});

	test("lists are filtered by service and by answer, also in saved views with their counts", async () => {
		const server = await start(kind);
		await server.post({ service: "erp", answers: { timeline: "Now", areas: ["Orders", "Wages"] } });
		await server.post({ service: "erp", answers: { timeline: "Later", areas: ["Orders"] } });
		await server.post({ answers: { timeline: "Later" }, firstName: "Meera" });
		const desk = await server.openDesk({ roles: ["sales"] });
		const list = async (query: Record<string, string>) => {
			const { body } = await desk.inject({ url: `/enquiries?${new URLSearchParams(query).toString()}` });
			return new Set(body.match(/ENQ-[0-9A-Z]{8}/g) ?? []).size;
		};
		const answer = (key: string, value: string) => ({ answer: `question-${key}=${value}` });
		expect(await list({})).toBe(3);
		expect(await list({ service: "service=ERP" })).toBe(2);
		expect(await list(answer("areas", "Wages"))).toBe(1);
		expect(await list(answer("timeline", "Later"))).toBe(2);
		expect(await list({ service: "service=ERP", ...answer("timeline", "Later") })).toBe(1);
		expect(await list(answer("timeline", "L_ter"))).toBe(0);
		const areas = ["Payroll, by branch", "Sales"];
		await server.post({ service: "erp", answers: { timeline: "Later, in spring", areas }, firstName: "Ravi" });
		for (const area of areas) expect(await list(answer("areas", area)), area).toBe(1);
		expect(await list(answer("timeline", "Later, in spring"))).toBe(1);
		expect(await list(answer("timeline", "Later"))).toBe(2);
		const page = (await desk.inject({ url: "/enquiries" })).body;
		expect(page).toContain('<optgroup label="When does it begin?">');
		expect(page).toContain('<option value="service=ERP">ERP</option>');
		const search = `?${new URLSearchParams(answer("areas", "Orders")).toString()}`;
		const saved = await desk.inject({
			method: "POST",
			url: "/enquiries/views",
			headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
			payload: new URLSearchParams({ do: "add", name: "Orders", search }).toString(),
		});
		expect(saved.statusCode).toBe(303);
		expect((await desk.inject({ url: "/enquiries" })).body.replaceAll(/<[^>]+>/g, " ")).toMatch(/Orders\s+2\s/);
		const csv = await desk.inject({ url: `/enquiries.csv${search}&of=list` });
		expect(csv.body.trim().split("\n")).toHaveLength(3);
	});

	test("a form brings a file, which is erased with the enquiry", async () => {
		const server = await start(kind);
		const answered: [string, string][] = [
			["question-timeline", "Now"],
			["question-areas", "Orders"],
			["question-areas", "Sales"],
		];
		expect(await server.postForm([...answered, ["question-brief", pdf()]])).toMatchObject({ status: 200 });
		// Sent again, it is the same enquiry.
		expect(await server.postForm([...answered, ["question-brief", pdf()]])).toMatchObject({ status: 200 });
		const [enquiry, ...others] = await Array.fromAsync(enquiryStore.listAll(server.database.db));
		expect(others).toEqual([]);
		expect(enquiry?.answers?.map(({ answer }) => answer)).toEqual(["Now", "Orders, Sales", "our brief.pdf"]);
		const reference = enquiry?.reference ?? "";
		const [described] = (await server.personal.describe(server.database.db, [reference])) ?? [];
		expect(described?.files).toMatchObject([{ name: "our brief.pdf" }]);
		const stored = described?.files[0]?.storedAs ?? "";
		const desk = await server.openDesk({ roles: ["sales"] });
		const page = await desk.inject({ url: `/enquiries/${reference}` });
		expect(page.body).toContain(`/enquiries/${reference}/files/${stored}`);
		const download = await desk.inject({ url: `/enquiries/${reference}/files/${stored}` });
		expect(download.headers["content-disposition"]).toBe('attachment; filename="our brief.pdf"');
		expect(download.body).toContain("%PDF-1.7");
		const deleted = await server.database.write((transaction) =>
			server.personal.delete(transaction, [reference], server.clock.now()),
		);
		expect(deleted.files).toEqual([stored]);
	});

	test("a file is taken by what it holds, with the name and type of that, and refused beside its question otherwise", async () => {
		const server = await start(kind);
		const answered: [string, string][] = [["question-timeline", "Now"]];
		const send = async (name: string, content: string | Uint8Array<ArrayBuffer>, answers = answered) =>
			(await server.postForm([...answers, ["question-brief", new File([content], name, { type: "text/html" })]])).body
				.errors;
		const refused = (holds: string) => [
			{
				field: "question-brief",
				message: `Please attach a PDF, an office document, a text file, a JPEG or PNG picture, or a ZIP file; what this one holds is ${holds}`,
			},
		];
		const heic = Uint8Array.from(Buffer.from("00000018667479706865696300000000", "hex"));
		expect(await send("photo.jpg", heic)).toEqual(refused("a picture of another kind"));
		expect(await send("brief.doc", "<html xmlns:o=''><body>Our brief</body></html>")).toEqual(refused("a web page"));
		expect(await send("brief.pdf", Uint8Array.of(0x4d, 0x5a, 0x90, 0))).toEqual(refused("a program"));
		expect(await send("brief.pdf", "")).toEqual([
			{ field: "question-brief", message: "Your file is empty. Choose another one" },
		]);
		expect(await send("brief.zip", "PK\u0003\u0004 and no more")).toEqual([
			{
				field: "question-brief",
				message: "Your file is damaged or was cut off. Save it once more and choose it again",
			},
		]);
		expect(await send("brief.pdf", heic, [])).toMatchObject([
			{ field: "question-timeline" },
			{ field: "question-brief" },
		]);
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toEqual([]);
		expect(await server.database.db.selectFrom("replyFiles").select("name").execute()).toEqual([]);

		expect(await send("a brief.doc", "%PDF-1.7 brief")).toBeUndefined();
		expect(await send("b DOC-20260101-WA0005.", "%PDF-1.7 another")).toBeUndefined();
		expect(await send("c brief.doc", String.raw`{\rtf1 brief}`)).toBeUndefined();
		expect(await send("d brief.csv", "orders;wages")).toBeUndefined();
		expect(await send("e\u202efdp.exe", "a text")).toBeUndefined();
		expect(
			await server.database.db.selectFrom("replyFiles").select(["name", "contentType"]).orderBy("name").execute(),
		).toEqual([
			{ name: "a brief.pdf", contentType: "application/pdf" },
			{ name: "b DOC-20260101-WA0005.pdf", contentType: "application/pdf" },
			{ name: "c brief.rtf", contentType: "application/rtf" },
			{ name: "d brief.csv", contentType: "text/csv" },
			{ name: "efdp.exe.txt", contentType: "text/plain" },
		]);
		const enquiries = await Array.fromAsync(enquiryStore.listAll(server.database.db));
		expect(enquiries.map(({ answers }) => answers?.at(-1)?.answer)).toContain("a brief.pdf");
	});

	test("a file that is too large is refused beside its question, and nothing stays", { tags: "all" }, async () => {
		const server = await start(kind);
		const answered: [string, string][] = [["question-timeline", "Now"]];
		const large = await server.postForm([...answered, ["question-brief", pdf(11 * 1024 * 1024)]]);
		expect(large).toMatchObject({ status: 422, body: { errors: [{ field: "question-brief" }] } });
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toEqual([]);
	});
});

test.each(serverDatabaseKinds)(
	"enquiries of an earlier release are listed by service and answers, on %s",
	async (kind) => {
		const config = await createEmptyDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0453-add-booking-guests" });
		const at = "2026-11-23T06:00:00.000Z";
		const store = async (reference: string, change: { service?: string; answers?: string }) => {
			await before.db
				.insertInto("enquiries")
				.values({
					id: reference,
					reference,
					receivedAt: at,
					firstName: "Asha",
					lastName: "Rao",
					email: "asha@visitor.example",
					phone: "",
					message: "We need an app.",
					state: "accepted",
					...change,
				})
				.execute();
			await before.db
				.insertInto("records")
				.values({
					id: Number(reference.slice(-1)),
					reference,
					kind: "enquiry",
					receivedAt: at,
					changedAt: at,
					senderName: "Asha Rao",
					senderEmail: "asha@visitor.example",
					spam: 0,
					version: 1,
					stage: "",
				} as never)
				.execute();
		};
		const answers = [
			{ key: "areas", label: "Which areas?", answer: "Orders, Wages" },
			{ key: "brief", label: "In your words", answer: "Looms\nand wool" },
			{ key: "place", label: "Where?", answer: "100 %" },
		];
		await store("ENQ-00000001", { service: "ERP", answers: JSON.stringify(answers) });
		await store("ENQ-00000002", {
			answers: JSON.stringify([{ key: "brief", label: "Words", answer: "x".repeat(101) }]),
		});
		await store("ENQ-00000003", {});
		const { db } = await openTestDatabase(kind, config);
		const records = await db.selectFrom("records").select(["reference", "facets"]).orderBy("reference").execute();
		expect(records).toEqual([
			{
				reference: "ENQ-00000001",
				facets:
					"\nservice=ERP\nquestion-areas=Orders, Wages\nquestion-areas=Orders\nquestion-areas=Wages\nquestion-place=100 %\n",
			},
			{ reference: "ENQ-00000002", facets: null },
			{ reference: "ENQ-00000003", facets: null },
		]);
	},
);

test("a form without questions knows nothing of answers", async () => {
	const server = await startTestServer("sqlite");
	const response = await fetch(`${server.url}/contactus/submit`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...typed, service: "erp", answers: { budget: "x" } }),
	});
	expect(response.status).toBe(200);
	const [enquiry] = await Array.fromAsync(enquiryStore.listAll(server.database.db));
	expect(Object.keys(enquiry ?? {})).not.toContain("answers");
});
