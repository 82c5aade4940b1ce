import {
	useEffect,
	useRef,
	useState,
	type ClipboardEvent,
	type DragEvent,
	type KeyboardEvent,
	type RefObject,
	type SubmitEvent,
} from "react";
import { useRevalidator } from "react-router";
import { placeCaret } from "../forms/place-caret.ts";
import { useDraft } from "../forms/use-draft.ts";
import { useUnanswered } from "../layout/use-unanswered.ts";
import { keepNewestInView } from "./scroll-to-newest.ts";
import type { DraftResponse, ShownDraft } from "./shown-draft.ts";

/** Buttons after which the form shows the server's version of the draft. */
const rewriting = new Set([
	"send",
	"note",
	"reply-all",
	"use-template",
	"load-draft",
	"remove-file",
	"discard-draft",
	"undo-send",
]);

type ComposerProps = {
	/** Where the draft is saved. */
	address: string;
	draft: ShownDraft;
	/** The text that this member last sent or added here; if the form shows it, the form is emptied. */
	written: { id: string; text: string } | undefined;
	/** Names this page among the member's tabs. */
	tab: string;
};

/**
 * Saves a reply or a note as a draft, and shows the changes of the member's other tabs without losing a text.
 * @param mainButton value of the button that Ctrl+Enter presses; with Shift, of the one beside it that opens the next record
 */
export function useComposer(
	form: RefObject<HTMLFormElement | null>,
	mainButton: string,
	{ address, draft, written, tab: given }: ComposerProps,
) {
	const [tab] = useState(given);
	const [initial] = useState(draft);
	const keeper = useDraft<DraftResponse["saved"], never>(form, address, initial.version);
	const formerTab = useFormerTab(`desk-draft:${mainButton}:${address}`, tab);
	const [isElsewhere, setElsewhere] = useState(false);
	const [fault, setFault] = useState<string>();
	const [addedId, setAddedId] = useState<string>();
	const { revalidate } = useRevalidator();
	const shown = useRef({ draft: initial, written });
	const pressed = useRef<string>(undefined);
	const { take, save, touch, forget } = keeper;
	// The typed text stays.
	useUnanswered(() => (pressed.current = undefined));

	const load = () => {
		if (form.current) fill(form.current, draft.values);
		take(draft.version);
		setElsewhere(false);
	};

	// Once the composer is closed again.
	useEffect(() => (addedId === undefined ? undefined : keepNewestInView()), [addedId]);

	useEffect(() => {
		const before = shown.current;
		shown.current = { draft, written };
		const element = form.current;
		if (!element || (before.draft === draft && pressed.current === undefined)) return;
		const typed = read(element);
		const isEmptied = draft.version === 0 && before.written?.id !== written?.id && typed.text?.trim() === written?.text;
		if (pressed.current !== undefined || isEmptied) {
			const button = pressed.current;
			pressed.current = undefined;
			fill(element, draft.values);
			const text = element.querySelector("textarea");
			if ((button === "send" || button === "note") && before.written?.id !== written?.id) {
				// Keys that follow, such as z, are not meant for the next text.
				document.querySelector<HTMLElement>("[data-takes-focus]")?.focus({ preventScroll: true });
				setAddedId(written?.id);
			} else if (button === "discard-draft" && text) {
				// The button is gone with the draft.
				text.focus();
				placeCaret(text);
			}
			take(draft.version);
			setElsewhere(false);
			return;
		}
		if (draft.version === before.draft.version || draft.tab === tab) return;
		const isOwn = draft.tab === "" || draft.tab === formerTab.current;
		if (isOwn && !isOther(typed, before.draft.values)) {
			// Sending was undone, or what was typed last before the page was left has arrived; nothing was typed since.
			fill(element, draft.values);
			take(draft.version);
		} else if (draft.version > 0) {
			const differs = isOther(typed, draft.values);
			if (!differs) take(draft.version);
			setElsewhere(differs);
		} else if (before.written?.id !== written?.id && isOther(typed, draft.values)) {
			// Another tab has sent its text; this one's stays a draft.
			save();
		}
	}, [draft, written, form, tab, formerTab, take, save]);

	/** @param input the field that they were chosen in; without one, they were dropped or pasted */
	async function attach(files: Iterable<File>, input?: HTMLInputElement): Promise<void> {
		if (!form.current) return;
		const body = new FormData(form.current);
		body.delete("files");
		for (const file of files) body.append("files", file);
		body.set("version", String(keeper.version));
		forget();
		const answer = await send(address, body);
		if (answer) {
			if (input) input.value = "";
			setFault(answer.error);
			await revalidate();
		} else
			setFault(
				input
					? "Files not saved to the draft. They are sent if you send the reply from this page."
					: "Files not attached. Choose them in the field instead.",
			);
	}

	/** Attaches files that are dropped on the form or pasted into it; text goes where it would. */
	function takeFiles(event: DragEvent<HTMLFormElement> | ClipboardEvent<HTMLFormElement>): void {
		const source = "dataTransfer" in event ? event.dataTransfer : event.clipboardData;
		const isInput = event.target instanceof HTMLInputElement && event.target.type === "file";
		// Programs put a picture of copied text beside the text.
		if (isInput || source.files.length === 0 || source.types.includes("text/plain")) return;
		event.preventDefault();
		void attach([...source.files]);
	}

	return {
		tab,
		initial,
		status: keeper.status,
		version: keeper.version,
		/** Whether there is a stored draft to discard. */
		isStored: draft.version > 0 || keeper.version > 0,
		/** Whether nothing has been written, and nothing is being saved. */
		isEmpty: draft.version === 0 && keeper.version === 0 && keeper.status === "kept",
		setAside: keeper.saved?.setAside ?? draft.setAside,
		isElsewhere,
		fault,
		load,
		/** Stores files at once, so that they outlive the page. */
		attach,
		/** Of a form that takes files: a drop anywhere else would open the file in place of the page. */
		fileHandlers: {
			onDragOver: (event: DragEvent<HTMLFormElement>) => {
				if (event.dataTransfer.types.includes("Files")) event.preventDefault();
			},
			onDrop: takeFiles,
			onPaste: takeFiles,
		},
		/** Of the form itself. */
		handlers: {
			onInput: () => touch(),
			onSubmit: ({ nativeEvent }: SubmitEvent<HTMLFormElement>) => {
				const { submitter } = nativeEvent;
				const [what = ""] = submitter instanceof HTMLButtonElement ? submitter.value.split(":") : [];
				if (rewriting.has(what)) pressed.current = what;
				forget();
			},
			onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
				if (event.key === "Escape" && !event.nativeEvent.isComposing && event.target instanceof HTMLElement) {
					event.target.blur();
					return;
				}
				if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
				event.preventDefault();
				const { currentTarget } = event;
				const find = (value: string) => currentTarget.querySelector<HTMLButtonElement>(`button[value="${value}"]`);
				currentTarget.requestSubmit((event.shiftKey ? find(`${mainButton}:next`) : undefined) ?? find(mainButton));
			},
		},
	};
}

/**
 * Finds the name under which this tab of the browser last wrote here, before it was reloaded or came back.
 * @param storageKey where that is kept until the tab is closed
 */
function useFormerTab(storageKey: string, tab: string): RefObject<string | undefined> {
	const former = useRef<string>(undefined);
	useEffect(() => {
		former.current = readStored(storageKey);
		const leave = () => store(storageKey, tab);
		addEventListener("pagehide", leave);
		return () => {
			removeEventListener("pagehide", leave);
			leave();
		};
	}, [storageKey, tab]);
	return former;
}

/** Reads what the tab of the browser keeps; nothing where it refuses to. */
function readStored(key: string): string | undefined {
	try {
		return sessionStorage.getItem(key) ?? undefined;
	} catch {
		return undefined;
	}
}

function store(key: string, value: string): void {
	try {
		sessionStorage.setItem(key, value);
	} catch {
		// Without it, the notice about another tab may appear after a reload.
	}
}

function listFields(form: HTMLFormElement, values: Record<string, string>) {
	return Object.entries(values).flatMap(([name, value]) => {
		const field = form.elements.namedItem(name);
		return field instanceof HTMLInputElement ||
			field instanceof HTMLTextAreaElement ||
			field instanceof HTMLSelectElement
			? [{ field, value }]
			: [];
	});
}

function fill(form: HTMLFormElement, values: Record<string, string>): void {
	for (const { field, value } of listFields(form, values)) {
		if (field.type === "checkbox" && field instanceof HTMLInputElement) field.checked = value !== "";
		else field.value = value;
	}
}

function read(form: HTMLFormElement): { text?: string; subject?: string } {
	const data = new FormData(form);
	const valueOf = (name: string) => {
		const value = data.get(name);
		return typeof value === "string" ? value.replaceAll("\r\n", "\n") : undefined;
	};
	const subject = valueOf("subject");
	return { text: valueOf("text") ?? "", ...(subject !== undefined && { subject }) };
}

/** Tells whether one of two texts would be lost if the other replaced it. */
function isOther(typed: { text?: string; subject?: string }, { text, subject }: Record<string, string>): boolean {
	return typed.text !== text || (typed.subject !== undefined && typed.subject !== subject);
}

async function send(address: string, body: FormData): Promise<DraftResponse | undefined> {
	try {
		const response = await fetch(address, { method: "POST", body });
		return response.ok ? ((await response.json()) as DraftResponse) : undefined;
	} catch {
		return undefined;
	}
}
