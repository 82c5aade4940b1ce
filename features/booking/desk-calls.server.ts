import { createCallDays, type ListCallDays } from "./call-days.server.ts";
import type { BookingDeps } from "./booking-deps.server.ts";

/** What staff do with calls beside what they do with every record. */
export type DeskCalls = {
	/** Lists days with their calls, from one on. */
	listDays: ListCallDays;
};

/** Makes what staff do with calls. */
export function createDeskCalls(deps: BookingDeps): DeskCalls {
	return { listDays: createCallDays(deps) };
}
