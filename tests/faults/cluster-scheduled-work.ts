import { randomUUID } from "node:crypto";
import { markSubscriptionConfirmed } from "../../core/subscriptions/subscription-store.server.ts";
import { alertTables, insertJobAlert } from "../../features/careers/alerts/store.server.ts";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { insertEnquiry } from "../../features/enquiries/store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createReference } from "../../platform/ids/reference.ts";
import { createToken } from "../../platform/ids/secret-token.ts";
import { builtCareers } from "../support/built-careers.ts";
import { createEnquiryRecord } from "../support/enquiries.ts";
import { testJob } from "../support/job-application.ts";

export const alertCount = 40;
export const expiredCount = 200;
/** Longer ago than any retention. */
const longAgo = Temporal.Duration.from({ hours: 24 * 365 * 11 });
const reminderCount = 40;

const anywhere = builtCareers.locationFilters.find(({ locations }) => locations === "all")?.label ?? "";

/** The job of alerts that are sent while servers are killed. */
export const announcedJob = { ...testJob, id: "quillwright", title: "Quillwright" };

/** Opens the position that visitors apply for, and closes the database. */
export async function prepareApplications(database: Database): Promise<void> {
	await database.write((transaction) => insertJobs(transaction, [testJob], Temporal.Now.instant()));
	await database.close();
}

/** Stores people who wait for a position, and enquiries that are erased at a server's next start or within a day. */
export async function prepareScheduledWork(database: Database): Promise<void> {
	const now = Temporal.Now.instant();
	const expiresAt = now.add({ hours: 24 * 30 });
	await database.write(async (transaction) => {
		for (let index = 0; index < alertCount; index++) {
			const reference = createReference("ALR");
			const search = { q: announcedJob.title, location: anywhere };
			const email = `alert-${index}@visitor.example`;
			await insertJobAlert(transaction, { reference, email, search, token: createToken(), expiresAt });
			await markSubscriptionConfirmed(transaction, alertTables, reference, { now, expiresAt });
		}
		for (let index = 0; index < expiredCount; index++)
			await insertEnquiry(
				transaction,
				createEnquiryRecord({
					reference: createReference("ENQ"),
					receivedAt: now.subtract(longAgo),
					message: randomUUID(),
				}),
			);
	});
}

/** Opens the position that they wait for, as `npm run jobs` does. */
export async function announceJob(database: Database): Promise<void> {
	for (;;) {
		try {
			await database.write((transaction) => insertJobs(transaction, [announcedJob], Temporal.Now.instant()));
			return;
		} catch (error) {
			if (!/cannot store/.test(String(error))) throw error;
		}
	}
}

/** Makes reminders of calls due now, and returns their Message-IDs. */
export async function remindSoon(database: Database): Promise<string[]> {
	const now = toInstantText(Temporal.Now.instant());
	return database.write(async (transaction) => {
		const reminders = await transaction
			.selectFrom("emails")
			.select(["id", "messageId"])
			.where("kind", "in", ["booking-reminder-day", "booking-reminder-hour"])
			.where("state", "=", "waiting")
			.limit(reminderCount)
			.execute();
		if (reminders.length === 0) return [];
		await transaction
			.updateTable("emails")
			.set({ queuedAt: now, dueAt: now })
			.where(
				"id",
				"in",
				reminders.map(({ id }) => id),
			)
			.execute();
		return reminders.map(({ messageId }) => messageId);
	});
}
