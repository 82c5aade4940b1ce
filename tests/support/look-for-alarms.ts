import { tellAlarms } from "../../core/alarms/tell-alarms.server.ts";
import { readConfig } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";
import { listProblems } from "../../server/list-problems.ts";
import { testCompany, type TestServer } from "./test-server.ts";

/** Looks for problems and tells of them, as a server does every minute. */
export async function lookForAlarms({ database, clock }: Pick<TestServer, "database" | "clock">): Promise<void> {
	const config = { ...readConfig({}), dataDirectory: database.dataDirectory };
	await tellAlarms({
		database,
		clock,
		log: createLog({ logLevel: "silent" }),
		async listProblems() {
			const problems = await listProblems({ config, database, clock, company: testCompany });
			// The disk is that of the machine that runs the tests.
			return problems.filter(({ key }) => key !== "disk-full");
		},
		alarmEmail: undefined,
		messageIdDomain: "narangi.example",
		onEmails: () => undefined,
	});
}
