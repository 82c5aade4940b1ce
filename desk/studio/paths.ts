/** Where a document is edited. */
export function pathToEdit(path: string): string {
	return `/studio/documents/${path}`;
}
