import { insertAccount } from "../../core/accounts/store.server.ts";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import type { InterviewRecord } from "../../features/careers/interviews/interview-record.ts";
import { insertInterview } from "../../features/careers/interviews/store.server.ts";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { readFolders } from "../../platform/config.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import { weekdays } from "../../shared/weekdays.ts";
import { dayMs } from "../../shared/zoned-time.ts";
import { storeApplication } from "../support/applications.ts";
import { askAndTime, runRace, type RaceResponse } from "./race-harness.ts";

const quarterMs = 15 * 60_000;

/**
 * Tests that the time of two interviewers is given away once: many applicants, each with an offer, choose the last free time of one of
 * several pairs of interviewers. See race-harness.ts.
 */
await runRace(
	"tests/faults/interviews-race.ts",
	{ name: "pairs", value: 1, label: "pairs of interviewers" },
	async ({ urls, database, clients, count: pairs }) => {
		const now = Temporal.Now.instant();
		const hostIds: string[] = [];
		await database.write(async (transaction) => {
			for (let host = 0; host < pairs * 2; host++) {
				const account = { email: `host-${host}@staff.example`, name: `Host ${host}`, roles: ["recruiter" as const] };
				const id = await insertAccount(transaction, account, now);
				const settings = {
					purposes: ["interview"],
					timeZone: undefined,
					// With any hours of the company, each round has its own time.
					hours: weekdays.map((weekday) => ({ weekday, from: "00:00", until: "24:00" })),
					video: { kind: "room" as const },
				};
				await saveHost(transaction, id, settings, { version: 0, now });
				hostIds.push(id);
			}
		});
		for (let client = 0; client < clients; client++) await storeApplication(database, { reference: nameOf(client) });
		const firstMs = findOpenDay(now, readFolders().contentDirectory);
		return {
			room: pairs,
			isSuccess: (status) => status === 303,
			async run(round) {
				const startMs = firstMs + round * quarterMs;
				const tokens = Array.from({ length: clients }, createToken);
				await database.write(async (transaction) => {
					for (const [client, token] of tokens.entries()) {
						const pair = client % pairs;
						const interview = createOffer({
							round,
							client,
							startMs,
							hostIds: hostIds.slice(pair * 2, pair * 2 + 2),
							now,
						});
						await insertInterview(transaction, interview, { tokenHash: hashToken(token) });
					}
				});
				const answers = await Promise.all(
					tokens.map((token, client) => choose(urls[Math.floor(client / pairs) % 2 === 0 ? 0 : 1], token, startMs)),
				);
				const startsAt = new Date(startMs).toISOString();
				const booked = await database.db
					.selectFrom("interviews")
					.select("hostIds")
					.where("startsAt", "=", startsAt)
					.where("state", "=", "booked")
					.execute();
				const reserved = await database.db
					.selectFrom("hostReservations")
					.select("hostId")
					.where("startsAt", "=", startsAt)
					.execute();
				const isStoredRight =
					booked.length === pairs &&
					new Set(booked.map((row) => row.hostIds)).size === pairs &&
					reserved.length === pairs * 2 &&
					new Set(reserved.map(({ hostId }) => hostId)).size === pairs * 2;
				return { answers, isStoredRight };
			},
		};
	},
);

/** Finds the start of a day from tomorrow on that the company does not close in any zone; each round uses a quarter of an hour. */
function findOpenDay(now: Temporal.Instant, contentDirectory: string): number {
	const closed = new Set(readCompanyFile(contentDirectory).demo.closures.map(({ date }) => date));
	const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
	let startMs = Math.ceil(now.epochMilliseconds / dayMs) * dayMs + dayMs;
	while ([-1, 0, 1].some((days) => closed.has(dateOf(startMs + days * dayMs)))) startMs += dayMs;
	return startMs;
}

function nameOf(client: number): string {
	return `APP-${String(client).padStart(8, "0")}`;
}

/** An offer of a single time. */
function createOffer({
	round,
	client,
	startMs,
	hostIds,
	now,
}: {
	round: number;
	client: number;
	startMs: number;
	hostIds: string[];
	now: Temporal.Instant;
}): InterviewRecord {
	return {
		id: `interview-${round}-${client}`,
		reference: `INT-${round}-${client}`,
		application: nameOf(client),
		state: "offered",
		outcome: undefined,
		hostIds,
		durationMinutes: 15,
		firstIsFree: false,
		calledOff: undefined,
		firstDate: new Date(startMs - dayMs).toISOString().slice(0, 10),
		lastDate: new Date(startMs + dayMs).toISOString().slice(0, 10),
		startsMs: [startMs],
		place: { kind: "video" },
		timeZone: "UTC",
		startsAt: undefined,
		videoUrl: undefined,
		sequence: 0,
		moves: 0,
		offeredBy: hostIds[0] ?? "",
		senderName: "Host",
		subject: "An interview",
		text: "When suits you?",
		messageId: "",
		offeredAt: now,
		sendsAt: now,
	};
}

/** Sends the form of the private page, as a browser without scripts does. */
function choose(url: string, token: string, startMs: number): Promise<RaceResponse> {
	return askAndTime(`${url}/career/interview/${token}`, {
		method: "POST",
		body: new URLSearchParams({ intent: "choose", start: String(startMs) }),
	});
}
