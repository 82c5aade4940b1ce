/** Advice to staff about an error. */
const texts: Record<number, string> = {
	403: "Your roles do not include this page. Ask an admin to change them.",
	404: "This page does not exist. The record may have been erased.",
	421: "The desk is not available at this address. Open it as localhost, or set DESK_URL to this address.",
	429: "Too many requests. Wait a minute and try again.",
	503: "The database or the disk is not responding. Try again in a minute.",
};
/** Tells the desk's own error page from that of a proxy in front of it. */
export const errorPageClass = "threshold";
const titles: Record<number, string> = { 403: "No access", 404: "Not found" };

export function describeError(status: number): { title: string; text: string } {
	return {
		title: titles[status] ?? `Error ${status}`,
		text: texts[status] ?? "Something went wrong. See the server’s log for details.",
	};
}
