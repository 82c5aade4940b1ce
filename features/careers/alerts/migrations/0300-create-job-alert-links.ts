import type { Migration } from "kysely/migration";
import { hashToken } from "../../../../platform/ids/secret-token.ts";

const alertsAtOnce = 1_000;

/**
 * The private links of job alerts by hash, those already sent included.
 * `job_alerts.token` stays for servers of the release before: docs/decisions/0300-links-of-job-alerts-by-hash.md.
 */
export const createJobAlertLinks: Migration = {
	async up(migrating) {
		const db = migrating.withTables<{
			jobAlerts: { reference: string; token: string };
			jobAlertLinks: { tokenHash: string; reference: string };
		}>();
		await db.schema
			.createTable("job_alert_links")
			.addColumn("token_hash", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("job_alert_links_by_reference").on("job_alert_links").column("reference").execute();
		for (let after = ""; ;) {
			const alerts = await db
				.selectFrom("jobAlerts")
				.select(["reference", "token"])
				.where("reference", ">", after)
				.orderBy("reference")
				.limit(alertsAtOnce)
				.execute();
			if (alerts.length === 0) return;
			await db
				.insertInto("jobAlertLinks")
				.values(alerts.map(({ reference, token }) => ({ reference, tokenHash: hashToken(token) })))
				.execute();
			after = alerts.at(-1)?.reference ?? "";
		}
	},
};
