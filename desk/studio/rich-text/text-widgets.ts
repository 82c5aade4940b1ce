import { StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import { findPictures, writePicture } from "./edits.ts";

/** Marks where something will be inserted once it is uploaded or converted. */
export const beginWait = StateEffect.define<{ id: string; at: number; label: string }>({
	map: (wait, changes) => ({ ...wait, at: changes.mapPos(wait.at) }),
});
export const endWait = StateEffect.define<string>();

class WaitWidget extends WidgetType {
	readonly id: string;
	readonly label: string;
	constructor(id: string, label: string) {
		super();
		this.id = id;
		this.label = label;
	}
	override eq(other: WaitWidget) {
		return other.id === this.id;
	}
	toDOM() {
		const element = document.createElement("span");
		element.className = "md-wait";
		element.textContent = this.label;
		return element;
	}
}

const waits = StateField.define<DecorationSet>({
	create: () => Decoration.none,
	update(shown, transaction) {
		let next = shown.map(transaction.changes);
		for (const effect of transaction.effects) {
			if (effect.is(beginWait)) {
				const { id, at, label } = effect.value;
				next = next.update({ add: [Decoration.widget({ widget: new WaitWidget(id, label), side: 1 }).range(at)] });
			}
			if (effect.is(endWait))
				next = next.update({ filter: (_from, _to, { spec }) => (spec.widget as WaitWidget).id !== effect.value });
		}
		return next;
	},
	provide: (field) => EditorView.decorations.from(field),
});

/** Returns where something is waited for; undefined once that part of the text is gone. */
export function findWait(state: EditorState, id: string): number | undefined {
	for (const cursor = state.field(waits).iter(); cursor.value; cursor.next())
		if ((cursor.value.spec.widget as WaitWidget).id === id) return cursor.from;
	return undefined;
}

let lastPicture = 0;

/** A picture below its line, with a field for its alt text. */
class PictureWidget extends WidgetType {
	readonly path: string;
	readonly alt: string;
	readonly url: string | undefined;
	constructor(path: string, alt: string, url: string | undefined) {
		super();
		this.path = path;
		this.alt = alt;
		this.url = url;
	}
	override eq({ path, alt, url }: PictureWidget) {
		return path === this.path && alt === this.alt && url === this.url;
	}
	toDOM(view: EditorView) {
		const element = document.createElement("div");
		element.className = "md-picture";
		element.dataset["path"] = this.path;
		if (this.url !== undefined)
			element.append(Object.assign(document.createElement("img"), { src: this.url, alt: "" }));
		const id = `md-picture-${++lastPicture}`;
		const label = Object.assign(document.createElement("label"), { textContent: "Alt text", htmlFor: id });
		const input = Object.assign(document.createElement("input"), {
			id,
			type: "text",
			value: this.alt,
			maxLength: 300,
			autocomplete: "off",
			placeholder: "Describe the picture for people who cannot see it",
		});
		input.setAttribute("aria-required", "true");
		const tell = () => (element.dataset["lacks"] = String(input.value.trim().length < 5));
		tell();
		// It is inside a form, but not one of its inputs.
		input.addEventListener("input", (event) => {
			event.stopPropagation();
			tell();
			changeAlt(view, element, this.path, input.value);
		});
		input.addEventListener("keydown", (event) => {
			event.stopPropagation();
			if (event.key !== "Enter" && event.key !== "Escape") return;
			event.preventDefault();
			view.focus();
		});
		const field = document.createElement("div");
		field.append(label, input);
		element.append(field);
		return element;
	}
	override updateDOM(element: HTMLElement) {
		const input = element.querySelector("input");
		const src = element.querySelector("img")?.getAttribute("src") ?? undefined;
		if (!input || element.dataset["path"] !== this.path || src !== this.url) return false;
		if (document.activeElement !== input) input.value = this.alt;
		element.dataset["lacks"] = String(input.value.trim().length < 5);
		return true;
	}
	override ignoreEvent() {
		return true;
	}
}

function changeAlt(view: EditorView, element: HTMLElement, path: string, alt: string): void {
	const line = view.state.doc.lineAt(view.posAtDOM(element));
	const picture = findPictures(line.text).find((one) => one.path === path);
	if (!picture) return;
	const [from, to] = [line.from + picture.from, line.from + picture.to];
	view.dispatch({ changes: { from, to, insert: writePicture(path, alt) }, userEvent: "input.type" });
}

/** Shows the pictures of the library below the lines that name them, and what is waited for. */
export function textWidgets(findUrl: (path: string) => string | undefined): Extension {
	const show = ({ doc }: EditorState) =>
		Decoration.set(
			findPictures(doc.toString()).map(({ path, alt, to }) =>
				Decoration.widget({ widget: new PictureWidget(path, alt, findUrl(path)), block: true, side: 1 }).range(
					doc.lineAt(to).to,
				),
			),
			true,
		);
	const pictures = StateField.define<DecorationSet>({
		create: show,
		update: (shown, { docChanged, state }) => (docChanged ? show(state) : shown),
		provide: (field) => EditorView.decorations.from(field),
	});
	return [waits, pictures];
}
