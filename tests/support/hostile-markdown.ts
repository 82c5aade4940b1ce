import fc from "fast-check";

/** As long as a text may be (markdown-faults.ts). */
const mostCharacters = 100_000;

/** Parts that a parser of Markdown matches with others, looks ahead for, or nests. */
const parts = [
	"]",
	"[",
	"![",
	"](",
	"[a](",
	"[a][b]",
	"[^1]",
	"[^1]: ",
	"[a]: /b ",
	"*",
	"**a ",
	"a_",
	"~~a",
	"`",
	"``a",
	"<",
	"<a ",
	'<a href="',
	"<!--",
	"<![CDATA[",
	"<?a",
	"</p>",
	"<table><tr><td>",
	"&",
	"&amp",
	"&#0;",
	"http://a.",
	"www.a",
	"a@b.",
	"<http://a",
	"\\",
	"|",
	"| a ",
	"- ",
	"1. ",
	"> ",
	"```\n",
	"~~~\n",
	"# a\n",
	"a\n=\n",
	"- [ ] a\n",
	"***\n",
	"\t",
	"\n",
	"a",
] as const;

const repeated = fc
	.tuple(fc.constantFrom(...parts), fc.constantFrom(1, 10, 1_000, 50_000), fc.constantFrom("", "\n", "\n\n", " "))
	.map(([part, times, between]) => (part + between).repeat(Math.min(times, mostCharacters / part.length)));

const table = fc
	.tuple(fc.constantFrom(2, 50, 500, 2_000), fc.constantFrom(1, 20, 1_000))
	.map(([columns, rows]) => `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|a\n".repeat(rows)}`);

/** Quotes and lists in one another, line by line. */
const nested = fc
	.tuple(fc.constantFrom("> ", "- ", "1. ", "> - ", "* > "), fc.integer({ min: 2, max: 60 }))
	.map(([mark, depth]) => Array.from({ length: 1_000 }, (_, line) => `${mark.repeat((line % depth) + 1)}a`).join("\n"));

const text = fc
	.array(fc.oneof({ weight: 6, arbitrary: repeated }, { weight: 2, arbitrary: table }, nested), {
		minLength: 1,
		maxLength: 6,
	})
	.map((some) => some.join("").repeat(3).slice(0, mostCharacters));

/** Generates texts that try to hold up who renders them; the same for the same seed. */
export function listHostileMarkdown(seed: number, count: number): string[] {
	return [`${"|a".repeat(2_000)}|\n${"|-".repeat(2_000)}|\n${"|a\n".repeat(20_000)}`, "]".repeat(40_000)]
		.concat(fc.sample(text, { seed, numRuns: count }))
		.slice(0, count);
}
