import { beginLines, insertBlock, insertFootnote, insertLink, wrapIn, type Edit } from "./edits.ts";

/** A command of the toolbar, the slash menu and the keyboard. */
export type Command = {
	label: string;
	/** As Markdown writes it, shown in the slash menu. */
	sign: string;
	/** Other words by which it is found. */
	alike?: string;
	key?: string;
	/** Some commands ask for more: a picture, a page of the site. */
	edit: Edit | "picture" | "page" | "menu";
	/** Not in the slash menu: formats of selected words. */
	isInline?: true;
};

const heading = /^#{1,6} /;
const table = "| Column | Number |\n| --- | ---: |\n| Row | 1 |";
const videoHint = "Paste a YouTube or Vimeo link here";

const commands = {
	bold: { label: "Bold", sign: "**", key: "Mod-b", edit: wrapIn("**"), isInline: true },
	italic: { label: "Italic", sign: "_", key: "Mod-i", edit: wrapIn("_"), isInline: true },
	link: { label: "Link", sign: "[ ]( )", key: "Mod-k", edit: insertLink, isInline: true },
	heading: { label: "Heading", alike: "title section", ...beginHeading(2) },
	subheading: { label: "Subheading", alike: "heading", ...beginHeading(3) },
	list: { label: "Bulleted list", sign: "-", alike: "points", edit: beginLines("- ") },
	numbers: { label: "Numbered list", sign: "1.", alike: "steps ordered", edit: beginLines("1. ") },
	picture: { label: "Picture", sign: "![ ]", alike: "image photo", edit: "picture" },
	page: { label: "Link to a page", sign: "[[", alike: "internal", edit: "page" },
	table: { label: "Table", sign: "| |", alike: "columns rows", edit: insertBlock(table, "Column") },
	quote: { label: "Quote", sign: ">", edit: beginLines("> ") },
	note: { label: "Note", sign: "[!NOTE]", alike: "callout box", edit: insertBlock("> [!NOTE]\n> Text", "Text") },
	tip: { label: "Tip", sign: "[!TIP]", alike: "callout box", edit: insertBlock("> [!TIP]\n> Text", "Text") },
	warning: {
		label: "Warning",
		sign: "[!WARNING]",
		alike: "callout box",
		edit: insertBlock("> [!WARNING]\n> Text", "Text"),
	},
	video: { label: "Video", sign: "▶", alike: "youtube vimeo film", edit: insertBlock(videoHint, videoHint) },
	footnote: { label: "Footnote", sign: "[^1]", alike: "reference source", edit: insertFootnote },
	code: { label: "Code", sign: "```", alike: "block", edit: insertBlock("```\ncode\n```", "code") },
	menu: { label: "Insert", sign: "/", key: "Mod-/", edit: "menu", isInline: true },
	rule: { label: "Divider", sign: "---", alike: "line rule", edit: insertBlock("---\n") },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands) as CommandName[];

/** @param firstHeading the highest level of headings that the text may have */
export function getCommand(name: CommandName, firstHeading = 2): Command {
	if (name === "heading") return { ...commands[name], ...beginHeading(firstHeading) };
	if (name === "subheading") return { ...commands[name], ...beginHeading(firstHeading + 1) };
	return commands[name];
}

function beginHeading(level: number): Pick<Command, "sign" | "edit"> {
	const sign = "#".repeat(level);
	return { sign, edit: beginLines(`${sign} `, heading) };
}
