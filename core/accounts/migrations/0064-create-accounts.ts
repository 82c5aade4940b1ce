import { PostgresAdapter, sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const createAccounts: Migration = {
	async up(db) {
		await db.schema
			.createTable("accounts")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("email", "text", (column) => column.notNull().unique())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("roles", "text", (column) => column.notNull())
			.addColumn("password_hash", "text")
			.addColumn("totp_secret", "text")
			.addColumn("totp_last_step", "integer", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("disabled_at", "text")
			.execute();
		await db.schema
			.createTable("passkeys")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("public_key", "text", (column) => column.notNull())
			.addColumn("counter", "bigint", (column) => column.notNull())
			.addColumn("transports", "text", (column) => column.notNull())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("last_used_at", "text")
			.execute();
		await db.schema.createIndex("passkeys_by_account").on("passkeys").column("account_id").execute();
		await db.schema
			.createTable("recovery_codes")
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("code_hash", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("recovery_codes_key", ["account_id", "code_hash"])
			.execute();
		await db.schema
			.createTable("sessions")
			.addColumn("token_hash", "text", (column) => column.primaryKey())
			.addColumn("id", "text", (column) => column.notNull().unique())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("device", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("used_at", "text", (column) => column.notNull())
			.addColumn("proven_at", "text", (column) => column.notNull())
			.addColumn("ends_at", "text", (column) => column.notNull())
			.addColumn("method", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("sessions_by_account").on("sessions").column("account_id").execute();
		await db.schema
			.createTable("account_invitations")
			.addColumn("token_hash", "text", (column) => column.primaryKey())
			.addColumn("id", "text", (column) => column.notNull().unique())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("email", "text")
			.addColumn("roles", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("expires_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("account_identities")
			.addColumn("issuer", "text", (column) => column.notNull())
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("account_id", "text", (column) => column.notNull().unique())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("account_identities_key", ["issuer", "subject"])
			.execute();
		await db.schema
			.createTable("account_devices")
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("token_hash", "text", (column) => column.notNull())
			.addColumn("used_at", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("account_devices_key", ["account_id", "token_hash"])
			.execute();
		await db.schema
			.createTable("account_challenges")
			.addColumn("token_hash", "text", (column) => column.primaryKey())
			.addColumn("purpose", "text", (column) => column.notNull())
			.addColumn("account_id", "text")
			.addColumn("value", "text", (column) => column.notNull())
			.addColumn("expires_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("sign_in_failures")
			.addColumn("subject", "text", (column) => column.primaryKey())
			.addColumn("failures", "integer", (column) => column.notNull())
			.addColumn("last_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("audit_log")
			.addColumn("sequence", "integer", (column) => column.primaryKey())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("actor", "text", (column) => column.notNull())
			.addColumn("action", "text", (column) => column.notNull())
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("details", "text", (column) => column.notNull())
			.addColumn("previous_hash", "text", (column) => column.notNull())
			.addColumn("hash", "text", (column) => column.notNull())
			.execute();
		await keepAuditLog(db);
	},
};

/** Makes the audit log append-only, even for this program. The database's owner can remove these triggers. */
async function keepAuditLog(db: Kysely<unknown>): Promise<void> {
	const message = "Entries of the audit log are neither changed nor deleted";
	if (db.getExecutor().adapter instanceof PostgresAdapter) {
		await sql`create or replace function refuse_audit_log_change() returns trigger language plpgsql as
			${sql.lit(`begin raise exception '${message}'; end`)}`.execute(db);
		await sql`create trigger audit_log_kept before update or delete on audit_log
			for each row execute function refuse_audit_log_change()`.execute(db);
		await sql`create trigger audit_log_kept_whole before truncate on audit_log
			for each statement execute function refuse_audit_log_change()`.execute(db);
		return;
	}
	for (const change of ["update", "delete"])
		await sql`create trigger ${sql.raw(`audit_log_kept_from_${change} before ${change}`)} on audit_log
			begin select raise(abort, ${sql.lit(message)}); end`.execute(db);
}
