import { readSearchableText } from "../../../core/search/searchable-text.server.ts";

/** Fields that no visitor reads as text. */
const unread = new Set([
	"background",
	"cta",
	"headings",
	"icon",
	"id",
	"network",
	"questions",
	"slug",
	"to",
	"updated",
	"url",
]);
const htmlFields = new Set(["html", "quote"]);

/** Joins the texts in objects and lists to one, in their order and without pictures, addresses and HTML. */
export function joinTexts(value: unknown): string {
	const texts: string[] = [];
	const visit = (one: unknown, isHtml: boolean): void => {
		if (typeof one === "string") texts.push(isHtml ? readSearchableText(one) : one);
		else if (Array.isArray(one)) for (const item of one) visit(item, isHtml);
		else if (typeof one === "object" && one !== null && !("src" in one))
			for (const [name, item] of Object.entries(one)) if (!unread.has(name)) visit(item, htmlFields.has(name));
	};
	visit(value, false);
	return texts.join("\n");
}
