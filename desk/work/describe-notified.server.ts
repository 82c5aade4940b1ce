const list = new Intl.ListFormat("en-GB");

/** Names the members who were notified of a note in a sentence; empty for none. */
export function describeNotified(names: readonly string[]): string {
	if (names.length === 0) return "";
	return ` ${list.format(names)} ${names.length === 1 ? "was" : "were"} notified.`;
}
