import { Plus, Trash2 } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorText } from "../../../ui/error-text.tsx";
import { applicationLimits } from "./rules.ts";

type RepeatedEntriesProps<Entry> = {
	/** Of the list, which an error summary links to. */
	id: string;
	/** What one entry is called, such as "education". */
	noun: string;
	entries: Entry[];
	emptyEntry: Entry;
	onChange: (entries: Entry[]) => void;
	/** Draws the fields of one entry; `update` changes some of them. */
	children: (entry: Entry, index: number, update: (changes: Partial<Entry>) => void) => ReactNode;
	error?: string | undefined;
};

/** Entries that can be added, and removed while there is more than one: docs/product/careers.md, Fields. */
export function RepeatedEntries<Entry>({
	id,
	noun,
	entries,
	emptyEntry,
	onChange,
	children,
	error,
}: RepeatedEntriesProps<Entry>) {
	const list = useRef<HTMLOListElement>(null);

	function add() {
		onChange([...entries, emptyEntry]);
		requestAnimationFrame(() => list.current?.lastElementChild?.querySelector<HTMLElement>("input, select")?.focus());
	}

	function remove(index: number) {
		onChange(entries.filter((_, position) => position !== index));
		// The button that was pressed is gone; the focus goes to the entry that took its place, or to the last one left.
		requestAnimationFrame(() =>
			list.current?.children[Math.min(index, entries.length - 2)]?.querySelector<HTMLElement>("input, select")?.focus(),
		);
	}

	return (
		<div>
			<ErrorText id={`${id}-error`} message={error} />
			<ol ref={list} id={id} tabIndex={-1} aria-describedby={error && `${id}-error`} className="mt-4 space-y-8">
				{entries.map((entry, index) => (
					// Entries have no identity of their own; their place is what they are known by.
					<li key={index} className="rounded-12 border border-hairline bg-white p-5">
						<fieldset>
							<legend className="sr-only">{`${noun} ${index + 1}`}</legend>
							{children(entry, index, (changes) =>
								onChange(entries.map((other, position) => (position === index ? { ...other, ...changes } : other))),
							)}
						</fieldset>
						{entries.length > 1 && (
							<Button look="quiet" className="mt-4" onClick={() => remove(index)}>
								<Trash2 aria-hidden="true" className="size-5" /> Remove
								<span className="sr-only"> {`${noun} ${index + 1}`}</span>
							</Button>
						)}
					</li>
				))}
			</ol>
			{entries.length < applicationLimits.entries && (
				<Button look="secondary" className="mt-4" onClick={add}>
					<Plus aria-hidden="true" className="size-5" /> Add {noun}
				</Button>
			)}
		</div>
	);
}
