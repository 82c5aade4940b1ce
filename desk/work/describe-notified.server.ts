import { joinNames } from "../../shared/join-names.ts";

/** Names the members who were notified of a note in a sentence; empty for none. */
export function describeNotified(names: readonly string[], locale: string): string {
	if (names.length === 0) return "";
	return ` ${joinNames(names, locale)} ${names.length === 1 ? "was" : "were"} notified.`;
}
