import { isStorageUnavailable } from "../database/storage-errors.ts";

/** The response of a page whose data the database cannot give at the moment. */
export const unavailable = { status: 503, headers: { "Retry-After": "5" } };

/**
 * Awaits what a page reads or a form stores; undefined if the database is unavailable.
 *
 * @throws any other error
 */
export async function unlessUnavailable<Value>(work: Promise<Value>): Promise<Value | undefined> {
	try {
		return await work;
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return undefined;
	}
}
