import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { listScreenWords } from "./screen-words.ts";

/**
 * `npm run lint:words`: keeps words out of code, commands and documents for which this field has a usual one.
 *
 * Content is free to use them, and so are the pictures' own objects, what has happened (CHANGELOG.md, migrations that have run, commands
 * that were renamed).
 */
const rules: { pattern: RegExp; instead: string }[] = [
	{ pattern: /\blaws? of imports?\b|\bimport laws?\b/gi, instead: "dependency rules" },
	{ pattern: /(?<!test:)\bjourneys?\b/gi, instead: "end-to-end tests" },
	{ pattern: /\b[A-Z]\w*Parts\b/g, instead: "a name that ends in Deps" },
	{ pattern: /\bcreateTurns\b|\btakeTurns\b/g, instead: "lock, keyed queue" },
	{ pattern: /\bSituation\b|\bfindSituation\b/g, instead: "a name that says which facts" },
	{ pattern: /\b\w*Stock\b/g, instead: "a name that says what is stored" },
	{ pattern: /\b(?:become|miss|say)\(/g, instead: "a verb that says what it does" },
];

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
	.split("\n")
	.filter((file) => /\.(?:tsx?|mjs|css|json|yml|md)$/.test(file))
	.filter(
		(file) =>
			!/^(?:content|pictures|e2e\/fixtures)\/|\/migrations\/|^server\/migrations\.ts$|^CHANGELOG\.md$|package-lock|check-words\.ts$|retired-names\.ts$/.test(
				file,
			),
	);

const found = files.flatMap((file) => {
	const source = readFileSync(file, "utf8");
	return [
		...source
			.split("\n")
			.flatMap((line, index) =>
				rules.flatMap(({ pattern, instead }) =>
					[...line.matchAll(pattern)].map(([word]) => `${file}:${index + 1}: "${word}": say ${instead}`),
				),
			),
		...listScreenWords(file, source).map(
			({ line, word, instead }) => `${file}:${line}: "${word}" on a screen: say ${instead}`,
		),
	];
});
for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;
