import { randomUUID } from "node:crypto";
import { unpackAvailability, type AvailabilityResponse } from "../../features/booking/availability.ts";
import { insertAccount } from "../../core/accounts/store.server.ts";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import { callTypeSchema } from "../../features/publishing/content-schema.ts";
import { readContentFile } from "../../features/publishing/yaml-file.server.ts";
import { readFolders } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { askAndTime, runRace, type RaceResponse } from "./race-harness.ts";

const reviewPath = "/calls/architecture-review";
const reviews = readContentFile(readFolders().contentDirectory, "call-types/architecture-review.yml", callTypeSchema);

/**
 * Tests that a slot is sold once, or with hosts once for each, with one host for each call: see race-harness.ts. In each round, demo calls
 * and calls of another type, with time kept free around them and limits by day, also race for one whole day.
 */
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
		const offered = (await (await fetch(`${urls[0]}${reviewPath}/availability`)).json()) as {
			data: AvailabilityResponse;
		};
		// The last days, which no slot of the first race is in.
		const days = [...unpackAvailability(offered.data).days].filter(([, times]) => times.length > 0).toReversed();
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
				const [date, times] = days[round % days.length] as [string, string[]];
				const demoTimes = slots.filter((one) => one.date === date).map(({ time }) => time);
				const mixed = await Promise.all(
					Array.from({ length: clients }, (_, client) => {
						const isReview = client % 4 !== 0;
						const pick = isReview ? times : demoTimes;
						const time = pick[client % pick.length] ?? "";
						return book(urls[client % 2 === 0 ? 0 : 1], { date, time }, client, {
							path: isReview ? reviewPath : "/demo",
							message: "",
						});
					}),
				);
				const isDayRight =
					mixed.every(({ status }) => status === 200 || status === 409) && (await keepsLimits(database, date));
				return { answers, isStoredRight: isStoredRight && isDayRight };
			},
		};
	},
);

/** Tells whether no calls of a day overlap for a host, free time included, and whether it has as many reviews as it may have at most. */
async function keepsLimits(database: Database, date: string): Promise<boolean> {
	const rows = await database.db
		.selectFrom("bookings")
		.select(["hostId", "callType", "startsAt", "durationMinutes", "bufferBeforeMinutes", "bufferAfterMinutes"])
		.where("date", "=", date)
		.where("state", "=", "booked")
		.execute();
	const kept = rows.map(({ hostId, callType, startsAt, durationMinutes, ...buffers }) => ({
		hostId,
		callType,
		startMs: Date.parse(startsAt) - buffers.bufferBeforeMinutes * 60_000,
		endMs: Date.parse(startsAt) + (durationMinutes + buffers.bufferAfterMinutes) * 60_000,
	}));
	const reviewsOf = (calls: typeof kept) => calls.filter(({ callType }) => callType !== "demo").length;
	return (
		reviewsOf(kept) > 0 &&
		reviewsOf(kept) <= (reviews.callsPerDay ?? Infinity) &&
		[...Map.groupBy(kept, ({ hostId }) => hostId)].every(
			([hostId, calls]) =>
				(hostId === null || reviewsOf(calls) <= (reviews.callsPerHostPerDay ?? Infinity)) &&
				calls
					.toSorted((one, other) => one.startMs - other.startMs)
					.every((call, index, sorted) => index === 0 || (sorted[index - 1]?.endMs ?? 0) <= call.startMs),
		)
	);
}

/** Half of the clients use the site's own form, which sends an Idempotency-Key, and half bare requests. */
function book(
	url: string,
	slot: { date: string; time: string },
	client: number,
	{ path, message }: { path: string; message: string } = { path: "/demo", message: messageOf(slot) },
): Promise<RaceResponse> {
	return askAndTime(`${url}${path}/book`, {
		method: "POST",
		body: JSON.stringify({
			firstName: `Client ${client}`,
			email: "asha@visitor.example",
			phone: "1",
			message,
			...slot,
		}),
		headers: { "content-type": "application/json", ...(client % 4 < 2 && { "idempotency-key": randomUUID() }) },
	});
}

function messageOf({ date, time }: { date: string; time: string }): string {
	return `the call on ${date} at ${time}`;
}
