/** Reads a text of a posted form; empty where the field is missing or a file. */
export function readFormText(form: FormData, name: string): string {
	const value = form.get(name);
	return typeof value === "string" ? value : "";
}
