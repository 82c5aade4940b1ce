import {
	choiceName,
	entryOf,
	findVariant,
	isTaggedUnion,
	itemsName,
	listEntries,
	withoutTags,
} from "../../../features/publishing/forms/field-names.ts";
import type { ListField } from "../../../features/publishing/forms/form-field.ts";
import { readFieldValue } from "../../../features/publishing/forms/read-form-values.ts";
import { useDocumentForm } from "../form-context.ts";
import { AddButton, AddByType, Entry } from "./entry.tsx";
import type { FieldProps } from "./field-props.ts";
import { FieldFrame, InnerFields } from "./group-fields.tsx";
import { useEntries } from "./use-entries.ts";

/** Entries in an order, which can be added, moved and removed. */
export function ListFields({ field, name, value }: FieldProps<ListField>) {
	const { item, max } = field;
	const [frame, entries] = useEntries(listEntries(value).length, item.title, (key, form) =>
		readFieldValue(item, `${name}.${key}`, readTyped(form)),
	);
	const { Field } = useDocumentForm();
	const isFull = max !== undefined && entries.keys.length >= max;
	const hasTypes = isTaggedUnion(item);
	return (
		<FieldFrame field={{ ...field, ...describeCount(field) }} name={name}>
			<div ref={frame} data-entries={name}>
				<ol className="studio-entries">
					{entries.keys.map((key, index) => {
						const own = `${name}.${key}`;
						const entry = entries.copyOf(key) ?? entryOf(value, Number(key));
						const variant = hasTypes ? (entries.variantOf(key) ?? findVariant(item, entry)) : 0;
						const shown = hasTypes ? withoutTags(item.variants[variant] ?? item) : item;
						return (
							<Entry
								key={key}
								{...{ name, entryKey: key, index, entries, field: shown }}
								value={entry}
								isOfTypes={hasTypes}
							>
								<input type="hidden" name={itemsName(name)} value={key} />
								{hasTypes && <input type="hidden" name={choiceName(own)} value={variant} />}
								{shown.kind === "group" && !shown.isPicture ? (
									<InnerFields field={shown} name={own} value={entry} />
								) : (
									<Field field={{ ...shown, title: `${shown.title} ${index + 1}` }} name={own} value={entry} />
								)}
							</Entry>
						);
					})}
				</ol>
				{hasTypes && !isFull ? (
					<AddByType {...{ name, title: item.title, entries }} variants={item.variants} />
				) : (
					<AddButton {...{ name, title: item.title, entries, isFull }} />
				)}
			</div>
		</FieldFrame>
	);
}

function readTyped(form: HTMLFormElement): URLSearchParams {
	const entries = [...new FormData(form)];
	return new URLSearchParams(entries.flatMap(([field, typed]) => (typeof typed === "string" ? [[field, typed]] : [])));
}

function describeCount({ help, min, max }: ListField): { help?: string } {
	const count =
		min !== undefined && min === max
			? `Exactly ${min}.`
			: min !== undefined && max !== undefined
				? `${min} to ${max}.`
				: min !== undefined && min > 1
					? `At least ${min}.`
					: max !== undefined
						? `At most ${max}.`
						: "";
	const words = [help, count].filter(Boolean).join(" ");
	return words === "" ? {} : { help: words };
}
