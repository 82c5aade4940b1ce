import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readFolders } from "../platform/config.ts";
import { sqliteFileName } from "../platform/database/sqlite.ts";
import { dayMs } from "../shared/zoned-time.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { enter, expect, test as base } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

const test = base.extend<object, { office: FrontOffice }>({ office: ownOffice() });

/** Stores records of a month ago, all but one with a reply on the next day. */
function storeRecords({ dataDirectory }: FrontOffice, kind: string, prefix: string): void {
	const database = new DatabaseSync(join(dataDirectory, sqliteFileName), { timeout: 5_000 });
	const insert = database.prepare(
		`insert into records (id, reference, kind, received_at, sender_name, sender_email, spam, stage, version, changed_at, answered_at)
			values (?, ?, ?, ?, 'Somebody', 'somebody@visitor.example', 0, '', 1, ?, ?)`,
	);
	for (let index = 0; index < 40; index++) {
		const receivedMs = Date.now() - 30 * dayMs + index * 1_000;
		const write = (ms: number) => new Date(ms).toISOString();
		const answeredAt = index === 0 ? null : write(receivedMs + dayMs);
		const id = Math.floor(receivedMs / 1_000) * 2 ** 22 + (kind === "enquiry" ? 0 : 1);
		insert.run(id, `${prefix}-E2E${index}`, kind, write(receivedMs), write(receivedMs), answeredAt);
	}
	database.close();
}

/** Publishes the company with a setting, and with other hours and another promise, so that reply times are measured at once. */
async function publish(office: FrontOffice, setting: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "content-"));
	const text = await readFile(join(readFolders().contentDirectory, "company.yml"), "utf8");
	const changed = text
		.replace(/^replyWithinBusinessHours: .*$/m, "replyWithinBusinessHours: 40")
		.replace(/opens: "(\d\d):00"/, 'opens: "$1:15"');
	await writeFile(join(folder, "company.yml"), `${changed}\n${setting}`);
	await office.changeContent("import", folder, "--heavy");
	await rm(folder, { recursive: true, force: true });
}

const sentence = /In the last 90 days, [^<]+\./;
const ofEnquiries = /In the last 90 days, we replied to [^<]*95% (?:of all enquiries )?within 40[^<]*\./;
const ofApplications = /In the last 90 days, half of all applicants heard back within 1 day, and 95% within 14\./;

test(
	"visitors read how soon enquiries and applications had a reply, once the company shows it, and no longer after that",
	{ tag: "@all" },
	async ({ page, office }) => {
		const read = async (path: string) => (await fetch(office.url + path)).text();
		const jobs = (await (await fetch(`${office.url}/api/jobs`)).json()) as { id: string }[];
		const position = `/career/jobs/${jobs[0]?.id}`;
		storeRecords(office, "enquiry", "ENQ");
		storeRecords(office, "application", "APP");

		await publish(office, "");
		for (const path of ["/contactUs", position]) expect(await read(path)).not.toMatch(sentence);

		await publish(office, "publicReplyTimes:\n  enquiries: true\n  applications: true\n");
		await expect.poll(() => read("/contactUs"), { timeout: 60_000 }).toMatch(ofEnquiries);
		await expect.poll(() => read(position), { timeout: 60_000 }).toMatch(ofApplications);
		await enter(page, "/contactUs");
		await expect(page.getByText(ofEnquiries)).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await enter(page, position);
		await expect(page.getByText(ofApplications)).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);

		await publish(office, "publicReplyTimes:\n  enquiries: false\n  applications: false\n");
		await expect.poll(() => read("/contactUs"), { timeout: 60_000 }).not.toMatch(sentence);
		await expect.poll(() => read(position), { timeout: 60_000 }).not.toMatch(sentence);
	},
);
