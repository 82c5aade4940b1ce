/** Gives the path of the desk that a form leads back to; the first page's for anything that is none of ours. */
export function readReturnPath(text: string | null): string {
	if (text === null || !/^\/(?![/\\])/.test(text)) return "/";
	const url = new URL(text, "https://desk.invalid");
	return url.host === "desk.invalid" ? url.pathname + url.search : "/";
}
