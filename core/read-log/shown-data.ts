/** Kinds of personal data, in the order in which lists name them. */
export const dataKinds = ["name", "email", "phone", "messages", "answers", "resume", "files", "notes"] as const;
export type DataKind = (typeof dataKinds)[number];

/** Kinds of personal data in words, as notices and the desk name them. */
export const dataNames: Readonly<Record<DataKind, string>> = {
	name: "name",
	email: "e-mail address",
	phone: "phone number",
	messages: "messages",
	answers: "form answers",
	resume: "resume",
	files: "attached files",
	notes: "internal notes",
};

/** exported: it left as a file. */
const manners = ["read", "exported"] as const;
export type Manner = (typeof manners)[number];

/** Reads kinds of personal data as they are stored, joined by commas; unknown ones of a newer release are left out. */
export function readDataKinds(text: string): DataKind[] {
	const stored = text.split(",");
	return dataKinds.filter((kind) => stored.includes(kind));
}
