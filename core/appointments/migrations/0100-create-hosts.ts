import type { Migration } from "kysely/migration";

/**
 * Hosts, their absences and their reservations: docs/decisions/0100-hosts-in-the-platform.md.
 * Of busy calendars only the busy times are stored.
 */
export const createHosts: Migration = {
	async up(db) {
		await db.schema
			.createTable("hosts")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("purposes", "text", (column) => column.notNull())
			.addColumn("time_zone", "text")
			.addColumn("hours", "text")
			.addColumn("video", "text", (column) => column.notNull())
			.addColumn("version", "integer", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("changed_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("host_time_off")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("host_id", "text", (column) => column.notNull())
			.addColumn("starts_at", "text", (column) => column.notNull())
			.addColumn("ends_at", "text", (column) => column.notNull())
			.addColumn("note", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("closures")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("starts_at", "text", (column) => column.notNull())
			.addColumn("ends_at", "text", (column) => column.notNull())
			.addColumn("reason", "text", (column) => column.notNull())
			.addColumn("created_by", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("busy_calendars")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("host_id", "text", (column) => column.notNull())
			.addColumn("address", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("due_at", "text", (column) => column.notNull())
			.addColumn("tried_at", "text")
			.addColumn("read_at", "text")
			.addColumn("failing_since", "text")
			.addColumn("error", "text")
			.addColumn("etag", "text")
			.addColumn("last_modified", "text")
			.addColumn("content_hash", "text")
			.addColumn("expanded_until", "text")
			.execute();
		await db.schema
			.createTable("busy_times")
			.addColumn("calendar_id", "text", (column) => column.notNull())
			.addColumn("host_id", "text", (column) => column.notNull())
			.addColumn("starts_at", "text", (column) => column.notNull())
			.addColumn("ends_at", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("busy_times_pkey", ["calendar_id", "starts_at", "ends_at"])
			.execute();
		await db.schema
			.createTable("host_reservations")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("host_id", "text", (column) => column.notNull())
			.addColumn("starts_at", "text", (column) => column.notNull())
			.addColumn("ends_at", "text", (column) => column.notNull())
			.addColumn("purpose", "text", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("held_until", "text")
			.addUniqueConstraint("host_reservations_start", ["host_id", "starts_at"])
			.execute();
		for (const table of ["host_time_off", "closures", "busy_times", "host_reservations"])
			await db.schema.createIndex(`${table}_by_end`).on(table).column("ends_at").execute();
		await db.schema
			.createIndex("host_reservations_by_reference")
			.on("host_reservations")
			.columns(["purpose", "reference"])
			.execute();
		await db.schema.createIndex("busy_calendars_by_due").on("busy_calendars").column("due_at").execute();
	},
};
