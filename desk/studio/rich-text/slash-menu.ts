import {
	autocompletion,
	startCompletion,
	type Completion,
	type CompletionContext,
	type CompletionResult,
} from "@codemirror/autocomplete";
import { EditorSelection, EditorState, type Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Choice } from "../form-context.ts";
import { commandNames, getCommand, type CommandName } from "./commands.ts";

/** The menu that a slash at the start of a line or a word opens, and the pages of the site after `[[` or in a link's address. */
export function slashMenu(
	run: (name: CommandName) => void,
	{ pages, firstHeading }: { pages: readonly Choice[]; firstHeading: number },
): Extension {
	const options = commandNames.flatMap((name): Completion[] => {
		const { label, sign, alike = "", isInline } = getCommand(name, firstHeading);
		return isInline
			? []
			: [
					{
						// Words typed after the slash are looked for in it.
						label: `${label} ${alike}`.trim(),
						displayLabel: label,
						detail: sign,
						apply(view, _, from, to) {
							view.dispatch({ changes: { from: from - 1, to }, userEvent: "input.complete" });
							run(name);
						},
					},
				];
	});
	const findCommands = (context: CompletionContext): CompletionResult | null => {
		const typed = context.matchBefore(/(?:^|\s)\/(?:[\p{L}\d][\p{L}\d ]{0,20})?$/u);
		if (!typed) return null;
		return { from: typed.from + typed.text.indexOf("/") + 1, options, validFor: /^(?:[\p{L}\d][\p{L}\d ]{0,20})?$/u };
	};
	const findPages = (context: CompletionContext): CompletionResult | null => {
		const typed = context.matchBefore(/(?:\[\[|\]\()[^[\]()\n]{0,60}$/);
		if (!typed) return null;
		const isAddress = typed.text.startsWith("](");
		if (isAddress && !/^\]\((?:\/|$)/.test(typed.text)) return null;
		return {
			from: typed.from + 2,
			options: pages.map(({ value, label }) => ({
				label: isAddress ? value : `${label} ${value}`,
				displayLabel: label,
				detail: value,
				apply: (view, _, from, to) => insertPage(view, { value, label }, { from, to, isAddress }),
			})),
			validFor: /^[^[\]()\n]{0,60}$/,
		};
	};
	return [
		EditorState.phrases.of({ Completions: "Insert" }),
		autocompletion({
			// One source: while another is asked, Enter would be a new line.
			override: [(context) => findCommands(context) ?? findPages(context)],
			icons: false,
			interactionDelay: 0,
			activateOnTypingDelay: 0,
			compareCompletions: () => 0,
		}),
	];
}

/** Opens the menu as a slash does. */
export function openMenu(view: EditorView): void {
	const { to } = view.state.selection.main;
	const insert = /\S$/.test(view.state.sliceDoc(to - 1, to)) ? " /" : "/";
	view.dispatch({
		changes: { from: to, insert },
		selection: EditorSelection.cursor(to + insert.length),
		userEvent: "input",
	});
	startCompletion(view);
}

/** Asks for a page of the site, by which the selected words are linked. */
export function askForPage(view: EditorView): void {
	const { from, to } = view.state.selection.main;
	const words = view.state.sliceDoc(from, to);
	const text = words === "" ? "[[" : `[${words}](`;
	view.dispatch({
		changes: { from, to, insert: words === "" ? text : `${text})` },
		selection: EditorSelection.cursor(from + text.length),
		userEvent: "input",
	});
	startCompletion(view);
}

function insertPage(
	view: EditorView,
	{ value, label }: Choice,
	{ from, to, isAddress }: { from: number; to: number; isAddress: boolean },
): void {
	const isClosed = view.state.sliceDoc(to, to + 1) === ")";
	const insert = isAddress ? `${value}${isClosed ? "" : ")"}` : `[${label}](${value})`;
	const start = isAddress ? from : from - 2;
	const end = start + insert.length + (isAddress && isClosed ? 1 : 0);
	view.dispatch({
		changes: { from: start, to, insert },
		selection: EditorSelection.cursor(end),
		userEvent: "input.complete",
	});
}
