import type { Migration } from "kysely/migration";
import { createLetters } from "./0001-create-letters.ts";
import { createIdempotencyKeys } from "./0002-create-idempotency-keys.ts";
import { createEnquiries } from "./0003-create-enquiries.ts";

/** Every migration in the order of its name. A name that has run anywhere is never changed, nor is what stands behind it. */
export const migrations: Record<string, Migration> = {
	"0001-create-letters": createLetters,
	"0002-create-idempotency-keys": createIdempotencyKeys,
	"0003-create-enquiries": createEnquiries,
};
