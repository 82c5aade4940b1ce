/** Tells whether a program here knows a time zone; a browser may call its own "Etc/Unknown". */
export function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
