import { Agent } from "node:http";
import { insertEnquiry } from "../features/enquiries/store.server.ts";
import type { Database } from "../platform/database/database.ts";
import { createEnquiryRecord } from "../tests/support/enquiries.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { measureGets } from "./load.ts";
import { collectPaced, expectStatus, send, summarise, type Durations } from "./measure.ts";
import { withServer, type Part } from "./part.ts";

const staffCount = 20;
const enquiryCount = 500;
/** Of all members together: each acts every two seconds, and reads the following page. */
const actionsPerSecond = 10;
/** Visitors per second beside them. */
const visitsPerSecond = 100;
const stages = ["in-conversation", "won", "lost"];

type Member = { cookie: string };

/** Measures visitors' waits for the home page while nobody uses the desk, and while twenty members do, alternating in one run. */
export const staff: Part = {
	name: "staff",
	about: "the home page's waiting with nobody and with 20 staff at work",
	comparable: false,
	async run({ milliseconds, release }, tell) {
		const members: Member[] = [];
		const references: string[] = [];
		await withServer(release, { fill: (database) => fillDesk(database, { members, references }) }, async (server) => {
			const agent = new Agent({ keepAlive: true });
			const deskAgent = new Agent({ keepAlive: true });
			const deeds = createActions(server.deskUrl, { references, members, agent: deskAgent });
			const visit = () => expectStatus(send(`${server.url}/`, agent), 200);
			const visitFor = () => collectPaced(visit, { milliseconds, perSecond: visitsPerSecond });
			// Both sides are warm before anything counts.
			await measureGets(server.url, () => "/", { milliseconds: 500, connections: 1 });
			for (const act of deeds.slice(0, staffCount)) await act();
			const quiet: Durations[] = [];
			const busy: Durations[] = [];
			const work: Durations[] = [];
			let next = staffCount;
			for (let round = 0; round < 3; round++) {
				quiet.push(await visitFor());
				const [visits, done] = await Promise.all([
					visitFor(),
					collectPaced(() => deeds[next++]?.(), { milliseconds, perSecond: actionsPerSecond }),
				]);
				busy.push(visits);
				work.push(done);
			}
			const [before, meanwhile] = [summarise(...quiet), summarise(...busy)];
			tell({ what: "home page, nobody at the desk", figures: before });
			tell({ what: "home page, 20 staff at work", figures: meanwhile });
			tell({
				what: "p99 with staff beside without",
				value: (meanwhile.p99Ms / before.p99Ms).toFixed(2),
				wanted: "1.5",
			});
			tell({ what: "what staff do", figures: summarise(...work) });
			agent.destroy();
			deskAgent.destroy();
		});
	},
};

async function fillDesk(
	database: Database,
	{ members, references }: { members: Member[]; references: string[] },
): Promise<void> {
	const now = Temporal.Now.instant();
	for (let index = 0; index < staffCount; index++) {
		const email = `sales-${index}@staff.example`;
		const { token } = await signInStaff(database, { now, roles: ["sales"], email, name: `Robin ${index}` });
		members.push({ cookie: `desk-session=${token}` });
	}
	await database.write(async (transaction) => {
		for (let index = 0; index < enquiryCount; index++) {
			const enquiry = createEnquiryRecord({
				reference: `ENQ-${String(index).padStart(8, "0")}`,
				email: `person${index}@visitor.example`,
				receivedAt: now.subtract({ minutes: index }),
			});
			await insertEnquiry(transaction, enquiry);
			references.push(enquiry.reference);
		}
	});
}

/**
 * Lists all actions, in order: each member opens a list and a record, searches, adds a note and changes a stage, on a record of their own.
 */
function createActions(
	deskUrl: string,
	{ references, members, agent }: { references: readonly string[]; members: readonly Member[]; agent: Agent },
): (() => Promise<void>)[] {
	return references.flatMap((reference, index) => {
		const cookie = members[index % members.length]?.cookie ?? "";
		const page = `${deskUrl}/enquiries/${reference}`;
		const open = async (url: string) => expectStatus(send(url, agent, undefined, cookie), 200);
		const post = async (url: string, fields: Record<string, string>, status: number) => {
			const sent = {
				type: "application/x-www-form-urlencoded",
				body: Buffer.from(new URLSearchParams(fields).toString()),
				headers: { origin: deskUrl },
			};
			await expectStatus(send(url, agent, sent, cookie), status);
		};
		const change = async (fields: Record<string, string>) => {
			await post(page, fields, 303);
			await open(page);
		};
		return [
			() => open(`${deskUrl}/enquiries`),
			() => open(page),
			() => post(`${deskUrl}/search`, { search: `person${index}` }, 200),
			() => change({ do: "note", text: `Called ${reference}` }),
			() => change({ do: "stage", value: stages[index % stages.length] ?? "", version: "1" }),
		];
	});
}
