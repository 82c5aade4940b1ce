import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readFolders } from "../platform/config.ts";
import { projectDirectory, projectNode } from "../tests/support/built-server.ts";
import { copyContent } from "../tests/support/content-copy.ts";

/**
 * Builds the site with few posts and with many, and exits with 1 when the many cost more than ten times the time of the few, or when
 * a page carries the text of a post that is not its own.
 */
const { values: options } = parseArgs({
	options: {
		few: { type: "string", default: "14" },
		many: { type: "string", default: "1000" },
		help: { type: "boolean", default: false },
	},
});
const few = Number(options.few);
const many = Number(options.many);
/** As many posts as the home page of the sample shows, so a site has at least these. */
const fewest = 8;
if (options.help || !Number.isInteger(few) || !Number.isInteger(many) || few < fewest || many <= few) {
	console.log(
		`Usage: npm run bench:build -- [--few 14] [--many 1000]\nBuilds the site with that many posts, at least ${fewest}, and compares the times.`,
	);
	process.exit(options.help ? 0 : 2);
}
const mostTimes = 10;
const wordsPerPost = 600;

const first = build(few);
const second = build(many);
const times = second.seconds / first.seconds;
for (const { posts, seconds, strayTexts } of [first, second]) {
	console.log(
		`${String(posts).padStart(5)} posts: ${seconds.toFixed(1)} s, ${strayTexts.length} pages with another post's text${strayTexts.length ? `, such as ${strayTexts[0]}` : ""}`,
	);
}
console.log(`${many} posts took ${times.toFixed(1)} times the time of ${few}; the limit is ${mostTimes}.`);
process.exitCode = times < mostTimes && first.strayTexts.length + second.strayTexts.length === 0 ? 0 : 1;

function build(posts: number): { posts: number; seconds: number; strayTexts: string[] } {
	const copy = copyContent(readFolders().contentDirectory);
	try {
		writePosts(join(copy.contentDirectory, "blog"), posts);
		const start = performance.now();
		const { status } = spawnSync(projectNode, ["scripts/build-site.ts"], {
			cwd: projectDirectory,
			env: { ...process.env, ...copy.environment },
			stdio: ["ignore", "ignore", "inherit"],
		});
		if (status !== 0) throw new Error(`The site with ${posts} posts could not be built`);
		return {
			posts,
			seconds: (performance.now() - start) / 1_000,
			strayTexts: listStrayTexts(join(copy.buildDirectory, "client")),
		};
	} finally {
		copy.remove();
	}
}

/** Keeps the posts that the home page shows, takes the others away, and generates the rest, each with a sentence that only it has. */
function writePosts(directory: string, posts: number): void {
	const files = readdirSync(directory).map((name) => join(directory, name));
	const isInsight = (file: string) => /^insight:/m.test(readFileSync(file, "utf8"));
	const insights = files.filter(isInsight);
	for (const file of files) if (!insights.includes(file)) rmSync(file);
	const template = readFileSync(insights[0] ?? "", "utf8");
	const frontMatter = template
		.slice(0, template.indexOf("\n---", 3))
		.replace(/^insight:\n(?:[ \t]+.*\n?)*/m, "")
		.replace(/^featured: .*\n?/m, "")
		.trimEnd();
	for (let number = insights.length; number < posts; number++) {
		const text = Array.from({ length: wordsPerPost }, (_, index) => `word${(number * 7 + index * 13) % 997}`).join(" ");
		const own = frontMatter.replace(/^title: .*$/m, `title: Generated post number ${number}`);
		writeFileSync(
			join(directory, `generated-${number}.md`),
			`${own}\n---\n\n## A generated post\n\nOnly post ${marker(number)} says this. ${text}.\n`,
		);
	}
}

/** Pages and data files that hold the marked sentence of a generated post whose address is not theirs. */
function listStrayTexts(directory: string): string[] {
	return readdirSync(directory, { recursive: true, encoding: "utf8" })
		.filter((file) => /\.(?:html|js|data)$/.test(file))
		.flatMap((file) => {
			const markers = new Set(readFileSync(join(directory, file), "utf8").match(/marked-\d+-here/g));
			const [, number] = /generated-(\d+)/.exec(file) ?? [];
			return [...markers].some((found) => number === undefined || found !== marker(Number(number))) ? [file] : [];
		});
}

function marker(number: number): string {
	return `marked-${number}-here`;
}
