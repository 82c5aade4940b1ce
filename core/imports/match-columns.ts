import { foldText } from "../../shared/fold-text.ts";

/** A field that a column can become. */
export type ImportField = {
	key: string;
	label: string;
	/** Other names of its column in exports, in lower case, without punctuation. */
	synonyms: readonly string[];
	/** Takes several columns. */
	many?: true;
};

/** The field of each column, in their order; "" leaves one out. */
export type ColumnMap = readonly string[];

/** Guesses which field each column is, by its name. */
export function guessColumns(names: readonly string[], fields: readonly ImportField[]): string[] {
	const taken = new Set<string>();
	const guessed = names.map(() => "");
	const guess = (isMatch: (name: string, field: ImportField) => boolean) =>
		names.forEach((name, index) => {
			if (guessed[index] !== "") return;
			const field = fields.find((one) => (one.many || !taken.has(one.key)) && isMatch(simplify(name), one));
			if (!field) return;
			guessed[index] = field.key;
			taken.add(field.key);
		});
	guess((name, { label }) => name === simplify(label));
	guess((name, { synonyms }) => synonyms.includes(name));
	return guessed;
}

/** Lists the fields that two columns became although they take one. */
export function findFieldsTwice(map: ColumnMap, fields: readonly ImportField[]): ImportField[] {
	return fields.filter(({ key, many }) => !many && map.filter((one) => one === key).length > 1);
}

/** "E-Mail_Address" and "e mail address" are one name. */
export function simplify(name: string): string {
	return foldText(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))
		.replaceAll(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}
