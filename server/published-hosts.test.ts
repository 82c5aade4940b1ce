import { describe, expect, test } from "vitest";
import { insertAccount, updateAccount } from "../core/accounts/store.server.ts";
import { addClosure, addTimeOff, deleteClosure, deleteTimeOff } from "../core/appointments/absence-store.server.ts";
import {
	addBusyCalendar,
	deleteBusyCalendar,
	storeBusyTimes,
} from "../core/appointments/busy-calendar-store.server.ts";
import { saveHost, type HostSettings } from "../core/appointments/host-store.server.ts";
import { demoCallPurpose } from "../features/booking/booking-record.server.ts";
import { createTestDatabaseConfig, serverDatabaseKinds } from "../tests/support/databases.ts";
import { eventually } from "../tests/support/eventually.ts";
import { startPublishedServer, type PublishedServer } from "../tests/support/published-server.ts";

const date = "2026-11-30";
const startsAt = Temporal.Instant.from("2026-11-30T04:30:00Z");
const [morning, noon] = ["10:00 AM", "12:00 PM"];

/** Whether the site offers 10:00 AM and noon of the day, in the list of the day and in that of all days. */
async function readOffered({ url }: PublishedServer): Promise<string[]> {
	const ask = async (path: string) => (await (await fetch(url + path)).json()) as { data: never };
	const { availableSlots } = (await ask(`/demo/slots/${date}`)).data as { availableSlots: string[] };
	const { days } = (await ask("/demo/availability")).data as { days: Record<string, string> };
	const ofDay = days[date] ?? "";
	const offered = [morning, noon].filter((time) => availableSlots.includes(time));
	// Half hours from ten o'clock on.
	const inAll = [morning, noon].filter((_, index) => ofDay[index * 4] === "1");
	expect(inAll).toEqual(offered);
	return offered;
}

describe.each(serverDatabaseKinds)("slots of the site on %s", (kind) => {
	test("follows every change of hosts within seconds, on the server of the desk and on another", async () => {
		const databaseConfig = await createTestDatabaseConfig(kind);
		const servers = [
			await startPublishedServer(kind, { databaseConfig }),
			await startPublishedServer(kind, { databaseConfig }),
		] as const;
		const [{ database, clock }] = servers;
		const now = clock.now();
		const until = (minutes: number) => startsAt.add({ minutes });
		let [hostId, timeOff, closure, calendar] = ["", "", "", ""];
		const settings = (change: Partial<HostSettings> = {}): HostSettings => ({
			purposes: [demoCallPurpose],
			timeZone: undefined,
			hours: undefined,
			video: { kind: "room" },
			...change,
		});
		type Step = [what: string, act: () => Promise<unknown>, offered: string[]];
		const steps: Step[] = [
			["no hosts", async () => undefined, [morning, noon]],
			[
				"a host with a morning of work",
				() =>
					database.write(async (transaction) => {
						hostId = await insertAccount(
							transaction,
							{ email: "p@staff.example", name: "Priya", roles: ["sales"] },
							now,
						);
						const hours = [{ weekday: "Monday" as const, from: "10:00", until: "11:00" }];
						await saveHost(transaction, hostId, settings({ hours }), { version: 0, now });
					}),
				[morning],
			],
			[
				"the company's hours",
				() => database.write((transaction) => saveHost(transaction, hostId, settings(), { version: 1, now })),
				[morning, noon],
			],
			[
				"time off",
				() =>
					database.write(async (transaction) => {
						timeOff = await addTimeOff(transaction, {
							hostId,
							startMs: startsAt.epochMilliseconds,
							endMs: until(60).epochMilliseconds,
							note: "",
						});
					}),
				[noon],
			],
			["its end", () => database.write((one) => deleteTimeOff(one, { hostId, id: timeOff })), [morning, noon]],
			[
				"a closure",
				() =>
					database.write(async (transaction) => {
						const from = {
							startMs: until(90).epochMilliseconds,
							endMs: until(180).epochMilliseconds,
							reason: "Inventory",
							createdBy: hostId,
						};
						closure = await addClosure(transaction, from, now);
					}),
				[morning],
			],
			["its end", () => database.write((transaction) => deleteClosure(transaction, closure)), [morning, noon]],
			[
				"an event of a busy calendar",
				async () => {
					calendar = (await database.write((transaction) =>
						addBusyCalendar(transaction, { hostId, address: "https://calendar.example/a.ics" }, now),
					)) as string;
					const busy = [{ startMs: startsAt.epochMilliseconds, endMs: until(30).epochMilliseconds }];
					const read = { etag: undefined, lastModified: undefined, hash: "1", until: until(600), now };
					await storeBusyTimes(
						database,
						{ id: calendar, hostId },
						{ times: busy, problems: [], problemCount: 0 },
						read,
					);
				},
				[noon],
			],
			[
				"its calendar taken away",
				() => database.write((transaction) => deleteBusyCalendar(transaction, { hostId, id: calendar })),
				[morning, noon],
			],
			[
				"another purpose",
				() =>
					database.write(async (transaction) => {
						const id = await insertAccount(
							transaction,
							{ email: "d@staff.example", name: "Dev", roles: ["sales"] },
							now,
						);
						const hours = [{ weekday: "Monday" as const, from: "12:00", until: "12:30" }];
						await saveHost(transaction, id, settings({ hours }), { version: 0, now });
						await saveHost(transaction, hostId, settings({ purposes: [] }), { version: 2, now });
					}),
				[noon],
			],
			[
				"the purpose back, of an account that is closed",
				() =>
					database.write(async (transaction) => {
						await saveHost(transaction, hostId, settings(), { version: 3, now });
						await updateAccount(transaction, hostId, { disabledAt: now });
					}),
				[noon],
			],
			[
				"the account open again",
				() => database.write((transaction) => updateAccount(transaction, hostId, { disabledAt: null })),
				[morning, noon],
			],
		];
		for (const [what, act, offered] of steps) {
			await act();
			for (const server of servers)
				await eventually(async () => expect([what, ...(await readOffered(server))]).toEqual([what, ...offered]));
		}
	});
});
