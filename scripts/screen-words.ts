/**
 * Words that the glossary replaces, or that no native speaker would put on a screen, with what to say instead.
 *
 * They are looked for in texts alone: a comment, a name or a stored key may have them.
 */
const rules: { pattern: RegExp; instead: string }[] = [
	{ pattern: /\beditions?\b/i, instead: "release" },
	{ pattern: /\bwithheld\b/i, instead: "held back" },
	{ pattern: /\brefused for good\b/i, instead: "bounced" },
	{ pattern: /\bhand(?:s|ed|ing)? (?:it |this |them )?over\b/i, instead: "reassign" },
	{ pattern: /\btak(?:e|es|en|ing) (?:it |them )?back\b/i, instead: "undo" },
	{ pattern: /\bovertaken\b/i, instead: "conflict" },
	{ pattern: /\bsomebody\b/i, instead: "someone" },
	{ pattern: /\bmeanwhile\b/i, instead: "in the meantime, or what happened" },
	{ pattern: /\bshall\b/i, instead: "an imperative" },
	{ pattern: /\bmend(?:ed)?\b/i, instead: "fix" },
	{ pattern: /\bany more\b/i, instead: "no longer" },
	{ pattern: /\bmay be left out\b|\bleft out, it\b/i, instead: "optional, or the default" },
	{ pattern: /\blower-case\b/i, instead: "lowercase" },
	{ pattern: /\bI do not know\b/, instead: "what the command expects" },
	{ pattern: /^(?:Whoever|Whether|Those that|Of which)\b/, instead: "a noun and a verb" },
	{ pattern: /(?<!-- |[.${\w])\bemails?\b(?![}.\w]| ===)/, instead: "e-mail" },
];

/** Texts that look like sentences and are stored keys. */
const storedKeys = new Set(["content editions"]);

/** Where staff read what the program says. Texts for visitors have their own tests (docs/product). */
const staffFiles =
	/^(?:desk|core\/(?:accounts|conversations|people|records)|features\/(?:analytics|publishing)|server\/commands)\//;

/** A text that is meant for people: it has a space, or begins like a sentence, and is no list of class names or a query. */
const isText = (text: string) =>
	/[A-Za-z]{2,} [A-Za-z]/.test(text) &&
	!/^\s*(?:select|insert|update|delete|create|alter|drop|with|from|where)\b/.test(text);

/** Lists the words of a file's texts that staff should not read, each with its line. Gives nothing for files of other readers. */
export function listScreenWords(file: string, source: string): { line: number; word: string; instead: string }[] {
	if (!staffFiles.test(file) || !/\.tsx?$/.test(file) || file.includes(".test.")) return [];
	const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, " "));
	return [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}`"=;]+)(?=[<{])/g)].flatMap((match) => {
		const text = match[1] ?? match[2]?.replaceAll(/\$\{[^}]*\}/g, "…") ?? match[3] ?? "";
		if (!isText(text) || storedKeys.has(text)) return [];
		const line = code.slice(0, match.index).split("\n").length;
		return rules.flatMap(({ pattern, instead }) => {
			const [word] = pattern.exec(text) ?? [];
			return word === undefined ? [] : [{ line, word, instead }];
		});
	});
}
