/** How Exchange wraps a UID that is not its own: "vCal-Uid", a one, the UID and an end, all in hexadecimal. */
const wrapping = "7643616c2d55696401000000";
const orderedId = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/i;

/** Finds what may be the id of one of our appointments in the UID of an event, however a calendar has wrapped it. */
export function readAppointmentId(uid: string): string | undefined {
	const at = uid.toLowerCase().indexOf(wrapping);
	const own = at === -1 ? uid : Buffer.from(uid.slice(at + wrapping.length), "hex").toString("latin1");
	return orderedId.exec(own)?.[0].toLowerCase();
}

/** Lists the ids that readAppointmentId finds in a calendar file. */
export function listAppointmentIds(text: string): string[] {
	const ids = new Set<string>();
	for (const [, uid = ""] of text
		.replaceAll(/(?<!\r)\r*\n[ \t]|\r[ \t]/g, "")
		.matchAll(/^UID[^\r\n\u2028\u2029:]*:(.*)$/gim)) {
		const id = readAppointmentId(uid.trim());
		if (id !== undefined) ids.add(id);
	}
	return [...ids];
}
