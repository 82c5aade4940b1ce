/** A calendar file cannot be read; the message is for its owner and reveals nothing about its events. */
export class UnreadableCalendarError extends Error {
	override name = "UnreadableCalendarError";
}
