const frontMatterPattern = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s;

/** Splits a Markdown document into the YAML between two lines of --- and the text below; undefined without front matter. */
export function splitFrontMatter(text: string): { frontMatter: string; body: string } | undefined {
	const [, frontMatter, body] = frontMatterPattern.exec(text) ?? [];
	return frontMatter === undefined || body === undefined ? undefined : { frontMatter, body };
}
