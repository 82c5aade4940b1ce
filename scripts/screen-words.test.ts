import { expect, test } from "vitest";
import { listScreenWords } from "./screen-words.ts";

test("names the old words of texts that staff read, with their lines", () => {
	const source = [
		'const notice = "Somebody has changed it.";',
		"const told = `Edition ${number} is public.`;",
		"<p>",
		"	The e-mail was withheld",
		"</p>",
	].join("\n");
	expect(listScreenWords("desk/routes/page.tsx", source)).toEqual([
		{ line: 1, word: "Somebody", instead: "someone" },
		{ line: 2, word: "Edition", instead: "release" },
		{ line: 3, word: "withheld", instead: "held back" },
	]);
});

test("leaves comments, names, stored keys and other readers' files alone", () => {
	const source = [
		"/** Somebody has changed it meanwhile. */",
		"// Withheld ones stay.",
		'const group: Group = "withheld";',
		'import { ConflictNotice } from "./overtaken-notice.tsx";',
		'const page = <Notice className="overtaken" />;',
	].join("\n");
	expect(listScreenWords("desk/routes/page.tsx", source)).toEqual([]);
	expect(listScreenWords("site/routes/page.tsx", '"Somebody has changed it."')).toEqual([]);
});
