import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { mostMarkdownCharacters, mostPastedBytes } from "../../../features/publishing/markdown-limits.ts";
import type { PastedMarkdown } from "../../../features/publishing/pasted-markdown.ts";
import { lowerHeadings, renumberFootnotes } from "./edits.ts";
import { beginWait, endWait, findWait } from "./text-widgets.ts";

export type PasteOptions = {
	/** The highest level of headings that the text may have. */
	firstHeading: number;
	/** Converts HTML, which no program of the browser has read; undefined when it cannot be converted. */
	convert(html: string): Promise<PastedMarkdown | undefined>;
	/** Uploads pictures; `id` marks where they go. */
	upload(id: string, files: File[]): void;
	/** Tells what was left out, and why. */
	tell(message: string): void;
};

/** HTML that is more than one run of words. */
const hasFormat = /<(?:h[1-6]|p|li|table|a|b|strong|em|i|blockquote|pre|code|img|br|div)\b/i;
/** More is not looked at. */
const mostReadCharacters = 20_000_000;

/** Pastes formatted text as Markdown, uploads pasted and dropped pictures, and bounds both. */
export function pasteAsMarkdown(options: PasteOptions): Extension {
	return EditorView.domEventHandlers({
		paste: (event, view) => take(view, event.clipboardData, view.state.selection.main, options),
		drop(event, view) {
			const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.head;
			const files = [...(event.dataTransfer?.files ?? [])];
			return files.length > 0 && takeFiles(view, files, at, options);
		},
	});
}

type Place = { from: number; to: number };

function take(view: EditorView, data: DataTransfer | null, { from, to }: Place, options: PasteOptions): boolean {
	if (!data) return false;
	const html = data.getData("text/html");
	const text = data.getData("text/plain");
	const files = [...data.files];
	// Word and spreadsheets send a picture of the text along.
	if (files.length > 0 && text.trim() === "") return takeFiles(view, files, from, options);
	if (html !== "" && hasFormat.test(html) && !isInCode(view, from)) {
		void pasteHtml(view, { html, text }, { from, to }, options);
		return true;
	}
	const words = view.state.sliceDoc(from, to);
	if (/^https?:\/\/\S+$/.test(text.trim()) && words !== "" && !/[\n[\]]/.test(words)) {
		view.dispatch(view.state.replaceSelection(`[${words}](${text.trim()})`), { userEvent: "input.paste" });
		return true;
	}
	if (fits(view, text, { from, to }, options)) return false;
	return true;
}

function takeFiles(view: EditorView, files: File[], at: number, options: PasteOptions): boolean {
	const pictures = files.filter(({ type }) => type.startsWith("image/"));
	if (pictures.length < files.length) options.tell("Only pictures can be added to the text.");
	if (pictures.length === 0) return true;
	const id = crypto.randomUUID();
	const label = pictures.length === 1 ? "Uploading picture…" : `Uploading ${pictures.length} pictures…`;
	view.dispatch({ effects: beginWait.of({ id, at, label }) });
	options.upload(id, pictures);
	return true;
}

async function pasteHtml(
	view: EditorView,
	{ html, text }: { html: string; text: string },
	{ from, to }: Place,
	options: PasteOptions,
): Promise<void> {
	const id = crypto.randomUUID();
	view.dispatch({
		...(from < to && { changes: { from, to }, userEvent: "delete.selection" }),
		effects: beginWait.of({ id, at: from, label: "Pasting…" }),
	});
	const clean = withoutNoise(html.slice(0, mostReadCharacters));
	const isTooLong =
		html.length > mostReadCharacters || new URLSearchParams({ html: clean }).toString().length > mostPastedBytes;
	const read = isTooLong ? undefined : await options.convert(clean).catch(() => undefined);
	const at = findWait(view.state, id);
	view.dispatch({ effects: endWait.of(id) });
	if (at === undefined) return;
	const whole = view.state.doc.toString();
	const insert = read ? renumberFootnotes(lowerHeadings(read.markdown, options.firstHeading), whole) : text;
	const spaced = read && insert.includes("\n") ? spaceOut(whole, insert, at) : insert;
	if (!fits(view, spaced, { from: at, to: at }, options)) return;
	view.dispatch({
		changes: { from: at, insert: spaced },
		selection: { anchor: at + spaced.length },
		scrollIntoView: true,
		userEvent: "input.paste",
	});
	const reason = isTooLong ? "its formatting is too large" : "its formatting could not be read";
	if (!read) options.tell(`Pasted as text: ${reason}.`);
	else if (read.left !== "") options.tell(read.left);
}

/** Sets blocks apart from the text around them. */
function spaceOut(text: string, block: string, at: number): string {
	const before = text.slice(0, at);
	const after = text.slice(at);
	const above = before.slice(before.trimEnd().length);
	const below = after.slice(0, after.length - after.trimStart().length);
	const start = before.trim() === "" ? "" : fillGap(above);
	const end = after.trim() === "" ? "" : fillGap(below);
	return start + block + end;
}

/** The line breaks that are missing from an empty line. */
function fillGap(gap: string): string {
	return "\n".repeat(Math.max(0, 2 - (gap.split("\n").length - 1)));
}

/** Removes comments, styles and settings, which Word sends along, often more than the text. */
function withoutNoise(html: string): string {
	const lower = html.toLowerCase();
	const opener = /<(?:!--|(style|script|xml)\b)/g;
	let kept = "";
	let at = 0;
	for (let found = opener.exec(lower); found; found = opener.exec(lower)) {
		const close = lower.indexOf(found[1] === undefined ? "-->" : `</${found[1]}`, opener.lastIndex);
		const end = close === -1 ? -1 : lower.indexOf(">", close);
		if (end === -1) break;
		kept += html.slice(at, found.index);
		at = opener.lastIndex = end + 1;
	}
	return kept + html.slice(at);
}

function fits(view: EditorView, text: string, { from, to }: Place, { tell }: PasteOptions): boolean {
	const length = view.state.doc.length - (to - from) + text.length;
	if (length <= mostMarkdownCharacters) return true;
	const [would, most] = [length, mostMarkdownCharacters].map((number) => number.toLocaleString("en"));
	tell(`Not pasted: the text would have ${would} characters; the limit is ${most}.`);
	return false;
}

/** Code is pasted as it is. */
function isInCode(view: EditorView, at: number): boolean {
	return (view.state.sliceDoc(0, at).match(/^(?:```|~~~)/gm) ?? []).length % 2 === 1;
}
