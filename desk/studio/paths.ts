export function pathToEdit(path: string): string {
	return `/studio/documents/${path}`;
}

/** The document with the company's settings. */
export const companyFile = "company.yml";

/** The page of a new company's first steps. */
export const startPath = "/studio/start";

/** The list of the sample company's texts. */
export const samplesPath = "/studio/samples";
