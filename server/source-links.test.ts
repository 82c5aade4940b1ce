import { describe, expect, test } from "vitest";
import { addSourceLink } from "../core/records/source-links.server.ts";
import { applicationStore } from "../features/careers/applications/store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const jobPath = `/career/jobs/${testJob.id}`;
const fields = { name: "LinkedIn-March", target: jobPath, label: "LinkedIn, March", cost: "250", currency: "eur" };

async function openLinks(kind: DatabaseKind = "sqlite") {
	const server = await startTestServer(kind);
	const { database, clock, url } = server;
	await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
	const desk = createDeskBrowser(await server.openDesk({ roles: ["recruiter"] }));
	return {
		...server,
		desk,
		save: (path: string, change: Record<string, string> = {}) => desk.post(path, { do: "save", ...fields, ...change }),
		follow: (name: string) => fetch(`${url}/go/${name}`, { redirect: "manual" }),
		async apply(more: Record<string, string>, key = crypto.randomUUID()) {
			const response = await fetch(`${url}/api/applications`, {
				method: "POST",
				body: createApplicationForm(
					{ ...createApplicationFields(testJob), referred: "No", ...more },
					{ name: "cv.pdf", content: createPdf() },
				),
				headers: { "idempotency-key": key },
			});
			const { data } = (await response.json()) as { data: { reference: string } };
			return data.reference;
		},
		sourceOf: async (reference: string) =>
			(
				await database.db
					.selectFrom("records")
					.select("source")
					.where("reference", "=", reference)
					.executeTakeFirstOrThrow()
			).source,
	};
}

describe.each(serverDatabaseKinds)("a source link on %s", (kind) => {
	test("leads to its page with its name, without a cookie, until it is turned off", async () => {
		const { save, follow, desk } = await openLinks(kind);
		expect((await save("/source-links/new")).statusCode).toBe(303);
		for (const name of ["linkedin-march", "LinkedIn-March"]) {
			const { status, headers } = await follow(name);
			expect([status, headers.get("location"), headers.get("cache-control"), headers.get("set-cookie")]).toEqual([
				302,
				`${jobPath}?source=linkedin-march`,
				"no-store",
				null,
			]);
		}
		expect((await save("/source-links/linkedin-march", { target: "/career" })).statusCode).toBe(303);
		expect((await follow("linkedin-march")).headers.get("location")).toBe("/career?source=linkedin-march");
		await desk.post("/source-links/linkedin-march", { do: "off" });
		expect((await follow("linkedin-march")).status).toBe(404);
		await desk.post("/source-links/linkedin-march", { do: "on" });
		expect((await follow("linkedin-march")).status).toBe(302);
	});

	test("is the source of the applications that carry its name, in lists, CSV and results", async () => {
		const {
			save,
			apply,
			sourceOf,
			database,
			desk: { get },
		} = await openLinks(kind);
		await save("/source-links/new");
		const key = crypto.randomUUID();
		const reference = await apply({ source: "linkedin-march", referred: "Yes" }, key);
		expect(await apply({ source: "linkedin-march", referred: "Yes" }, key)).toBe(reference);
		const others = [
			await apply({ source: "made-up" }),
			await apply({ source: "x".repeat(3_000) }),
			await apply({ source: "link:linkedin-march" }),
			await apply({}),
		];
		expect(await sourceOf(reference)).toBe("link:linkedin-march");
		for (const other of others) expect(await sourceOf(other)).toBe("site");
		const stored = await applicationStore.find(database.db, reference);
		expect(stored?.answers).toMatchObject({ link: "linkedin-march", referred: "Yes" });

		const list = await get("/applications?source=link:linkedin-march");
		expect([list.includes(reference), list.includes(others[0] ?? "")]).toEqual([true, false]);
		expect(await get(`/applications/${reference}`)).toContain("LinkedIn, March");
		await database.db.updateTable("records").set({ stage: "hired" }).where("reference", "=", reference).execute();
		const results = await get("/source-links");
		expect(results).toMatch(/€250.*€250.*€250/s);
		const csv = await get("/applications.csv");
		expect(csv).toContain("link:linkedin-march");
		expect(csv).toMatch(/,site,/);
	});
});

describe("a source link", () => {
	test.each([
		["name", "", "Use 1 to 40 letters"],
		["name", "../career", "Use 1 to 40 letters"],
		["name", "x".repeat(41), "Use 1 to 40 letters"],
		["target", "https://elsewhere.example", "Choose a page"],
		["label", "x".repeat(61), "Use at most 60 characters"],
		["cost", "-1", "Enter an amount"],
		["currency", "XYZ", "Enter a three-letter code"],
	])("is refused for its %s %j", async (name, value, message) => {
		const { save, database } = await openLinks();
		const { statusCode, body } = await save("/source-links/new", { [name]: value });
		expect([statusCode, body.includes(message)]).toEqual([422, true]);
		expect(await database.db.selectFrom("sourceLinks").selectAll().execute()).toEqual([]);
	});

	test("keeps its name, which no other link can take", async () => {
		const { save, database } = await openLinks();
		await save("/source-links/new");
		const { statusCode, body } = await save("/source-links/new", { label: "Another" });
		expect([statusCode, body.includes("Another link has this name")]).toEqual([422, true]);
		await save("/source-links/linkedin-march", { name: "renamed", label: "", cost: "" });
		expect(await database.db.selectFrom("sourceLinks").select(["name", "label", "cost"]).execute()).toEqual([
			{ name: "linkedin-march", label: "", cost: null },
		]);
		const entries = await database.db.selectFrom("auditLog").select(["action", "subject"]).execute();
		expect(entries.filter(({ action }) => action.startsWith("source-link"))).toEqual([
			{ action: "source-link.add", subject: "linkedin-march" },
			{ action: "source-link.change", subject: "linkedin-march" },
		]);
	});

	test.each(["unknown", "%00", "..%2Fcareer", "x".repeat(90)])("named %s is an unknown address", async (name) => {
		const { follow, database, clock } = await openLinks();
		await database.write((transaction) =>
			addSourceLink(transaction, { ...fields, name: "known", cost: undefined }, clock.now()),
		);
		expect((await follow(name)).status).toBe(404);
	});
});
