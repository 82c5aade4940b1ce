import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { listSelectableDates, listSlotLabels, policyOf } from "../features/booking/availability.ts";
import { ofDemoType } from "../features/booking/booking-record.server.ts";
import { insertBooking } from "../features/booking/store.server.ts";
import { setJobClosed } from "../features/careers/jobs/jobs-store.server.ts";
import { readCompanyFile } from "../features/publishing/company-file.server.ts";
import { readConfig, readFolders } from "../platform/config.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { migrations } from "../server/migrations.ts";
import { startOfSlot } from "../shared/slot-times.ts";
import { findDate } from "../shared/zoned-time.ts";
import { withoutHosts } from "../tests/support/without-hosts.ts";
import { measureGets } from "./load.ts";
import { expectStatus, send } from "./measure.ts";
import { fillJobs, withServer, type Part } from "./part.ts";

const jobCounts = [10, 1_000, 100_000];
const bookingCounts = [10, 100, 1_000];
const company = readCompanyFile(readFolders().contentDirectory);

/** Measures the cost of a hundred times the jobs and bookings: their pages, and how long until a change is shown. */
export const growth: Part = {
	name: "growth",
	about: "what ten and a hundred times the jobs and bookings cost",
	comparable: true,
	async run(options, tell) {
		for (const count of jobCounts) {
			const label = `${count.toLocaleString("en")} jobs`;
			await withServer(options.release, { fill: (database) => fillJobs(database, count) }, async (server) => {
				for (const [what, path] of [
					["list of jobs", "/api/jobs"],
					["job page", "/career/jobs/job-0"],
					["home page", "/"],
				] as const) {
					await measureGets(server.url, () => path, { milliseconds: 200, connections: 1 });
					// The list of a hundred thousand is a hundred megabytes.
					const connections = path === "/api/jobs" && count > 10_000 ? 1 : options.connections;
					const figures = await measureGets(server.url, () => path, {
						milliseconds: options.milliseconds,
						connections,
					});
					tell({ what: `${what}, ${label}`, figures });
				}
				tell({ what: `a closed job is gone from /career, ${label}`, value: await measureChange(server) });
			});
		}
		for (const count of bookingCounts) {
			const label = `${count.toLocaleString("en")} bookings`;
			await withServer(options.release, { fill: (database) => fillBookings(database, count) }, async ({ url }) => {
				await measureGets(url, () => "/demo/availability", { milliseconds: 200, connections: 1 });
				tell({ what: `availability, ${label}`, figures: await measureGets(url, () => "/demo/availability", options) });
			});
		}
	},
};

/** Closes a job in another process, and polls the landing page until it changes. */
async function measureChange({ url, environment }: { url: string; environment: NodeJS.ProcessEnv }): Promise<string> {
	const agent = new Agent({ keepAlive: true });
	const database = await openDatabase(readConfig(environment), {
		migrations,
		log: createLog({ logLevel: "silent" }),
	});
	try {
		const read = async () => (await send(`${url}/sitemap-jobs.xml`, agent)).body;
		const before = await read();
		await database.write((transaction) => setJobClosed(transaction, "job-0", true, Temporal.Now.instant()));
		const begun = performance.now();
		while ((await read()) === before && performance.now() - begun < 30_000);
		const milliseconds = performance.now() - begun;
		await expectStatus(send(`${url}/career`, agent), 200);
		return `${Math.round(milliseconds)} ms`;
	} finally {
		await database.close();
		agent.destroy();
	}
}

/** Books the first slots of the window, one call each. */
async function fillBookings(database: Database, count: number): Promise<void> {
	const policy = policyOf(company);
	const now = Temporal.Now.instant();
	const dates = listSelectableDates(findDate(now.epochMilliseconds, company.timeZone), policy);
	const slots = dates
		.slice(1)
		.flatMap((date) => listSlotLabels(policy).map((time) => ({ date, time })))
		.slice(0, count);
	await database.write(async (transaction) => {
		for (const { date, time } of slots)
			await insertBooking(
				transaction,
				{
					id: randomUUID(),
					reference: `BKG-${randomUUID().slice(0, 8).toUpperCase()}`,
					bookedAt: now,
					sequence: 0,
					moves: 0,
					state: "booked",
					firstName: "Asha",
					lastName: "Rao",
					email: "asha@visitor.example",
					phone: "",
					message: "",
					domain: "",
					...ofDemoType,
					durationMinutes: company.demo.callMinutes,
					hostIds: [],
					timeZone: company.timeZone,
					startsAt: Temporal.Instant.fromEpochMilliseconds(startOfSlot(date, time, company.timeZone)),
				},
				{ company, now, hosts: withoutHosts(company), tokenHash: randomUUID() },
			);
	});
}
