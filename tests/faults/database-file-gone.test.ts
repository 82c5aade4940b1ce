import { copyFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { createTestDatabaseConfig, withTestDatabase } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";
import { enquire as enquireOrThrow, startInstallation, type RunningInstallation } from "../support/installations.ts";
import { openStaffSession } from "../support/staff.ts";

// Each test starts a server and opens its desk.
vi.setConfig({ testTimeout: 240_000 });

function enquire({ url }: RunningInstallation): Promise<Response> {
	return fetch(`${url}/contactus/submit`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({
			firstName: "Asha",
			lastName: "Rao",
			email: "asha@visitor.example",
			message: "Please call.",
		}),
	});
}

/** Ways in which the file goes, and back to where it was, if there is one. */
const ways: [name: string, take: (file: string) => Promise<unknown>, giveBack?: (file: string) => Promise<unknown>][] =
	[
		["moved", (file) => rename(file, `${file}.moved`), (file) => rename(`${file}.moved`, file)],
		["deleted", (file) => rm(file)],
		[
			"replaced",
			async (file) => {
				await copyFile(file, `${file}.copy`);
				await rename(file, `${file}.moved`);
				await rename(`${file}.copy`, file);
			},
			(file) => rename(`${file}.moved`, file),
		],
		["left without its write-ahead log", (file) => rm(`${file}-wal`)],
	];

test.each(ways)(
	"while the database file is %s, nothing is acknowledged, and everybody is told",
	async (_, take, giveBack) => {
		const config = await createTestDatabaseConfig("sqlite");
		const server = await startInstallation(config);
		const { cookie } = await openStaffSession(server.config);
		const before = await enquireOrThrow(server, "before@visitor.example");
		const file = join(config.dataDirectory, sqliteFileName);

		await take(file);
		const refused = await enquire(server);
		expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
		await eventually(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503));
		await eventually(() => expect(server.lines.join("")).toContain("the database file was moved, deleted or replaced"));
		await eventually(async () =>
			expect(await (await fetch(`${server.deskUrl}/`, { headers: { cookie } })).text()).toContain(
				"The database is not responding.",
			),
		);
		expect((await fetch(`${server.url}/`)).status).toBe(200);

		if (!giveBack) return;
		await giveBack(file);
		expect((await enquire(server)).status).toBe(200);
		await eventually(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200));
		await server.stop();
		await withTestDatabase(config, async ({ db }) => {
			const stored = await db.selectFrom("enquiries").select("reference").execute();
			expect(stored).toHaveLength(2);
			expect(stored).toContainEqual({ reference: before });
		});
	},
);
