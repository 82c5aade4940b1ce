import { EditorSelection, type ChangeSpec, type EditorState, type Line, type TransactionSpec } from "@codemirror/state";

/** An edit of Markdown: it changes the selected words or lines, and nothing else of the text. */
export type Edit = (state: EditorState) => TransactionSpec;

/** Puts the selection between two marks, such as `**`, or takes them off. */
export function wrapIn(mark: string): Edit {
	return (state) =>
		state.changeByRange(({ from, to }) => {
			const before = state.sliceDoc(from - mark.length, from);
			const after = state.sliceDoc(to, to + mark.length);
			if (before === mark && after === mark)
				return {
					changes: [
						{ from: from - mark.length, to: from },
						{ from: to, to: to + mark.length },
					],
					range: EditorSelection.range(from - mark.length, to - mark.length),
				};
			// Typed between two marks, the words end behind the second.
			if (from === to && after === mark) return { range: EditorSelection.cursor(to + mark.length) };
			return {
				changes: [
					{ from, insert: mark },
					{ from: to, insert: mark },
				],
				range: EditorSelection.range(from + mark.length, to + mark.length),
			};
		});
}

/** Begins each selected line with a mark, such as `- `, or takes it off. Another mark of the same kind gives way. */
export function beginLines(mark: string, alike: RegExp = /^(?!)/): Edit {
	return (state) => {
		const lines = listSelectedLines(state);
		const areMarked = lines.every(({ text }) => text.startsWith(mark));
		const changes = lines.map(({ from, text }): ChangeSpec => {
			const [there = ""] = areMarked ? [mark] : (alike.exec(text) ?? []);
			return { from, to: from + there.length, insert: areMarked ? "" : mark };
		});
		const changed = state.changes(changes);
		return { changes: changed, selection: state.selection.map(changed, 1) };
	};
}

/**
 * Inserts a block below the line of the cursor, or in its place if it is empty, between empty lines.
 * @param select words of the block to select, to be typed over; by default the cursor goes to its end
 */
export function insertBlock(block: string, select?: string): Edit {
	return (state) => {
		const line = state.doc.lineAt(state.selection.main.head);
		const isEmpty = line.text.trim() === "";
		const isAlone = (number: number) =>
			number < 1 || number > state.doc.lines || state.doc.line(number).text.trim() === "";
		const before = isEmpty ? (isAlone(line.number - 1) ? "" : "\n") : "\n\n";
		const after = isAlone(line.number + 1) ? "" : "\n";
		const from = isEmpty ? line.from : line.to;
		const start = from + before.length;
		const at = select === undefined ? -1 : block.indexOf(select);
		return {
			changes: { from, to: line.to, insert: before + block + after },
			selection:
				at === -1 || select === undefined
					? EditorSelection.cursor(start + block.length)
					: EditorSelection.range(start + at, start + at + select.length),
			scrollIntoView: true,
		};
	};
}

/** Turns the selected words into a link whose address is typed next. */
export const insertLink: Edit = (state) => {
	const { from, to } = state.selection.main;
	const words = state.sliceDoc(from, to);
	return {
		changes: { from, to, insert: `[${words}]()` },
		selection: EditorSelection.cursor(words === "" ? from + 1 : from + words.length + 3),
	};
};

/** Inserts a reference to a new footnote, whose text is typed at the end. */
export const insertFootnote: Edit = (state) => {
	const text = state.doc.toString();
	const mark = `[^${findLastFootnote(text) + 1}]`;
	const { to } = state.selection.main;
	const note = `${text.trimEnd() === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n"}${mark}: `;
	return {
		changes: [
			{ from: to, insert: mark },
			{ from: text.length, insert: note },
		],
		selection: EditorSelection.cursor(text.length + mark.length + note.length),
		scrollIntoView: true,
	};
};

/** Numbers the footnotes of a pasted text after those of the text. */
export function renumberFootnotes(pasted: string, text: string): string {
	const last = findLastFootnote(text);
	return last === 0 ? pasted : pasted.replaceAll(/\[\^(\d{1,4})\]/g, (_, number) => `[^${Number(number) + last}]`);
}

/** Lowers the headings of a text that begins them at level 2, so that the highest is at another level. */
export function lowerHeadings(markdown: string, firstHeading: number): string {
	const further = "#".repeat(firstHeading - 2);
	let fence: string | undefined;
	return markdown
		.split("\n")
		.map((line) => {
			const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
			if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
				fence = fence === undefined ? mark : undefined;
			return fence === undefined ? line.replace(/^#{2,5}(?= )/, (marks) => (marks + further).slice(0, 6)) : line;
		})
		.join("\n");
}

/** Returns the shortest change of a text into another; undefined when they are the same. */
export function findChange(before: string, after: string): { from: number; to: number; insert: string } | undefined {
	if (before === after) return undefined;
	const most = Math.min(before.length, after.length);
	let start = 0;
	while (start < most && before[start] === after[start]) start++;
	let end = 0;
	while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
	return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

function findLastFootnote(text: string): number {
	return Math.max(0, ...[...text.matchAll(/\[\^(\d{1,4})\]/g)].map(([, number]) => Number(number)));
}

const marker = /^(\s*)(>[ \t]?|[-+*][ \t]+(?:\[[ x]\][ \t]+)?|(\d{1,9})([.)][ \t]+))/;

/** Continues the list or the quote of the cursor's line on the next; on an empty one it ends. Undefined in any other line. */
export function continueLine(state: EditorState): TransactionSpec | undefined {
	const { empty, head } = state.selection.main;
	const line = state.doc.lineAt(head);
	const [whole, indent = "", mark = "", number, end] = marker.exec(line.text) ?? [];
	if (whole === undefined || !empty || head - line.from < whole.length) return undefined;
	if (line.text.length === whole.length) return { changes: { from: line.from, to: line.to } };
	const next = number === undefined ? mark.replace("[x]", "[ ]") : `${Number(number) + 1}${end}`;
	return {
		changes: { from: head, insert: `\n${indent}${next}` },
		selection: EditorSelection.cursor(head + 1 + indent.length + next.length),
		scrollIntoView: true,
	};
}

/** A picture of the library in Markdown, with its alt text. */
export type PictureInText = { path: string; alt: string; from: number; to: number };

/** Finds the pictures of the library in a text. */
export function findPictures(text: string): PictureInText[] {
	return [...text.matchAll(/!\[([^[\]\n]{0,500})\]\(\/pictures\/([\w./-]{1,300})\)/g)].map(
		({ 0: { length }, 1: alt = "", 2: path = "", index }) => ({ path, alt, from: index, to: index + length }),
	);
}

/** Writes a picture of the library. */
export function writePicture(path: string, alt: string): string {
	return `![${alt.replaceAll(/[[\]\n\\]/g, " ")}](/pictures/${path})`;
}

function listSelectedLines(state: EditorState): Line[] {
	const { from, to } = state.selection.main;
	const first = state.doc.lineAt(from).number;
	return Array.from({ length: state.doc.lineAt(to).number - first + 1 }, (_, index) => state.doc.line(first + index));
}
