import { Plus, Trash2 } from "lucide-react";
import { useRef, type ChangeEvent, type ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorText } from "../../../ui/field.tsx";
import { entryField } from "./posted-fields.ts";
import { applicationLimits } from "./rules.ts";
import { idOf } from "./step-props.ts";

export type EntriesProps<Entry> = {
	entries: Entry[];
	onChange: (entries: Entry[]) => void;
	/** Entries are neither added nor removed, which needs scripts. */
	fixed: boolean;
	error?: string | undefined;
};

type RepeatedEntriesProps<Entry> = EntriesProps<Entry> & {
	list: "education" | "workExperience";
	/** Such as "education". */
	noun: string;
	emptyEntry: Entry;
	/** Draws the fields of one entry. `control` gives what each takes, and `update` changes some of them. */
	children: (entry: {
		entry: Entry;
		index: number;
		control: (part: keyof Entry & string) => EntryControl;
		update: (changes: Partial<Entry>) => void;
	}) => ReactNode;
};

type EntryControl = {
	id: string;
	name: string;
	value: string;
	onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void;
};

/** Entries to add and remove, with at least one: docs/product/careers.md, Fields. */
export function RepeatedEntries<Entry extends Record<string, string>>({
	list,
	noun,
	entries,
	emptyEntry,
	onChange,
	fixed,
	children,
	error,
}: RepeatedEntriesProps<Entry>) {
	const items = useRef<HTMLOListElement>(null);
	const id = idOf(list);

	function add() {
		onChange([...entries, emptyEntry]);
		requestAnimationFrame(() => items.current?.lastElementChild?.querySelector<HTMLElement>("input, select")?.focus());
	}

	function remove(index: number) {
		onChange(entries.filter((_, position) => position !== index));
		// The pressed button is gone; the focus moves to the entry in its place, or to the last one.
		const next = Math.min(index, entries.length - 2);
		requestAnimationFrame(() => items.current?.children[next]?.querySelector<HTMLElement>("input, select")?.focus());
	}

	return (
		<div>
			<ErrorText id={`${id}-error`} message={error} />
			<ol ref={items} id={id} tabIndex={-1} aria-describedby={error && `${id}-error`} className="mt-4 space-y-8">
				{entries.map((entry, index) => {
					const update = (changes: Partial<Entry>) =>
						onChange(entries.map((other, position) => (position === index ? { ...other, ...changes } : other)));
					const control = (part: keyof Entry & string): EntryControl => {
						const name = entryField(list, index, part);
						return {
							id: idOf(name),
							name,
							value: entry[part] ?? "",
							onChange: ({ target }) => update({ [part]: target.value } as Partial<Entry>),
						};
					};
					return (
						// Entries have no id, only their position.
						<li key={index} className="rounded-12 border border-hairline bg-white p-5">
							<fieldset className="grid gap-5 md:grid-cols-2">
								<legend className="sr-only">{`${noun} ${index + 1}`}</legend>
								{children({ entry, index, control, update })}
							</fieldset>
							{entries.length > 1 && !fixed && (
								<Button look="quiet" className="mt-4" onClick={() => remove(index)}>
									<Trash2 aria-hidden="true" className="size-5" /> Remove
									<span className="sr-only"> {`${noun} ${index + 1}`}</span>
								</Button>
							)}
						</li>
					);
				})}
			</ol>
			{entries.length < applicationLimits.entries && !fixed && (
				<Button look="secondary" className="mt-4" onClick={add}>
					<Plus aria-hidden="true" className="size-5" /> Add {noun}
				</Button>
			)}
		</div>
	);
}
