import { randomUUID } from "node:crypto";
import { unpackAvailability, type AvailabilityResponse } from "../../features/booking/availability.ts";
import { insertAccount } from "../../core/accounts/store.server.ts";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import { askAndTime, runRace, type RaceResponse } from "./race-harness.ts";

/** Tests that a slot is sold once, or with hosts once for each, with one host for each call: see race-harness.ts. */
await runRace(
	"tests/faults/booking-race.ts",
	{ name: "hosts", value: 0, label: "hosts" },
	async ({ urls, database, clients, count: hosts }) => {
		await database.write(async (transaction) => {
			for (let host = 0; host < hosts; host++) {
				const now = Temporal.Now.instant();
				const account = { email: `host-${host}@staff.example`, name: `Host ${host}`, roles: ["sales" as const] };
				const id = await insertAccount(transaction, account, now);
				const settings = {
					purposes: ["demo-call"],
					timeZone: undefined,
					hours: undefined,
					video: { kind: "room" as const },
				};
				await saveHost(transaction, id, settings, { version: 0, now });
			}
		});
		const room = Math.max(1, hosts);
		const { data } = (await (await fetch(`${urls[0]}/demo/availability`)).json()) as { data: AvailabilityResponse };
		const slots = [...unpackAvailability(data).days].flatMap(([date, times]) => times.map((time) => ({ date, time })));
		return {
			room,
			isSuccess: (status) => status >= 200 && status < 300,
			async run(round) {
				const slot = slots[round % slots.length] as { date: string; time: string };
				const answers = await Promise.all(
					Array.from({ length: clients }, (_, client) => book(urls[client % 2 === 0 ? 0 : 1], slot, client)),
				);
				const rows = await database.db
					.selectFrom("bookings")
					.select("hostId")
					.where("message", "=", messageOf(slot))
					.execute();
				const isStoredRight =
					rows.length === room &&
					new Set(rows.map(({ hostId }) => hostId)).size === room &&
					rows.every(({ hostId }) => (hostId === null) === (hosts === 0));
				return { answers, isStoredRight };
			},
		};
	},
);

/** Half of the clients use the site's own form, which sends an Idempotency-Key, and half bare requests. */
function book(url: string, slot: { date: string; time: string }, client: number): Promise<RaceResponse> {
	return askAndTime(`${url}/demo/book`, {
		method: "POST",
		body: JSON.stringify({
			firstName: `Client ${client}`,
			email: "asha@visitor.example",
			phone: "1",
			message: messageOf(slot),
			...slot,
		}),
		headers: { "content-type": "application/json", ...(client % 4 < 2 && { "idempotency-key": randomUUID() }) },
	});
}

function messageOf({ date, time }: { date: string; time: string }): string {
	return `the call on ${date} at ${time}`;
}
