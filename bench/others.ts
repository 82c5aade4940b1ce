import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { join } from "node:path";
import { insertEnquiry } from "../features/enquiries/store.server.ts";
import { readConfig } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import { projectDirectory, projectNode, readResidentBytes } from "../tests/support/built-server.ts";
import { openStaffSession } from "../tests/support/staff.ts";
import { collectPaced, expectStatus, send, summarise, type Durations } from "./measure.ts";
import { fillJobs, withServer, type MeasuredServer, type Part } from "./part.ts";

const jobs = 1_000;
const rows = 100_000;
const perSecond = 100;
const megabyte = 1_000_000;

/** Measures the home page while other work runs beside it, and the memory of that work. */
export const others: Part = {
	name: "others",
	about: "the home page while jobs are published, a backup runs and 100,000 rows are exported; memory",
	comparable: false,
	run: ({ milliseconds, release }, tell) =>
		withServer(release, { fill }, async (server) => {
			const agent = new Agent({ keepAlive: true });
			const visit = () => expectStatus(send(`${server.url}/`, agent), 200);
			await collectPaced(visit, { milliseconds: 1_000, perSecond });
			tell({ what: "memory at rest", value: await readMemory(server), wanted: "150 MB" });
			const command = (...args: string[]) => run(server, args);
			const scenes: [string, () => Promise<unknown>][] = [
				["nothing else", () => Promise.resolve()],
				[
					"jobs are published",
					async () => {
						for (let index = 0; index < 4; index++) {
							await command("server/commands/jobs.ts", "close", `job-${index}`);
							await command("server/commands/jobs.ts", "reopen", `job-${index}`);
						}
					},
				],
				[
					"a backup runs",
					() =>
						command(
							"server/commands/backup.ts",
							join(server.environment.DATA_DIR ?? "", "..", `${randomUUID()}.tar.gz`),
						),
				],
				["100,000 rows are exported by command", () => command("server/commands/inbox.ts", "export", "enquiries")],
				[
					"100,000 rows are exported in the desk",
					async () => {
						const { cookie } = await openStaffSession(readConfig(server.environment));
						return expectStatus(send(`${server.deskUrl}/enquiries.csv`, agent, undefined, cookie), 200);
					},
				],
			];
			for (const [what, act] of scenes) {
				const durations: Durations[] = [];
				const collectMore = async () =>
					void durations.push(await collectPaced(visit, { milliseconds: milliseconds / 2, perSecond }));
				const acting = act().then(() => "done");
				do await collectMore();
				while ((await Promise.race([acting, Promise.resolve("under way")])) !== "done");
				const { count, p50Ms, p99Ms } = summarise(...durations);
				tell({ what: `home page, ${what}`, figures: { count, p50Ms, p99Ms }, wanted: "p99 under 20 ms" });
			}
			tell({ what: "memory after that", value: await readMemory(server) });
			agent.destroy();
		}),
};

async function fill(database: Database): Promise<void> {
	await fillJobs(database, jobs);
	const receivedAt = Temporal.Now.instant();
	await database.write(async (transaction) => {
		for (let index = 0; index < rows; index++)
			await insertEnquiry(transaction, {
				reference: `ENQ-${String(index).padStart(8, "0")}`,
				receivedAt,
				state: "accepted",
				firstName: "Asha",
				lastName: `Rao ${index}`,
				email: `asha-${index}@visitor.example`,
				phone: "",
				source: "site",
				consent: "",
				message: "We need an app for our drivers, soon.",
			});
	});
}

/** Runs a command of the project beside the server, as administrators do. */
async function run({ environment }: MeasuredServer, args: string[]): Promise<void> {
	const child = spawn(projectNode, args, {
		cwd: projectDirectory,
		env: environment,
		stdio: ["ignore", "ignore", "inherit"],
	});
	const status = await new Promise((resolve) => child.once("close", resolve));
	if (status !== 0) throw new Error(`${args.join(" ")} ended with ${String(status)}`);
}

async function readMemory(server: MeasuredServer): Promise<string> {
	if (process.platform !== "linux") return "known on Linux alone";
	return `${Math.round((await readResidentBytes(server)) / megabyte)} MB`;
}
