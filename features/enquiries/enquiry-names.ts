import type { RecordNames } from "../../core/records/record-names.ts";

export const enquiryNames = {
	name: "enquiry",
	names: "enquiries",
	prefix: "ENQ",
	area: "enquiries",
} as const satisfies RecordNames;
