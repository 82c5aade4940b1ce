import { ArrowDown, ArrowUp, Copy, GripVertical, Plus, Trash2 } from "lucide-react";
import { useState, type MouseEvent, type ReactNode } from "react";
import { noVariant, writeListChange, type ListChange } from "../../../features/publishing/forms/change-list.ts";
import { entryOf } from "../../../features/publishing/forms/field-names.ts";
import type { FormField, GroupField } from "../../../features/publishing/forms/form-field.ts";
import { useDocumentForm } from "../form-context.ts";
import { toText } from "./field-words.ts";
import type { Entries, EntryChange } from "./use-entries.ts";
import { useSortable } from "./use-sortable.ts";

type EntryProps = {
	/** Of the list. */
	name: string;
	entryKey: string;
	index: number;
	entries: Entries;
	field: FormField;
	value: unknown;
	/** Whether entries are of several types: then its type is shown, and it can be copied. */
	isOfTypes?: boolean;
	children: ReactNode;
};

/** One entry of a list, which can be dragged, moved by buttons and removed. One with several fields is folded to its title. */
export function Entry({ name, entryKey, index, entries, field, value, isOfTypes = false, children }: EntryProps) {
	const { errors } = useDocumentForm();
	const titleKey = field.kind === "group" && !field.isPicture ? findTitleKey(field) : undefined;
	const [title, setTitle] = useState(titleKey === undefined ? "" : toText(entryOf(value, titleKey)));
	const { element, handle, isOver, isDragged } = useSortable({ list: name, key: entryKey }, entries.moveTo);
	const own = `${name}.${entryKey}`;
	const isWrong = errors.some((one) => one.field === own || one.field.startsWith(`${own}.`));
	const words = `${field.title} ${index + 1}`;
	const buttons = (
		<EntryButtons
			{...{ name, entryKey, entries }}
			words={title === "" ? words : `${words}, ${title}`}
			isFirst={index === 0}
			isLast={index === entries.keys.length - 1}
			canBeCopied={isOfTypes}
		/>
	);
	const grip = (
		<span ref={handle} className="studio-grip" aria-hidden="true">
			<GripVertical size={16} />
		</span>
	);
	const drawn = {
		ref: element,
		"data-entry": entryKey,
		"data-over": isOver || undefined,
		"data-dragged": isDragged || undefined,
	};
	if (field.kind !== "group" || field.isPicture)
		return (
			<li {...drawn} className="studio-entry studio-entry-plain">
				{grip}
				<span className="studio-entry-number number" aria-hidden="true">
					{index + 1}
				</span>
				<div className="studio-entry-fields">{children}</div>
				<div className="studio-entry-buttons">{buttons}</div>
			</li>
		);
	return (
		<li
			{...drawn}
			id={own}
			tabIndex={-1}
			className="studio-entry"
			onInput={({ target }) => {
				if (target instanceof HTMLInputElement && target.name === `${own}.${titleKey}`) setTitle(target.value);
			}}
		>
			<div className="studio-entry-head">
				{grip}
				<span className="studio-entry-number number">{index + 1}</span>
				{buttons}
			</div>
			<details open={isWrong || entries.isNew(entryKey)}>
				<summary>
					{isOfTypes && <span className="studio-entry-type">{field.title}</span>}
					<span className="sr-only">{words}: </span>
					{title === "" ? (isOfTypes ? "Untitled" : field.title) : title}
				</summary>
				<div className="studio-entry-fields">{children}</div>
			</details>
		</li>
	);
}

type EntryButtonsProps = {
	name: string;
	entryKey: string;
	entries: Entries;
	words: string;
	isFirst: boolean;
	isLast: boolean;
	canBeCopied: boolean;
};

function EntryButtons({ name, entryKey, entries, words, isFirst, isLast, canBeCopied }: EntryButtonsProps) {
	const button = (change: EntryChange, label: string, icon: ReactNode, isOff: boolean) => (
		<ChangeButton {...{ name, entryKey, entries, change }} isOff={isOff}>
			{icon}
			<span className="sr-only">
				{label} {words}
			</span>
		</ChangeButton>
	);
	return (
		<>
			{button("up", "Move up:", <ArrowUp size={16} aria-hidden="true" />, isFirst)}
			{button("down", "Move down:", <ArrowDown size={16} aria-hidden="true" />, isLast)}
			{canBeCopied && button("copy", "Copy", <Copy size={16} aria-hidden="true" />, false)}
			{button("remove", "Remove", <Trash2 size={16} aria-hidden="true" />, false)}
		</>
	);
}

export function AddButton({
	name,
	title,
	entries,
	isFull,
}: {
	name: string;
	title: string;
	entries: Entries;
	isFull: boolean;
}) {
	if (isFull) return null;
	return (
		<ChangeButton name={name} entryKey={noVariant} entries={entries} change="add" isOff={false}>
			<Plus size={16} aria-hidden="true" /> Add {title.toLowerCase()}
		</ChangeButton>
	);
}

/** A button for each type of entry, with what it is for. */
export function AddByType({
	name,
	title,
	entries,
	variants,
}: {
	name: string;
	title: string;
	entries: Entries;
	variants: GroupField[];
}) {
	return (
		<details className="studio-add">
			<summary>
				<Plus size={16} aria-hidden="true" /> Add {title.toLowerCase()}
			</summary>
			<ul>
				{variants.map((variant, index) => (
					<li key={variant.title}>
						<ChangeButton name={name} entryKey={String(index)} entries={entries} change="add" isOff={false}>
							<b>{variant.title}</b>
							{variant.help && <span>{variant.help}</span>}
						</ChangeButton>
					</li>
				))}
			</ul>
		</details>
	);
}

type ChangeButtonProps = {
	name: string;
	entryKey: string;
	entries: Entries;
	change: ListChange["change"];
	isOff: boolean;
	children: ReactNode;
};

/** Changes the list at once; without scripts it sends the form, which comes back changed. */
function ChangeButton({ name, entryKey, entries, change, isOff, children }: ChangeButtonProps) {
	function onClick(event: MouseEvent<HTMLButtonElement>): void {
		event.preventDefault();
		event.currentTarget.closest(".studio-add")?.removeAttribute("open");
		entries.change(change, entryKey);
	}
	return (
		<button
			name="do"
			value={writeListChange({ change, list: name, key: entryKey })}
			data-change={change}
			disabled={isOff}
			onClick={onClick}
		>
			{children}
		</button>
	);
}

function findTitleKey(field: Extract<FormField, { kind: "group" }>): string | undefined {
	const texts = field.fields.filter(({ field: one }) => one.kind === "text" || one.kind === "long-text");
	return (texts.find(({ key }) => /^(?:title|name|label|key|question|city|date)$/.test(key)) ?? texts[0])?.key;
}
