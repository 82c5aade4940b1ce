import { entryOf, itemsName, listEntries } from "../../../features/publishing/forms/field-names.ts";
import type { ListField } from "../../../features/publishing/forms/form-field.ts";
import { AddButton, Entry } from "./entry.tsx";
import { useDocumentForm } from "../form-context.ts";
import type { FieldProps } from "./field-props.ts";
import { FieldFrame, InnerFields } from "./group-fields.tsx";
import { useEntries } from "./use-entries.ts";

/** Entries in an order, which can be added, moved and removed. */
export function ListFields({ field, name, value }: FieldProps<ListField>) {
	const [frame, entries] = useEntries(listEntries(value).length, field.item.title);
	const { Field } = useDocumentForm();
	const { item, max } = field;
	return (
		<FieldFrame field={{ ...field, ...describeCount(field) }} name={name}>
			<div ref={frame} data-entries={name}>
				<ol className="studio-entries">
					{entries.keys.map((key, index) => (
						<Entry
							key={key}
							{...{ name, entryKey: key, index, entries, field: item }}
							value={entryOf(value, Number(key))}
						>
							<input type="hidden" name={itemsName(name)} value={key} />
							{item.kind === "group" && !item.isPicture ? (
								<InnerFields field={item} name={`${name}.${key}`} value={entryOf(value, Number(key))} />
							) : (
								<Field
									field={{ ...item, title: `${item.title} ${index + 1}` }}
									name={`${name}.${key}`}
									value={entryOf(value, Number(key))}
								/>
							)}
						</Entry>
					))}
				</ol>
				<AddButton
					name={name}
					title={item.title}
					entries={entries}
					isFull={max !== undefined && entries.keys.length >= max}
				/>
			</div>
		</FieldFrame>
	);
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
