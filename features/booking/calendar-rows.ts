/** Times that are not instants, as a row names them. */
export const unusualTimes = {
	wholeDay: "whole day",
	unreadable: "unreadable",
	unreadableSeries: "unreadable series",
	unknownZone: "unknown time zone",
} as const;

/** Tells whether an event is for its owner only, by its class. */
export function isPrivate(visibility: string): boolean {
	return /^(?:private|confidential)$/i.test(visibility.trim());
}
