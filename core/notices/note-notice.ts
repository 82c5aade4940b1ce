import type { WriteTransaction } from "../../platform/database/database.ts";

/**
 * Records which notice the sender of a form saw.
 * @param form `shown` is the version that the form names, which anybody can make up
 */
export type NoteNotice = (
	transaction: WriteTransaction,
	form: { reference: string; shown: string | undefined },
	now: Temporal.Instant,
) => Promise<void>;
