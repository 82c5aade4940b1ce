export function pathToEdit(path: string): string {
	return `/studio/documents/${path}`;
}

/** The page of a new company's first steps. */
export const startPath = "/studio/start";
