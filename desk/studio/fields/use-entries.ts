import { useEffect, useRef, useState, type RefObject } from "react";
import { findFreeKey, noVariant, type ListChange } from "../../../features/publishing/forms/change-list.ts";
import { keyOfIndex } from "../../../features/publishing/forms/field-names.ts";
import { useDocumentForm } from "../form-context.ts";

export type EntryChange = ListChange["change"];

/** The entries of a list in the page: changed at once, with the focus where editing continues. */
export type Entries = {
	keys: string[];
	/** Whether it was added here. */
	isNew(key: string): boolean;
	/** The variant of an entry that was added here; undefined for others. */
	variantOf(key: string): number | undefined;
	/** The value of an entry that was copied here; undefined for others. */
	copyOf(key: string): unknown;
	/** Changes an entry, or adds one of the variant that the key names. */
	change(change: EntryChange, key: string): void;
	/** Moves an entry to the place of another. */
	moveTo(key: string, place: string): void;
};

/**
 * @param title of an entry, for announcements
 * @param readEntry reads what is typed in an entry, for a copy of it
 * @returns a ref for the surrounding element, and the entries
 */
export function useEntries(
	count: number,
	title: string,
	readEntry: (key: string, form: HTMLFormElement) => unknown = () => undefined,
): [frame: RefObject<HTMLDivElement | null>, entries: Entries] {
	const { announce, onChange } = useDocumentForm();
	const frame = useRef<HTMLDivElement>(null);
	const [keys, setKeys] = useState(() => Array.from({ length: count }, (_, index) => keyOfIndex(index)));
	const [added, setAdded] = useState<Record<string, { variant?: number; copy?: unknown }>>({});
	const focusNext = useRef<{ key: string; change: EntryChange }>(undefined);

	useEffect(() => {
		const next = focusNext.current;
		focusNext.current = undefined;
		if (next && frame.current) focusEntry(frame.current, next);
	});

	function apply(changed: string[], focus: { key: string; change: EntryChange }, words: string): void {
		focusNext.current = focus;
		setKeys(changed);
		announce(words);
		onChange();
	}

	const entries: Entries = {
		keys,
		isNew: (key) => key.startsWith("n"),
		variantOf: (key) => added[key]?.variant,
		copyOf: (key) => added[key]?.copy,
		change(change, key) {
			const at = keys.indexOf(key);
			if (change === "add") {
				const own = findFreeKey(keys);
				setAdded({ ...added, [own]: key === noVariant ? {} : { variant: Number(key) } });
				return apply([...keys, own], { key: own, change }, `${title} ${keys.length + 1} added.`);
			}
			if (change === "copy") {
				const own = findFreeKey(keys);
				const form = frame.current?.closest("form");
				setAdded({ ...added, [own]: { copy: form && readEntry(key, form) } });
				return apply(keys.toSpliced(at + 1, 0, own), { key: own, change: "add" }, `${title} ${at + 1} copied.`);
			}
			if (change === "remove") {
				const rest = keys.toSpliced(at, 1);
				return apply(rest, { key: rest[at] ?? rest.at(-1) ?? "", change }, `${title} ${at + 1} removed.`);
			}
			const to = at + (change === "up" ? -1 : 1);
			if (to < 0 || to >= keys.length) return;
			apply(
				keys.toSpliced(at, 1).toSpliced(to, 0, key),
				{ key, change },
				`${title} moved to ${to + 1} of ${keys.length}.`,
			);
		},
		moveTo(key, place) {
			const to = keys.indexOf(place);
			const at = keys.indexOf(key);
			if (at < 0 || to < 0 || at === to) return;
			apply(
				keys.toSpliced(at, 1).toSpliced(to, 0, key),
				{ key, change: "up" },
				`${title} moved to ${to + 1} of ${keys.length}.`,
			);
		},
	};
	return [frame, entries];
}

/** A moved entry keeps the focus on the pressed button, or on its neighbour if that is now disabled. */
function focusEntry(frame: HTMLElement, { key, change }: { key: string; change: EntryChange }): void {
	const entry = [...frame.querySelectorAll<HTMLElement>("[data-entry]")].find(
		(one) => one.dataset["entry"] === key && one.closest("[data-entries]") === frame,
	);
	if (!entry)
		return frame.querySelector<HTMLElement>(":scope > [data-change=add], :scope > .studio-add > summary")?.focus();
	const buttons = (name: EntryChange) =>
		entry.querySelector<HTMLButtonElement>(
			`:scope > .studio-entry-head [data-change=${name}]:not(:disabled), :scope > .studio-entry-buttons [data-change=${name}]:not(:disabled)`,
		);
	const first = entry.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea");
	const target = change === "add" ? first : (buttons(change) ?? buttons(change === "up" ? "down" : "up") ?? first);
	target?.focus();
}
