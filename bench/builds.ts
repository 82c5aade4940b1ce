import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readFolders } from "../platform/config.ts";
import { projectDirectory, projectNode } from "../tests/support/built-server.ts";
import { copyContent } from "../tests/support/content-copy.ts";
import type { Part } from "./part.ts";

/** The sample has some posts; the rest are generated. */
const counts = [14, 140, 1_400];
/** The most that the time may grow with a hundred times the posts. */
const maxTimes = 14;
const wordsPerPost = 600;

/** Measures how long a build takes as the posts grow, and whether a page carries the text of another page's post. */
export const builds: Part = {
	name: "builds",
	about: "the build with 14, 140 and 1,400 posts",
	comparable: false,
	async run(_options, tell) {
		let first: number | undefined;
		for (const count of counts) {
			const { seconds, strayTexts } = build(count);
			first ??= seconds;
			const stray = strayTexts.length > 0 ? `, ${strayTexts.length} pages with another post's text` : "";
			tell({
				what: `build with ${count.toLocaleString("en")} posts`,
				value: `${seconds.toFixed(1)} s, ${(seconds / first).toFixed(1)} times the first${stray}`,
				...(count === counts.at(-1) && { wanted: `under ${maxTimes} times` }),
			});
		}
	},
};

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

/** Keeps the posts of the home page, removes the others, and generates the rest, each with a unique sentence. */
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

/** Lists pages and data files that hold the marked sentence of another page's generated post. */
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
