/** Ends the address under which scripts fetch the data of a page, as React Router names it. */
const dataEnding = ".data";

/** Returns the address of a page's data for scripts. */
export function nameData(page: string): string {
	return page === "/" ? `/_${dataEnding}` : page + dataEnding;
}

/** Tells whether a path is that of a page's data. */
export function isDataPath(path: string): boolean {
	return path.endsWith(dataEnding);
}

/** Returns the address of the page whose data a path is; any other path unchanged. */
export function findPageOfData(path: string): string {
	if (!isDataPath(path)) return path;
	return path === nameData("/") ? "/" : path.slice(0, -dataEnding.length);
}
