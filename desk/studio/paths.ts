/** Where a document is edited. */
export function pathToEdit(path: string): string {
	return `/studio/documents/${path}`;
}

/** Where the first steps of a new company are. */
export const startPath = "/studio/start";
