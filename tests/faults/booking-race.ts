import { randomUUID } from "node:crypto";
import { insertAccount } from "../../core/accounts/store.server.ts";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import { unpackAvailability, type AvailabilityResponse } from "../../features/booking/availability.ts";
import { callTypeSchema } from "../../features/publishing/content-schema.ts";
import { readContentFile } from "../../features/publishing/yaml-file.server.ts";
import { readFolders } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { pathOfCalls } from "../../shared/call-type.ts";
import { askAndTime, runRace, type RaceResponse } from "./race-harness.ts";

/** The other types of calls, with their addresses. */
const types = ["architecture-review", "discovery-workshop"].map((slug) => ({
	slug,
	path: pathOfCalls(slug),
	...readContentFile(readFolders().contentDirectory, `call-types/${slug}.yml`, callTypeSchema),
}));

/**
 * Tests that a slot is sold once, or with hosts once for each, with one host for each call: see race-harness.ts. In each round, demo calls
 * also race for one whole day with calls that hosts take in turn and with those that all take together, which keep time free around them
 * and have limits by day.
 */
await runRace(
	"tests/faults/booking-race.ts",
	{ name: "hosts", value: 0, label: "hosts" },
	async ({ urls, database, clients, rounds, count: hosts }) => {
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
		const offers = await Promise.all(
			types.map(async ({ path }) => {
				const offered = (await (await fetch(`${urls[0]}${path}/availability`)).json()) as {
					data: AvailabilityResponse;
				};
				return { path, days: unpackAvailability(offered.data).days };
			}),
		);
		// The last days on which every type has times, without those of the slots of the first race.
		const lastRaced = slots[Math.min(rounds, slots.length) - 1]?.date ?? "";
		const dates = [...(offers[0]?.days ?? [])]
			.map(([date]) => date)
			.filter((date) => date > lastRaced && offers.every(({ days }) => (days.get(date)?.length ?? 0) > 0))
			.toReversed();
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
				const date = dates[round % dates.length] ?? "";
				const timesOf = [
					{ path: "/demo", times: slots.filter((one) => one.date === date).map(({ time }) => time) },
					...offers.map(({ path, days }) => ({ path, times: days.get(date) ?? [] })),
				];
				const others = await Promise.all(
					Array.from({ length: clients }, (_, client) => {
						const { path, times } = timesOf[client % timesOf.length] as (typeof timesOf)[number];
						const index = Math.floor(client / timesOf.length) % times.length;
						// From both ends of the day, so that each type gets some of it.
						const time = times.at(path === "/demo" ? index : -1 - index) ?? "";
						return book(urls[client % 2 === 0 ? 0 : 1], { date, time }, client, { path, message: "" });
					}),
				);
				return { answers, others, isStoredRight: isStoredRight && (await keepsLimits(database, date, hosts)) };
			},
		};
	},
);

/** Tells whether no calls of a day overlap, for each host or without hosts, free time included, and whether no limit is exceeded. */
async function keepsLimits(database: Database, date: string, hosts: number): Promise<boolean> {
	const rows = await database.db
		.selectFrom("bookings")
		.leftJoin("hostReservations", "hostReservations.reference", "bookings.reference")
		.select([
			"bookings.reference",
			"bookings.callType",
			"bookings.startsAt",
			"bookings.durationMinutes",
			"bookings.bufferBeforeMinutes",
			"bookings.bufferAfterMinutes",
			"hostReservations.hostId",
		])
		.where("bookings.date", "=", date)
		.where("bookings.state", "=", "booked")
		.execute();
	const kept = rows.map(({ startsAt, durationMinutes, bufferBeforeMinutes, bufferAfterMinutes, ...row }) => ({
		...row,
		startMs: Date.parse(startsAt) - bufferBeforeMinutes * 60_000,
		endMs: Date.parse(startsAt) + (durationMinutes + bufferAfterMinutes) * 60_000,
	}));
	const ofHosts = [...Map.groupBy(kept, ({ hostId }) => hostId).values()].map((calls) =>
		calls.toSorted((one, other) => one.startMs - other.startMs),
	);
	const isApart = ofHosts.every((calls) =>
		calls.every((call, index) => index === 0 || (calls[index - 1]?.endMs ?? 0) <= call.startMs),
	);
	const isWithinLimits = types.every(({ slug, callsPerDay = Infinity, callsPerHostPerDay = Infinity, assignment }) => {
		const ofType = Map.groupBy(
			kept.filter(({ callType }) => callType === slug),
			({ reference }) => reference,
		);
		const takers = hosts === 0 || assignment !== "collective" ? 1 : hosts;
		return (
			ofType.size <= callsPerDay &&
			[...ofType.values()].every((reserved) => reserved.length === takers) &&
			(hosts === 0 ||
				ofHosts.every((calls) => calls.filter(({ callType }) => callType === slug).length <= callsPerHostPerDay))
		);
	});
	const hasOthers = kept.some(({ callType }) => callType !== "demo");
	if (!hasOthers || !isApart || !isWithinLimits)
		console.log(`${date}: calls of other types ${hasOthers}, apart ${isApart}, within limits ${isWithinLimits}`);
	return hasOthers && isApart && isWithinLimits;
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
