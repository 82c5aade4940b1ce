import type { RecordNames } from "../../core/records/record-names.ts";

/** Requests of people about their own data; only admins see them. */
export const requestNames = {
	name: "request",
	names: "requests",
	prefix: "PRV",
	area: "administration",
	isEntered: true,
} as const satisfies RecordNames;
