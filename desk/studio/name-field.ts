import { capitalise } from "../../shared/capitalise.ts";

/** Names a field by its path in the content: "Offices 1, careers note" for "offices[0].careersNote". */
export function nameField(field: string): string {
	const words = field
		.replaceAll(/\[(\d+)\]/g, (_, index) => ` ${Number(index) + 1}`)
		.replaceAll(".", ", ")
		.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return capitalise(words.trim());
}
