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

/** The columns of another tool's export, in lower case, without punctuation. */
export type ImportPreset = {
	/** Stored. */
	key: string;
	name: string;
	/** Any two of these columns show that a file is such an export. */
	marks: readonly string[];
	/** Fields by column, "" for none; other columns are guessed. */
	columns: Readonly<Record<string, string>>;
};

/** Finds the export that a header has most columns of; undefined for none. */
export function findPreset(names: readonly string[], presets: readonly ImportPreset[]): ImportPreset | undefined {
	const simple = new Set(names.map(simplify));
	const counted = presets.map((preset) => ({ preset, count: preset.marks.filter((mark) => simple.has(mark)).length }));
	return counted.filter(({ count }) => count >= 2).toSorted((a, b) => b.count - a.count)[0]?.preset;
}

/** Guesses which field each column is, by a preset and by its name. */
export function guessColumns(
	names: readonly string[],
	fields: readonly ImportField[],
	preset?: ImportPreset,
): string[] {
	const taken = new Set<string>();
	const columns = new Map(Object.entries(preset?.columns ?? {}));
	const guessed = names.map((name) => {
		const field = fields.find(({ key }) => key === columns.get(simplify(name)));
		if (!field || (!field.many && taken.has(field.key))) return "";
		taken.add(field.key);
		return field.key;
	});
	const guess = (isMatch: (name: string, field: ImportField) => boolean) =>
		names.forEach((name, index) => {
			if (guessed[index] !== "" || columns.has(simplify(name))) return;
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
