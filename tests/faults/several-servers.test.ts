import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { insertEnquiry } from "../../features/enquiries/store.server.ts";
import { createReference } from "../../platform/ids/reference.ts";
import { createTestDatabaseConfig, withTestDatabase } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";
import { startInstallation } from "../support/installations.ts";
import { startMailServer } from "../support/mail-server.ts";

const postsPerMinute = 6;
const expiredCount = 60;

test("two servers on one postgres share the limit of form posts, and do due work once", async () => {
	const databaseConfig = await createTestDatabaseConfig("postgres");
	const mailServer = await startMailServer();
	onTestFinished(() => mailServer.stop());
	const longAgo = Temporal.Now.instant().subtract({ hours: 24 * 365 * 11 });
	await withTestDatabase(databaseConfig, (database) =>
		database.write(async (transaction) => {
			for (let index = 0; index < expiredCount; index++)
				await insertEnquiry(transaction, {
					reference: createReference("ENQ"),
					receivedAt: longAgo,
					state: "accepted",
					firstName: "Asha",
					lastName: "Rao",
					email: "asha@visitor.example",
					phone: "",
					source: "site",
					consent: "",
					message: "We need an app.",
				});
		}),
	);
	const environment = {
		RATE_LIMIT_PER_MINUTE: String(postsPerMinute),
		SMTP_URL: mailServer.url,
		MAIL_FROM: "hello@narangi.example",
	};
	const start = () => startInstallation(databaseConfig, environment);
	const servers = await Promise.all([start(), start()]);

	// In sequence: a server that waits too long for the database counts by itself, as it should.
	const statuses: number[] = [];
	for (let index = 0; index < 2 * postsPerMinute; index++) {
		const { status } = await fetch(`${servers[index % 2]?.url}/contactus/submit`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({
				firstName: "Asha",
				lastName: "Rao",
				email: `${randomUUID()}@visitor.example`,
				message: "We need an app.",
			}),
		});
		statuses.push(status);
	}
	expect(statuses.filter((status) => status === 200)).toHaveLength(postsPerMinute);
	expect(statuses.filter((status) => status === 429)).toHaveLength(postsPerMinute);

	const readErased = () =>
		servers
			.flatMap(({ lines }) => lines)
			.map((line) => JSON.parse(line) as { msg: string; enquiries?: number })
			.filter(({ msg }) => msg === "erased data whose retention has ended")
			.reduce((sum, { enquiries }) => sum + (enquiries ?? 0), 0);
	await eventually(() => expect(readErased()).toBe(expiredCount));
	await withTestDatabase(databaseConfig, async ({ db }) => {
		const countWaiting = async () =>
			(await db.selectFrom("emails").select("id").where("state", "=", "waiting").execute()).length;
		await eventually(async () => expect(await countWaiting()).toBe(0));
		const stored = await db.selectFrom("emails").select("messageId").execute();
		expect(stored).toHaveLength(2 * postsPerMinute);
		expect(mailServer.emails.map(({ messageId }) => messageId).toSorted()).toEqual(
			stored.map(({ messageId }) => messageId).toSorted(),
		);
	});
});
