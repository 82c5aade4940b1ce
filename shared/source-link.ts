/** Carries the name of a source link in addresses and forms. */
export const sourceField = "source";

const nameShape = /^[a-z\d][a-z\d-]{0,39}$/;

/** Tells whether a text can be the name of a source link. */
export function isSourceName(text: string): boolean {
	return nameShape.test(text);
}

/** Returns the name that an address or a form carries; empty if there is none or it is invalid. */
export function readSource(query: Pick<URLSearchParams, "get">): string {
	const name = query.get(sourceField) ?? "";
	return isSourceName(name) ? name : "";
}

/** Adds the name of a source link to a path with or without a query; empty for none. */
export function withSource(path: string, name: string): string {
	return name === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${sourceField}=${name}`;
}
