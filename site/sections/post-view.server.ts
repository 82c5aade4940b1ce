import type { Post } from "../../features/publishing/content-schema.ts";
import type { Content } from "../../features/publishing/documents/content.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import type { PostView } from "./post-card.tsx";

/** Returns a post as cards show it, without its text. */
export function viewPost(
	content: Content,
	{ slug, title, description, category, author, date, readTimeMinutes, image }: Post,
): PostView {
	return {
		slug,
		title,
		description,
		category,
		author: getAuthor(content, author).name,
		date,
		readTimeMinutes,
		image: resolvePicture(content, image),
	};
}

/** @throws Error for an id that is not in content/authors.yml; the build checks the content */
export function getAuthor({ authors }: Content, id: string) {
	const author = authors.find((each) => each.id === id);
	if (!author) throw new Error(`There is no author ${id}`);
	return author;
}
