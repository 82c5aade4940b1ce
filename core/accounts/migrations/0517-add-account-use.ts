import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** When each account was last used, as far as its sessions and known browsers still tell. An earlier release notes no use. */
export const addAccountUse: Migration = {
	async up(db) {
		await db.schema.alterTable("accounts").addColumn("used_at", "text").execute();
		await sql`update accounts set used_at = (
			select max(used_at) from (
				select account_id, used_at from sessions
				union all
				select account_id, used_at from account_devices
			) as uses
			where uses.account_id = accounts.id
		)`.execute(db);
	},
};
