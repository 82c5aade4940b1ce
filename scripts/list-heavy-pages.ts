import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../features/publishing/documents/content.ts";
import { describeExcess, listExcesses } from "../features/publishing/page-budget.ts";
import { listPictureBytes, weighPage } from "../features/publishing/page-weight.server.ts";

/** Lists the pages of a build over the page budget and by how much, as the studio does before publishing. */
export async function listHeavyPages(
	content: Pick<Content, "pictures">,
	paths: readonly string[],
	buildDirectory: string,
): Promise<string[]> {
	const pictureBytes = listPictureBytes(content);
	const heavy: string[] = [];
	for (const path of paths) {
		const html = await readFile(join(buildDirectory, "client", path, "index.html"), "utf8");
		const weight = await weighPage(html, pictureBytes);
		const excesses = listExcesses(weight).map((key) => describeExcess(key, weight));
		if (excesses.length > 0) heavy.push(`${path} is heavier than a page may be: ${excesses.join("; ")}`);
	}
	return heavy;
}
