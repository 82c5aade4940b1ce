/** Advice to staff about an error. */
const texts: Record<number, string> = {
	403: "Your roles do not cover this part of the desk. An admin can change them.",
	404: "There is nothing at this address. What is older than its term is erased, and what a person asked us to erase.",
	421: "The desk does not answer under this name. Open it as localhost, or set DESK_URL to the address that you use.",
	429: "Too much was sent from here within a minute. Wait a minute, and send it again.",
	503: "The database or the disk does not answer. Try again in a minute.",
};
const titles: Record<number, string> = { 403: "Not for your roles", 404: "Not found" };

export function describeError(status: number): { title: string; text: string } {
	return {
		title: titles[status] ?? `Error ${status}`,
		text: texts[status] ?? "Something went wrong. The server’s log says more.",
	};
}
