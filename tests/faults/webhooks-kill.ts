import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createRecordChanges } from "../../core/records/changes.server.ts";
import { findRecord } from "../../core/records/record-store.server.ts";
import { addWebhook } from "../../core/webhooks/webhook-store.server.ts";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { readConfig } from "../../platform/config.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import { StorageUnavailableError } from "../../platform/database/storage-errors.ts";
import { webhookKind } from "../../platform/email/emails-table.ts";
import { listRecordKinds } from "../../server/records.ts";
import { testDesk } from "../support/desk-settings.ts";
import { runKillTest, sendEnquiry, waitUntil } from "./kill-harness.ts";

const lastKillTimeoutMs = 180_000;
const sendingTimeoutMs = 600_000;
/** Changes of each enquiry, by a member beside the killed server. */
const changesOfEach = 3;

/**
 * Tests that a receiver hears of everything, in order: kills the built server with SIGKILL at random moments, on SQLite or postgres, while
 * clients send enquiries that webhooks tell of. Each enquiry is changed while no server runs. One receiver answers at once, fails now and
 * then or breaks the connection after it has read; the other never answers.
 *
 * Fails when the receiver lacks an event of an acknowledged enquiry, hears of an event that is not stored, or gets two events of a record in
 * another order than they happened. An event whose acknowledgement was on its way when the server died comes again with the same id; those
 * are printed.
 */
await runKillTest(
	"tests/faults/webhooks-kill.ts",
	async () => {
		const receiver = await startReceiver();
		const acknowledged: string[] = [];
		const changed = new Set<string>();
		let unexpected = 0;
		let lastKillCameBetween = false;

		return {
			settings: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" },
			async prepare(database) {
				const now = Temporal.Now.instant();
				const usual = { description: "", events: ["record.created", "record.changed"], format: "json" } as const;
				await database.write(async (transaction) => {
					for (const path of ["receive", "never"])
						await addWebhook(
							transaction,
							{ ...usual, events: [...usual.events], url: `${receiver.origin}/${path}` },
							now,
						);
				});
			},
			async act(url) {
				const { reference } = await sendEnquiry(url, () => unexpected++);
				acknowledged.push(reference);
			},
			async afterKill(database) {
				const config = readConfig();
				const company = readCompanyFile(config.contentDirectory);
				const kinds = listRecordKinds({ config, company, desk: testDesk });
				const clock = { now: () => Temporal.Now.instant() };
				const changes = createRecordChanges({ database, clock, kinds });
				const stages = kinds.find(({ name }) => name === "enquiry")?.stages ?? [];
				for (const reference of acknowledged.filter((one) => !changed.has(one)).slice(0, 5)) {
					changed.add(reference);
					for (let change = 0; change < changesOfEach; change++) {
						const record = await findRecord(database.db, reference);
						const value = stages[(change + 1) % stages.length]?.key ?? "";
						if (record)
							await changes.change(reference, { field: "stage", value, version: record.version, by: "member" });
					}
				}
			},
			describeProgress: () => `${acknowledged.length} enquiries acknowledged, ${receiver.got.length} events received`,
			async beforeLastKill(_url, _dataDirectory, db) {
				await waitUntil(async () => {
					const sending = await db
						.selectFrom("emails")
						.select("id")
						.where("kind", "=", webhookKind)
						.where("lease", "is not", null)
						.executeTakeFirst();
					lastKillCameBetween = sending !== undefined;
					return lastKillCameBetween;
				}, lastKillTimeoutMs);
			},
			async examine(db, _mailServer, _dataDirectory, database) {
				receiver.isHealthy = true;
				const good = await findGood(db, receiver.origin);
				// An event that waits for its next attempt is due now, instead of in hours.
				await waitUntil(async () => {
					try {
						return (await makeDue(database, good)) === 0;
					} catch (error) {
						// The server writes at the same time.
						if (error instanceof StorageUnavailableError) return false;
						throw error;
					}
				}, sendingTimeoutMs);
				const stored = await db
					.selectFrom("webhookDeliveries")
					.selectAll()
					.where("webhookId", "=", good)
					.orderBy("id")
					.execute();
				const first = [...new Set(receiver.got.map(({ id }) => id))];
				const known = new Map(stored.map(({ eventId, reference }) => [eventId, reference]));
				const order = new Map(first.map((id, index) => [id, index]));
				const byRecord = Map.groupBy(stored, ({ reference }) => reference);
				const isDisordered = (events: typeof stored) =>
					events.some(({ eventId }, index) => {
						const next = events[index + 1];
						return next !== undefined && (order.get(eventId) ?? 0) > (order.get(next.eventId) ?? 0);
					});
				const created = new Set(
					stored.filter(({ type }) => type === "record.created").map(({ reference }) => reference),
				);
				receiver.stop();
				return {
					sums: {
						acknowledged: acknowledged.length,
						events: stored.length,
						received: receiver.got.length,
						eventsReceivedAgain: receiver.got.length - first.length,
						lastKillCameBetween: lastKillCameBetween ? 1 : 0,
					},
					faults: {
						nothingAcknowledged: acknowledged.length === 0 ? 1 : 0,
						notWritten: acknowledged.filter((reference) => !created.has(reference)).length,
						notReceived: stored.filter(({ eventId }) => !order.has(eventId)).length,
						unknownReceived: first.filter((id) => !known.has(id)).length,
						recordsOutOfOrder: [...byRecord.values()].filter(isDisordered).length,
						changesLost: [...changed].filter((one) => (byRecord.get(one)?.length ?? 0) !== 1 + changesOfEach).length,
						notMarkedDelivered: stored.filter(({ state }) => state !== "delivered").length,
						unexpectedResponses: unexpected,
					},
				};
			},
		};
	},
	{ clients: 2, longestLifeMs: 2_500 },
);

/** Starts the receivers: the moody one at /receive, and the silent one at /never. */
async function startReceiver() {
	const state = { got: [] as { id: string }[], isHealthy: false, origin: "", stop: () => {} };
	const server = createServer((request, response) => {
		void text(request)
			.then(() => {
				if (request.url === "/never") return;
				const mood = state.isHealthy ? 1 : Math.random();
				if (mood < 0.05) return void response.writeHead(500).end();
				state.got.push({ id: String(request.headers["webhook-id"]) });
				if (mood < 0.1) request.socket.destroy();
				else response.writeHead(204).end();
			})
			// The server was killed while it was sending.
			.catch(() => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	state.stop = () => {
		server.close();
		server.closeAllConnections();
	};
	return state;
}

async function findGood(db: Connection, origin: string): Promise<string> {
	const { id } = await db
		.selectFrom("webhooks")
		.select("id")
		.where("url", "=", `${origin}/receive`)
		.executeTakeFirstOrThrow();
	return id;
}

/** Makes what waits for a receiver due, and returns how much that is. */
async function makeDue(database: Database, webhook: string): Promise<number> {
	const now = new Date().toISOString();
	await database.write((transaction) =>
		transaction
			.updateTable("emails")
			.set({ dueAt: now })
			.where("kind", "=", webhookKind)
			.where("recipient", "=", webhook)
			.where("lease", "is", null)
			.where("dueAt", ">", now)
			.execute(),
	);
	const waiting = await database.db
		.selectFrom("emails")
		.select("id")
		.where("kind", "=", webhookKind)
		.where("recipient", "=", webhook)
		.execute();
	return waiting.length;
}
