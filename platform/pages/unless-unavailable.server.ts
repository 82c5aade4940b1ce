import { isStorageUnavailable } from "../database/storage-errors.ts";

/** The answer of a page that the database cannot give at the moment what it shows. */
export const unavailable = { status: 503, headers: { "Retry-After": "5" } };

/**
 * Waits for what a page shows from the database; undefined when that cannot be read at the moment.
 *
 * @throws whatever else fails
 */
export async function unlessUnavailable<Value>(reading: Promise<Value>): Promise<Value | undefined> {
	try {
		return await reading;
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return undefined;
	}
}
