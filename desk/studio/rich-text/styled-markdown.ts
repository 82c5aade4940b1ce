import { Language, defineLanguageFacet, syntaxTree } from "@codemirror/language";
import { RangeSetBuilder, type EditorState, type Extension, type Range } from "@codemirror/state";
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from "@codemirror/view";
import { GFM, parser } from "@lezer/markdown";

const lineClasses: Record<string, string> = {
	ATXHeading1: "md-h2",
	ATXHeading2: "md-h2",
	ATXHeading3: "md-h3",
	ATXHeading4: "md-h4",
	ATXHeading5: "md-h4",
	ATXHeading6: "md-h4",
	SetextHeading1: "md-h2",
	SetextHeading2: "md-h2",
	Blockquote: "md-quote",
	FencedCode: "md-code",
	CodeBlock: "md-code",
	Table: "md-table",
};
const wordClasses: Record<string, string> = {
	StrongEmphasis: "md-strong",
	Emphasis: "md-em",
	Strikethrough: "md-deleted",
	InlineCode: "md-inline-code",
	Link: "md-link",
	HeaderMark: "md-sign",
	QuoteMark: "md-sign",
	ListMark: "md-list-sign",
	EmphasisMark: "md-sign",
	StrikethroughMark: "md-sign",
	CodeMark: "md-sign",
	CodeInfo: "md-sign",
	LinkMark: "md-sign",
	URL: "md-address",
	TableDelimiter: "md-sign",
	HorizontalRule: "md-sign",
};
/** Shown in the line of the cursor only. */
const hidden = new Set(["HeaderMark", "EmphasisMark", "StrikethroughMark", "LinkMark", "URL"]);
const hiders = new Set(["Link", "Emphasis", "StrongEmphasis", "Strikethrough", "InlineCode"]);

/** Styles Markdown as it is typed. Its signs are shown in the lines of the cursor, and are hidden in others; the text stays as it is. */
export const styledMarkdown: Extension = [
	new Language(defineLanguageFacet(), parser.configure([GFM]), [], "markdown"),
	ViewPlugin.fromClass(
		class {
			decorations: DecorationSet;
			constructor(view: EditorView) {
				this.decorations = decorate(view);
			}
			update(update: ViewUpdate) {
				const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
				if (update.docChanged || update.selectionSet || update.viewportChanged || update.focusChanged || isParsed)
					this.decorations = decorate(update.view);
			}
		},
		{ decorations: ({ decorations }) => decorations },
	),
];

function decorate(view: EditorView): DecorationSet {
	const { state } = view;
	const lines = new Map<number, Set<string>>();
	const words: Range<Decoration>[] = [];
	for (const { from, to } of view.visibleRanges)
		syntaxTree(state).iterate({
			from,
			to,
			enter({ name, from: start, to: end, node }) {
				// The reference of a footnote, or the sign of a callout.
				if (name === "Link" && !node.getChild("URL")) {
					words.push(Decoration.mark({ class: "md-list-sign" }).range(start, end));
					return false;
				}
				const line = lineClasses[name];
				if (line !== undefined) addLines(state, lines, line, { from: Math.max(start, from), to: Math.min(end, to) });
				if (name === "Blockquote") addCallout(state, lines, start);
				const around = node.parent?.name ?? "";
				if (start < end && hidden.has(name) && mayHide(name, around) && !isTouched(view, start, end)) {
					const space = name === "HeaderMark" && state.sliceDoc(end, end + 1) === " " ? 1 : 0;
					words.push(Decoration.replace({}).range(start, end + space));
				} else if (wordClasses[name] !== undefined && start < end)
					words.push(Decoration.mark({ class: wordClasses[name] }).range(start, end));
				return true;
			},
		});
	const builder = new RangeSetBuilder<Decoration>();
	for (const [start, classes] of [...lines].toSorted(([a], [b]) => a - b))
		builder.add(start, start, Decoration.line({ class: [...classes].join(" ") }));
	return builder.finish().update({ add: words, sort: true });
}

/** The address of a link by itself is its text, and the lines below a heading are signs of it. */
function mayHide(name: string, around: string): boolean {
	return name === "HeaderMark" ? around.startsWith("ATX") : hiders.has(around);
}

function isTouched(view: EditorView, from: number, to: number): boolean {
	if (!view.hasFocus) return false;
	const { doc, selection } = view.state;
	const [start, end] = [doc.lineAt(from).from, doc.lineAt(to).to];
	return selection.ranges.some((range) => range.from <= end && range.to >= start);
}

type Place = { from: number; to: number };

function addLines(state: EditorState, lines: Map<number, Set<string>>, name: string, { from, to }: Place): void {
	for (let { number } = state.doc.lineAt(from); number <= state.doc.lines; number++) {
		const line = state.doc.line(number);
		if (line.from > to || (line.from === to && line.from !== from)) break;
		lines.set(line.from, (lines.get(line.from) ?? new Set()).add(name));
	}
}

function addCallout(state: EditorState, lines: Map<number, Set<string>>, from: number): void {
	if (/^>[ \t]?\[![A-Z]{3,9}\]\s*$/.test(state.doc.lineAt(from).text))
		addLines(state, lines, "md-callout", { from, to: from });
}
