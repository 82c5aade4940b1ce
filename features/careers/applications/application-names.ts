import type { RecordNames } from "../../../core/records/record-names.ts";

export const applicationNames = {
	name: "application",
	names: "applications",
	prefix: "APP",
	area: "hiring",
	siteModule: "careers",
	hasBoard: true,
	isEntered: true,
} as const satisfies RecordNames;
