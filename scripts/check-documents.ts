import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import rehypeRaw from "rehype-raw";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { listFiles } from "./list-files.ts";

/** A broken reference; `file` is relative to the checked folder. */
export type DocumentProblem = { file: string; line: number; message: string };

type MarkdownDocument = {
	/** Targets of `#…`, as GitHub derives them from headings. */
	anchors: Set<string>;
	headings: string[];
	links: { target: string; line: number }[];
};

const markdownProcessor = unified()
	.use(remarkParse)
	.use(remarkGfm)
	.use(remarkRehype, { allowDangerousHtml: true })
	.use(rehypeRaw)
	.use(rehypeSlug);

/** A document of this project as comments cite it; not the end of a longer path or of a web address. */
const citation = /(?<![\w./-])docs\/[\w./-]*\.md(?:#([\w-]+))?/g;
/** Between a citation and its heading, on one line or on two of a comment. */
const beforeHeading = /^`?,\s+(?:(?:\*|\/\/|#)\s+)?(?=\p{Lu})/u;
/** Sources outside this project, which readers cannot look up. */
const outsideSources = /\b(?:DESIGN|DECISIONS)\.md\b|\b(?:the|careers|public-site)[\s*/#]+specification\b/gi;

/**
 * Lists broken references: relative links and anchors of Markdown files, and in every file `docs/….md`, alone or with a heading after a
 * comma; and each mention of a source outside the project.
 * Pages of the site, which are Markdown with front matter, are left out, and YAML except its comments: those are a company's own words.
 * @param root absolute path of the folder
 * @param files paths below it, with slashes
 */
export async function listDocumentProblems(root: string, files: readonly string[]): Promise<DocumentProblem[]> {
	const known = new Set(files.flatMap((file) => [file, ...listFoldersOf(file)]));
	const texts = new Map(files.map((file) => [file, readText(join(root, file))]));
	const documents = new Map(
		await Promise.all(
			files
				.filter((file) => file.endsWith(".md"))
				.map(async (file) => [file, await readMarkdown(texts.get(file) ?? "")] as const),
		),
	);
	// A link's address in a Markdown file may be a citation too.
	const problems = new Map<string, DocumentProblem>();
	const report = (file: string, line: number, message: string | undefined) => {
		if (message !== undefined) problems.set(`${file}:${line}: ${message}`, { file, line, message });
	};

	for (const [file, document] of documents) {
		if (isPageOfSite(texts.get(file) ?? "")) continue;
		for (const { target, line } of document.links) report(file, line, describeDeadLink(file, target));
	}
	for (const [file, text] of texts) {
		if (file.endsWith(".md") && isPageOfSite(text)) continue;
		const checked = /\.ya?ml$/.test(file) ? keepYamlComments(text) : text;
		for (const match of checked.matchAll(citation))
			report(file, lineAt(checked, match.index), describeDeadCitation(match, checked));
		for (const match of checked.matchAll(outsideSources)) {
			const words = match[0].replaceAll(/[\s*/#]+/g, " ");
			report(file, lineAt(checked, match.index), `"${words}" is not in this project`);
		}
	}
	return [...problems.values()].toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);

	function describeDeadLink(file: string, target: string): string | undefined {
		if (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(target)) return undefined;
		const [path = "", anchor] = target.split("#");
		const linked = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), decodeURIComponent(path)));
		if (!known.has(linked.replace(/\/$/, ""))) return `there is no ${linked}`;
		const document = documents.get(linked);
		return anchor !== undefined && document && !document.anchors.has(decodeURIComponent(anchor))
			? `${linked} has no heading for #${anchor}`
			: undefined;
	}

	function describeDeadCitation(match: RegExpExecArray, text: string): string | undefined {
		const [cited, anchor] = match;
		const path = cited.replace(/#.*/, "");
		const document = documents.get(path);
		if (!document) return `there is no ${path}`;
		if (anchor !== undefined && !document.anchors.has(anchor)) return `${path} has no heading for #${anchor}`;
		const rest = text.slice(match.index + cited.length);
		const [comma] = beforeHeading.exec(rest) ?? [];
		if (comma === undefined) return undefined;
		const named = joinCommentLines(rest.slice(comma.length));
		const found = document.headings.some(
			(heading) => named.startsWith(heading) && !/^[\p{L}\p{N}]/u.test(named.slice(heading.length)),
		);
		return found ? undefined : `${path} has no heading "${/^[^,.;:)"`]*/.exec(named)?.[0].slice(0, 60).trim()}"`;
	}
}

async function readMarkdown(text: string): Promise<MarkdownDocument> {
	const tree = await markdownProcessor.run(markdownProcessor.parse(text));
	const document: MarkdownDocument = { anchors: new Set(), headings: [], links: [] };
	visit(tree, "element", (element) => {
		const { id, href, src } = element.properties;
		if (typeof id === "string") document.anchors.add(id);
		if (/^h[1-6]$/.test(element.tagName)) {
			let heading = "";
			visit(element, "text", ({ value }) => {
				heading += value;
			});
			document.headings.push(heading);
		}
		for (const target of [href, src])
			if (typeof target === "string") document.links.push({ target, line: element.position?.start.line ?? 1 });
	});
	return document;
}

/** Empty for a binary file. */
function readText(path: string): string {
	const text = readFileSync(path, "utf8");
	return text.includes("\0") ? "" : text;
}

function isPageOfSite(text: string): boolean {
	return text.startsWith("---\n");
}

/** The same lines with only their comments. */
function keepYamlComments(text: string): string {
	return text
		.split("\n")
		.map((line) => /(?:^|\s)#.*$/.exec(line)?.[0] ?? "")
		.join("\n");
}

/** Joins a comment's next lines, as far as a heading may reach. */
function joinCommentLines(text: string): string {
	return text.slice(0, 300).replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g, " ");
}

function listFoldersOf(file: string): string[] {
	const folder = posix.dirname(file);
	return folder === "." ? ["."] : [folder, ...listFoldersOf(folder)];
}

function lineAt(text: string, index: number): number {
	return text.slice(0, index).split("\n").length;
}

if (import.meta.main) {
	const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));
	const problems = await listDocumentProblems(root, listFiles(root));
	for (const { file, line, message } of problems) console.error(`${file}:${line}: ${message}`);
	if (problems.length > 0) {
		console.error(`${problems.length} problem(s) in documents and in what cites them`);
		process.exitCode = 1;
	}
}
