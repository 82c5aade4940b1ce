/** References, identifiers, days, hashes and endings, as the names that the product gives have them. */
const part = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * Tells whether a file's name is of the kind that the product gives: "APP-7K3F9QXM.pdf", or with folders before it,
 * "trash/2026-11-23/APP-7K3F9QXM.pdf". None of them leads out of the folder that it is in.
 */
export function isFileName(name: string): boolean {
	return name.split("/").every((segment) => part.test(segment) && !segment.endsWith(".partial"));
}

/** The same for a name without folders, as records and archives have it. */
export function isPlainFileName(name: string): boolean {
	return isFileName(name) && !name.includes("/");
}

/** A file was to be stored under a name that the product does not give. */
export class FileNameError extends Error {
	constructor() {
		super("A file's name is none that this program gives, so nothing was stored under it");
		this.name = "FileNameError";
	}
}
