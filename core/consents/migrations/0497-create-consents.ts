import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What people agreed to, when and how, and when and how they withdrew it. Consents of earlier releases are taken over as far as they are
 * known: the words of job alerts, and the moment at which they were asked for, are not.
 */
export const createConsents: Migration = {
	async up(db) {
		await db.schema
			.createTable("consents")
			.addColumn("reference", "text", (column) => column.primaryKey())
			.addColumn("purpose", "text", (column) => column.notNull())
			.addColumn("email", "text", (column) => column.notNull())
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("asked_at", "text", (column) => column.notNull())
			.addColumn("asked_on", "text", (column) => column.notNull())
			.addColumn("given_at", "text", (column) => column.notNull())
			.addColumn("given_by", "text", (column) => column.notNull())
			.addColumn("ends_at", "text")
			.addColumn("withdrawn_at", "text")
			.addColumn("withdrawn_by", "text")
			.execute();
		await db.schema.createIndex("consents_by_email").on("consents").column("email").execute();
		await db.schema.createIndex("consents_by_subject").on("consents").column("subject").execute();
		await db.schema.createIndex("consents_by_end").on("consents").column("ends_at").execute();
		await sql`insert into consents
			(reference, purpose, email, subject, text, asked_at, asked_on, given_at, given_by, ends_at)
			select 'CNS-' || substr(reference, 5), 'newsletter', lower(email), reference, consent, asked_at,
				case asked_by when 'blog' then 'the form on the blog' when 'article' then 'the form below an article'
					else 'the newsletter''s page' end,
				confirmed_at, 'email-link', null
			from newsletter_subscriptions where confirmed_at is not null`.execute(db);
		await sql`insert into consents
			(reference, purpose, email, subject, text, asked_at, asked_on, given_at, given_by, ends_at)
			select 'CNS-' || substr(reference, 5), 'job-alerts', lower(email), reference, '', confirmed_at,
				'the results of the job search', confirmed_at, 'email-link', expires_at
			from job_alerts where confirmed_at is not null
			on conflict (reference) do nothing`.execute(db);
		await sql`insert into consents
			(reference, purpose, email, subject, text, asked_at, asked_on, given_at, given_by, ends_at)
			select 'CNS-' || substr(reference, 5), 'talent-pool', sender_email, reference, coalesce(pool_text, ''), pool_since,
				'the talent pool''s page', pool_since, 'private-page', pool_until
			from records where pool_since is not null
			on conflict (reference) do nothing`.execute(db);
	},
};
