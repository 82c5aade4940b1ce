import { itemsName } from "../../../features/publishing/forms/field-names.ts";
import type { RecordField } from "../../../features/publishing/forms/form-field.ts";
import { listRecordEntries } from "../../../features/publishing/forms/read-form-values.ts";
import { useDocumentForm } from "../form-context.ts";
import { AddButton, Entry } from "./entry.tsx";
import type { FieldProps } from "./field-props.ts";
import { FieldFrame, InnerFields } from "./group-fields.tsx";
import { useEntries } from "./use-entries.ts";

/** Entries with names of their own. */
export function RecordFields({ field, name, value }: FieldProps<RecordField>) {
	const { Field } = useDocumentForm();
	const there = listRecordEntries(value);
	const [frame, entries] = useEntries(there.length, field.key.title);
	return (
		<FieldFrame field={field} name={name}>
			<div ref={frame} data-entries={name}>
				<ol className="studio-entries">
					{entries.keys.map((key, index) => {
						const entry = there[Number(key)];
						const own = `${name}.${key}`;
						return (
							<Entry
								key={key}
								{...{ name, entryKey: key, index, entries }}
								field={{ kind: "group", title: field.key.title, fields: [{ key: "key", field: field.key }] }}
								value={{ key: entry?.key }}
							>
								<input type="hidden" name={itemsName(name)} value={key} />
								<Field field={field.key} name={`${own}.key`} value={entry?.key} />
								{field.value.kind === "group" ? (
									<div id={`${own}.value`} tabIndex={-1} className="studio-fields">
										<InnerFields field={field.value} name={`${own}.value`} value={entry?.value} />
									</div>
								) : (
									<Field field={field.value} name={`${own}.value`} value={entry?.value} />
								)}
							</Entry>
						);
					})}
				</ol>
				<AddButton name={name} title={field.key.title} entries={entries} isFull={false} />
			</div>
		</FieldFrame>
	);
}
