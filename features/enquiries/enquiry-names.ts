import type { RecordNames } from "../../core/records/record-names.ts";

export const enquiryNames = {
	name: "enquiry",
	names: "enquiries",
	prefix: "ENQ",
	area: "enquiries",
	isEntered: true,
} as const satisfies RecordNames;
