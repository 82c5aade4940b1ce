/** A calendar file cannot be read; the message is for its owner and reveals nothing about its events. */
export class UnreadableCalendarError extends Error {
	constructor(message: string) {
		super(message);
		this.name = "UnreadableCalendarError";
	}
}
