import type { Migration } from "kysely/migration";
import { createLetters } from "./0001-create-letters.ts";
import { createIdempotencyKeys } from "./0002-create-idempotency-keys.ts";
import { createEnquiries } from "./0003-create-enquiries.ts";
import { addLetterExpiry } from "./0004-add-letter-expiry.ts";
import { createBookings } from "./0005-create-bookings.ts";
import { createCalendarFeeds } from "./0006-create-calendar-feeds.ts";
import { createJobs } from "./0010-create-jobs.ts";
import { createApplications } from "./0011-create-applications.ts";
import { createJobAlerts } from "./0012-create-job-alerts.ts";
import { addIdempotencyReference } from "./0013-add-idempotency-reference.ts";
import { addToldJobs } from "./0014-add-told-jobs.ts";
import { quarantineApplications } from "./0015-quarantine-applications.ts";

/** Every migration in the order of its name. A name that has run anywhere is never changed, nor is what stands behind it. */
export const migrations: Record<string, Migration> = {
	"0001-create-letters": createLetters,
	"0002-create-idempotency-keys": createIdempotencyKeys,
	"0003-create-enquiries": createEnquiries,
	"0004-add-letter-expiry": addLetterExpiry,
	"0005-create-bookings": createBookings,
	"0006-create-calendar-feeds": createCalendarFeeds,
	"0010-create-jobs": createJobs,
	"0011-create-applications": createApplications,
	"0012-create-job-alerts": createJobAlerts,
	"0013-add-idempotency-reference": addIdempotencyReference,
	"0014-add-told-jobs": addToldJobs,
	"0015-quarantine-applications": quarantineApplications,
};
