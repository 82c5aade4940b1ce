/** References, identifiers, days, hashes and endings, as the names that the product gives have them. */
const part = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * Tells whether a file's name is of the kind that the product gives: "APP-7K3F9QXM.pdf", or with folders before it,
 * "trash/2026-11-23/APP-7K3F9QXM.pdf". None of them leads out of the folder that it is in.
 */
export function isFileName(name: string): boolean {
	return name.split("/").every((segment) => part.test(segment) && !segment.endsWith(".partial"));
}

/** Folders of the file store. */
export const trashFolder = "trash/";
export const erasureFolder = "erased-people/";

/** The same for a name that a backup holds: a kept file, one in a day's trash, or a note that a person was erased. */
export function isArchivedFileName(name: string): boolean {
	if (!isFileName(name)) return false;
	if (name.startsWith(trashFolder)) return /^[^/]+\/\d{4}-\d{2}-\d{2}\/[^/]+$/.test(name);
	return !(isErasureNote(name) ? name.slice(erasureFolder.length) : name).includes("/");
}

/** Tells whether a stored file is a note that a person was erased. */
export function isErasureNote(name: string): boolean {
	return name.startsWith(erasureFolder);
}

/** A file was to be stored under a name that the product does not give. */
export class FileNameError extends Error {
	constructor() {
		super("A file's name is none that this program gives, so nothing was stored under it");
		this.name = "FileNameError";
	}
}
