import type { CalendarFeedsTable } from "../../features/booking/calendar-feed.server.ts";
import type { BookingsTable } from "../../features/booking/store.server.ts";
import type { ApplicationsTable } from "../../features/careers/applications/store.server.ts";
import type { SelfIdentificationCountersTable } from "../../features/careers/applications/self-identification.server.ts";
import type { JobAlertsTable } from "../../features/careers/alerts/store.server.ts";
import type { JobsTable } from "../../features/careers/jobs/jobs-store.server.ts";
import type { EnquiriesTable } from "../../features/enquiries/store.server.ts";
import type { IdempotencyKeysTable } from "../http/idempotency.ts";
import type { EmailsTable } from "../email/outbox-store.ts";

/** Every table, by the camelCase form of its name. */
export type Tables = {
	applications: ApplicationsTable;
	selfIdentificationCounters: SelfIdentificationCountersTable;
	bookings: BookingsTable;
	calendarFeeds: CalendarFeedsTable;
	enquiries: EnquiriesTable;
	idempotencyKeys: IdempotencyKeysTable;
	jobAlerts: JobAlertsTable;
	jobs: JobsTable;
	emails: EmailsTable;
};
