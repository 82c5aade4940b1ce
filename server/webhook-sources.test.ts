import { describe, expect, test } from "vitest";
import { addWebhook } from "../core/webhooks/webhook-store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { databaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { startTestServer } from "../tests/support/test-server.ts";
import { testWebhook } from "../tests/support/webhook-receiver.ts";

/** Opens a desk whose webhook hears of everything. */
async function openDesk(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const { database, clock } = server;
	await database.write((transaction) => addWebhook(transaction, testWebhook, clock.now()));
	const desk = await server.openDesk({ roles: ["admin"], base: await readTestContent() });
	return {
		...server,
		...createDeskBrowser(desk),
		accountId: desk.accountId,
		site: desk.site,
		async listEvents() {
			const rows = await database.db.selectFrom("webhookDeliveries").select(["type", "data"]).orderBy("id").execute();
			return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) as Record<string, unknown> }));
		},
	};
}

describe.each(databaseKinds)("what people do on %s is told to webhooks", (kind) => {
	test("an application that is sent, and the person's hiring", async () => {
		const { database, clock, url, post, listEvents, accountId } = await openDesk(kind);
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		const response = await fetch(`${url}/api/applications`, {
			method: "POST",
			body: createApplicationForm(createApplicationFields(testJob), { name: "resume.pdf", content: createPdf() }),
		});
		const { data } = (await response.json()) as { data: { reference: string } };
		const { reference } = data;
		const about = { record: { reference, kind: "application" } };
		expect(await listEvents()).toMatchObject([
			{ type: "record.created", data: about },
			{ type: "application.received", data: about },
		]);
		await post(`/applications/board?job=${testJob.id}`, { reference, version: "1", stage: "hired" });
		expect((await listEvents()).slice(2)).toMatchObject([
			{ type: "record.changed", data: { ...about, change: { field: "stage", to: "hired", by: { id: accountId } } } },
			{ type: "person.hired", data: { ...about, by: { id: accountId } } },
		]);
	});

	test("the outcome of a call", async () => {
		const { database, post, listEvents } = await openDesk(kind);
		const booking = createBookingRecord();
		await storeBooking(database, booking);
		await database.db.updateTable("bookings").set({ startsAt: "2026-11-23T05:30:00.000Z" }).execute();
		const begun = (await listEvents()).length;
		await post(`/calls/${booking.reference}`, { do: "stage", value: "held", version: "1" });
		expect((await listEvents()).slice(begun)).toMatchObject([
			{ type: "record.changed", data: { change: { field: "stage", to: "held" } } },
			{ type: "call.outcome", data: { record: { reference: booking.reference, stage: "held" } } },
		]);
	});

	test("a release", async () => {
		const { site, listEvents, accountId } = await openDesk(kind);
		const path = "blog/first-page-of-the-month.md";
		const text = (await readTestContent()).documents.get(path) ?? "";
		await site?.studio.saveDraft(path, { text: `${text}\nOne more line.\n`, version: 0 }, accountId);
		expect(await site?.studio.publish({ paths: [path] }, accountId)).toEqual({ edition: 1 });
		expect(await listEvents()).toMatchObject([
			{
				type: "release.published",
				data: { release: { number: 1, documents: [path], pictures: 0 }, by: { id: accountId } },
			},
		]);
	});
});
