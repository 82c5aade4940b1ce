import type { ContentProblem } from "../../features/publishing/documents/content-error.ts";
import type { SiteWork } from "./site-work.server.ts";

/**
 * Lists the errors that prevent publishing drafts. Where another document has the error and a draft of it mends it, that draft belongs to the
 * publication.
 *
 * @returns the errors that are left, and all drafts of the publication
 */
export async function checkDrafts(
	{ site: { studio } }: Pick<SiteWork, "site">,
	paths: readonly string[],
): Promise<{ problems: ContentProblem[]; paths: readonly string[] }> {
	const problems = await studio.check(paths);
	if (problems.every(({ file }) => paths.includes(file))) return { problems, paths };
	const drafts = (await studio.listDocuments()).filter(({ draft }) => draft).map(({ path }) => path);
	const others = drafts.filter((path) => !paths.includes(path) && problems.some(({ file }) => file === path));
	if (others.length === 0) return { problems, paths };
	const all = [...paths, ...others];
	const left = await studio.check(all);
	return left.length < problems.length ? { problems: left, paths: all } : { problems, paths };
}
