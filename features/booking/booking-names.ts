import type { RecordNames } from "../../core/records/record-names.ts";

export const bookingNames = {
	name: "booking",
	names: "bookings",
	prefix: "BKG",
	area: "calls",
	siteModule: "booking",
} as const satisfies RecordNames;
