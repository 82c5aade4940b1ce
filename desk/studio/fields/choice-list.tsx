import { itemsName, keyOfIndex, listEntries } from "../../../features/publishing/forms/field-names.ts";
import type { ChoiceField, ListField } from "../../../features/publishing/forms/form-field.ts";
import type { FieldProps } from "./field-props.ts";
import { nameOption, toText } from "./field-words.ts";
import { FieldFrame } from "./group-fields.tsx";

/**
 * Several of a few options, with a checkbox for each. It sends what a list of entries does: the keys of those that are checked, and the
 * option of each key.
 */
export function ChoiceList({ field, item, name, value }: FieldProps<ListField> & { item: ChoiceField }) {
	const chosen = listEntries(value).map(toText);
	const options = [...item.options, ...chosen.filter((option) => !item.options.includes(option))];
	return (
		<FieldFrame field={field} name={name}>
			<ul className="checks studio-choices">
				{options.map((option, index) => {
					const at = chosen.indexOf(option);
					const key = keyOfIndex(index);
					return (
						<li key={option}>
							<label>
								<input
									// Errors name an entry by its place in the value.
									{...(at >= 0 && { id: `${name}.${at}` })}
									type="checkbox"
									name={itemsName(name)}
									value={key}
									defaultChecked={at >= 0}
								/>
								<span>{nameOption(option)}</span>
							</label>
							<input type="hidden" name={`${name}.${key}`} value={option} />
						</li>
					);
				})}
			</ul>
		</FieldFrame>
	);
}
