import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Annotation, EditorState } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import type { Choice } from "../form-context.ts";
import { commandNames, getCommand, type CommandName } from "./commands.ts";
import { continueLine, findChange, insertBlock, writePicture } from "./edits.ts";
import { pasteAsMarkdown, type PasteOptions } from "./paste.ts";
import { askForPage, openMenu, slashMenu } from "./slash-menu.ts";
import { styledMarkdown } from "./styled-markdown.ts";
import { endWait, findWait, textWidgets } from "./text-widgets.ts";

export type RichTextOptions = PasteOptions & {
	text: string;
	/** Returns the attributes of the editable element, such as its id and its name for screen readers. */
	readAttributes(): Record<string, string>;
	pages: readonly Choice[];
	/** Returns the address of a picture of the library; undefined for an unknown one. */
	findUrl(path: string): string | undefined;
	/** Lets the author choose a picture. */
	choosePicture(): void;
	onChange(text: string): void;
};

export type RichText = {
	run(name: CommandName): void;
	/** Shows another text, unless it is the same. */
	setText(text: string): void;
	/** Reads the attributes again. */
	updateAttributes(): void;
	/** Inserts pictures: where they were dropped, or at the cursor. */
	insertPictures(paths: readonly string[], id?: string): void;
	focus(): void;
	/** Selects as a textarea did. */
	select(from: number, to: number): void;
	close(): void;
};

/** A change that the form has made, and knows of. */
const fromForm = Annotation.define<true>();

/** Creates the editor of a Markdown text: the text itself, styled as it is typed. It writes nothing that its author did not. */
export function createRichText(parent: HTMLElement, options: RichTextOptions): RichText {
	const run = (name: CommandName): void => {
		const { edit } = getCommand(name, options.firstHeading);
		if (edit === "picture") return options.choosePicture();
		if (edit === "page") askForPage(view);
		else if (edit === "menu") openMenu(view);
		else view.dispatch(edit(view.state), { userEvent: "input" });
		return view.focus();
	};
	const view = new EditorView({
		parent,
		state: EditorState.create({
			doc: options.text,
			extensions: [
				history(),
				slashMenu(run, options),
				keymap.of([
					...commandNames.flatMap((name) => {
						const { key } = getCommand(name);
						return key === undefined ? [] : [{ key, preventDefault: true, run: () => (run(name), true) }];
					}),
					{
						key: "Enter",
						run: ({ state, dispatch }) => {
							const change = continueLine(state);
							if (change) dispatch(state.update(change, { userEvent: "input" }));
							return change !== undefined;
						},
					},
					...defaultKeymap,
					...historyKeymap,
				]),
				EditorView.lineWrapping,
				EditorView.contentAttributes.of(() => ({
					spellcheck: "true",
					tabindex: "0",
					autocorrect: "on",
					autocapitalize: "sentences",
					...options.readAttributes(),
				})),
				EditorView.perLineTextDirection.of(true),
				EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? ""),
				placeholder("Write, or type / to insert"),
				styledMarkdown,
				textWidgets(options.findUrl),
				pasteAsMarkdown(options),
				EditorView.updateListener.of(({ docChanged, state, transactions }) => {
					if (docChanged && !transactions.some((one) => one.annotation(fromForm)))
						options.onChange(state.doc.toString());
				}),
			],
		}),
	});
	return {
		run,
		setText(text) {
			const changes = findChange(view.state.doc.toString(), text);
			if (changes) view.dispatch({ changes, annotations: fromForm.of(true) });
		},
		updateAttributes: () => view.dispatch({}),
		insertPictures(paths, id) {
			const at = id === undefined ? view.state.selection.main.head : findWait(view.state, id);
			if (id !== undefined) view.dispatch({ effects: endWait.of(id) });
			if (at === undefined || paths.length === 0) return;
			const block = paths.map((path) => writePicture(path, "")).join("\n\n");
			view.dispatch({ selection: { anchor: at } });
			view.dispatch(insertBlock(block)(view.state), { userEvent: "input" });
			// Its alt text is asked for at once.
			const fields = [...view.dom.querySelectorAll<HTMLElement>(".md-picture")];
			fields
				.find(({ dataset }) => dataset["path"] === paths[0])
				?.querySelector("input")
				?.focus();
		},
		focus: () => view.focus(),
		select: (from, to) => view.dispatch({ selection: { anchor: from, head: to } }),
		close: () => view.destroy(),
	};
}
