import { readOwnPath } from "../shared/own-path.ts";

/** Returns the path of the desk that a form leads back to; the first page's for an address of anywhere else. */
export function readReturnPath(text: string | null): string {
	return readOwnPath(text) ?? "/";
}

/** Returns the address of a page that leads to another once the person has answered it. */
export function writeReturnPath(page: string, to: string): string {
	return to === "/" ? page : `${page}?${new URLSearchParams({ to }).toString()}`;
}

/** Returns the page that links to a file, or a page's own path. */
export function findLinkingPage(path: string): string {
	const [pathname = ""] = path.split("?");
	const page = pathname.replace(/\.(?:csv|zip)$/, "");
	if (page === pathname) return path;
	return page
		.replace(/^(\/jobs\/[^/]+)\/applications$/, "$1/export")
		.replace(/^(\/(?:incidents|import)\/[^/]+)\/(?:people|report)$/, "$1");
}
