import { readFileSync } from "node:fs";
import { check } from "recheck";
import { parseSync, Visitor } from "vite";
import { listFiles } from "./list-files.ts";

/** Patterns that may take more than linear time, each with the reason why nobody can make it take long. */
const slowOnes: Record<string, string> = {
	"core/accounts/password-rules.server.ts ^(.+?)\\1+$": "a password has at most 128 characters",
};

/** Files that build patterns while they run, each with the reason why they take linear time. */
const builders: Record<string, string> = {
	"core/read-log/find-references.ts": "fixed words and eight characters",
	"features/publishing/launch/list-placeholders.server.ts": "alternatives of fixed words",
	"features/publishing/releases/find-links.ts": "one address, escaped",
	"platform/http/plain-get.ts": "begins with a line break, which its repetition excludes",
	"platform/pages/match-path.ts": "one segment of a path for each repetition, and each excludes the slash that ends it",
	"platform/pages/page-source.ts":
		"one segment of a path for each repetition, and each excludes the slash that ends it",
	"shared/email-address.ts": "an address has at most 254 characters",
};

type Pattern = { file: string; line: number; source: string; flags: string };

const files = listFiles(".")
	.filter((file) => /^(?:server|site|desk|features|core|platform|shared|ui)\/.*\.(?:tsx?|mjs)$/.test(file))
	.filter((file) => !/\.test\.|\.d\.ts$/.test(file));

const literals: Pattern[] = [];
const found: string[] = [];
for (const file of files) readPatterns(file);
const used = new Set<string>();
for (const pattern of literals) await checkPattern(pattern);
for (const name of Object.keys(slowOnes)) if (!used.has(name)) found.push(`${name}: is no exception any more`);

for (const fault of found) console.error(fault);
// The analyser's process waits for more.
process.exit(found.length > 0 ? 1 : 0);

function readPatterns(file: string): void {
	const code = readFileSync(file, "utf8");
	if (!code.includes("/") && !code.includes("RegExp")) return;
	const lineOf = (index: number) => code.slice(0, index).split("\n").length;
	const refuseBuilder = (callee: { type: string }, start: number) => {
		if ("name" in callee && callee.name === "RegExp" && !(file in builders))
			found.push(`${file}:${lineOf(start)}: builds a pattern: write it as a literal, or list its file with the reason`);
	};
	new Visitor({
		Literal(node) {
			if ("regex" in node)
				literals.push({ file, line: lineOf(node.start), source: node.regex.pattern, flags: node.regex.flags });
		},
		NewExpression: ({ callee, start }) => refuseBuilder(callee, start),
		CallExpression: ({ callee, start }) => refuseBuilder(callee, start),
	}).visit(parseSync(file, code).program);
}

/** Reports a pattern whose time may grow faster than its input, or that cannot be judged. */
async function checkPattern({ file, line, source, flags }: Pattern): Promise<void> {
	if (!/[*+{]/.test(source.replaceAll(/\\p\{\w+\}|\\./gi, ""))) return;
	const name = `${file} ${source}`;
	if (name in slowOnes) return void used.add(name);
	// Judged much sooner, and as slow as with any larger number.
	const unbounded = source
		.replaceAll(/\{(\d+),(\d*)\}/g, (counts, least, most) =>
			most !== "" && Number(most) < 5 ? counts : Number(least) > 0 ? "+" : "*",
		)
		.replaceAll(/\{\d{2,}\}/g, "+");
	// Counts decide, and not the time on a busy machine.
	const limits = { timeout: 600_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };
	const judge = (text: string) => check(text, flags.replace("v", "u"), limits);
	if (unbounded !== source && (await judge(unbounded)).status === "safe") return;
	const result = await judge(source);
	if (result.status === "safe") return;
	const fault =
		result.status === "vulnerable"
			? `${result.complexity.summary} time, as with ${result.attack.pattern}`
			: `cannot be judged: ${result.error.kind}`;
	found.push(`${file}:${line}: /${source}/${flags}: ${fault}`);
}
