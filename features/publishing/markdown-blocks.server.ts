import type { Element, ElementContent, Root } from "hast";
import { visit } from "unist-util-visit";
import { textOf } from "./markdown-text.ts";
import { readVideoLink, type LinkedVideo } from "./video-link.ts";

/** Kinds of callouts, as GitHub writes them: a quote that begins with a line such as `[!NOTE]`. */
const callouts: Record<string, { kind: "note" | "tip" | "warning"; title: string }> = {
	NOTE: { kind: "note", title: "Note" },
	IMPORTANT: { kind: "note", title: "Important" },
	TIP: { kind: "tip", title: "Tip" },
	WARNING: { kind: "warning", title: "Warning" },
	CAUTION: { kind: "warning", title: "Caution" },
};

/** Turns quotes that begin with a line such as `[!NOTE]` into callouts. */
export function makeCallouts() {
	return (tree: Root) => {
		visit(tree, "element", (element) => {
			if (element.tagName !== "blockquote") return;
			const first = element.children.find((child) => child.type === "element");
			const text = first?.tagName === "p" ? first.children[0] : undefined;
			if (!first || text?.type !== "text") return;
			const [mark = "", name = ""] = /^\[!([A-Z]+)\][ \t]*(?:\n|$)/.exec(text.value) ?? [];
			const callout = Object.hasOwn(callouts, name) ? callouts[name] : undefined;
			if (!callout) return;
			text.value = text.value.slice(mark.length);
			// A hard break after the mark.
			if (text.value === "" && first.children[1]?.type === "element" && first.children[1].tagName === "br")
				first.children.splice(1, 1);
			const isEmpty = textOf(first).trim() === "" && first.children.every((child) => child.type === "text");
			element.tagName = "div";
			element.properties = { className: ["callout", `callout-${callout.kind}`], role: "note" };
			element.children = [
				makeElement("p", { className: ["callout-title"] }, [{ type: "text", value: callout.title }]),
				...element.children.filter((child) => child !== first || !isEmpty),
			];
		});
	};
}

/** Turns a link to a video that is a paragraph by itself into a picture that loads its player when it is pressed. */
export function makeVideos() {
	return (tree: Root) => {
		visit(tree, "element", (element, index, parent) => {
			if (element.tagName !== "p" || !parent || index === undefined) return;
			const [link, ...others] = element.children.filter((child) => child.type !== "text" || child.value.trim() !== "");
			if (link?.type !== "element" || link.tagName !== "a" || others.length > 0) return;
			const href = String(link.properties.href);
			const video = readVideoLink(href);
			if (video) parent.children[index] = makeVideo(link, href, video);
		});
	};
}

function makeVideo(link: Element, href: string, { platform, id, embed }: LinkedVideo): Element {
	const [poster] = link.children.filter((child) => child.type === "element" && child.tagName === "img");
	const words = textOf(link).trim();
	const title = words === "" || /^(?:https?:\/\/|www\.)/.test(words) ? `Video on ${platform}` : words;
	return makeElement("figure", { className: ["video"], id: `video-${id}` }, [
		makeElement("a", { href, dataEmbed: embed }, [
			...(poster ? [poster] : [makeElement("span", { className: ["video-title"] }, [{ type: "text", value: title }])]),
			{ type: "text", value: " " },
			makeElement("span", { className: ["video-play"] }, [{ type: "text", value: "Play video" }]),
		]),
		makeElement("figcaption", {}, [
			{ type: "text", value: `Plays from ${platform}, which then learns that you watch it.` },
		]),
	]);
}

function makeElement(tagName: string, properties: Element["properties"], children: ElementContent[]): Element {
	return { type: "element", tagName, properties, children };
}
