import { BooleanControl } from "./boolean-control.tsx";
import { ChoiceList } from "./choice-list.tsx";
import { ColourControl } from "./colour-control.tsx";
import type { FieldProps } from "./field-props.ts";
import { GroupFields } from "./group-fields.tsx";
import { ListFields } from "./list-fields.tsx";
import { MarkdownEditor } from "./markdown-editor.tsx";
import { PictureFields } from "./picture-fields.tsx";
import { ChoiceControl, DateControl, FixedControl, NumberControl } from "./plain-controls.tsx";
import { RecordFields } from "./record-fields.tsx";
import { TextControl } from "./text-control.tsx";
import { UnionFields } from "./union-fields.tsx";

export function FormFieldView({ field, name, value }: FieldProps) {
	switch (field.kind) {
		case "text":
		case "long-text":
			return <TextControl field={field} name={name} value={value} />;
		case "markdown":
			return <MarkdownEditor field={field} name={name} value={value} />;
		case "number":
			return <NumberControl field={field} name={name} value={value} />;
		case "date":
			return <DateControl field={field} name={name} value={value} />;
		case "colour":
			return <ColourControl field={field} name={name} value={value} />;
		case "boolean":
			return <BooleanControl field={field} name={name} value={value} />;
		case "choice":
			return <ChoiceControl field={field} name={name} value={value} />;
		case "fixed":
			return <FixedControl field={field} name={name} value={value} />;
		case "group":
			return field.isPicture ? (
				<PictureFields field={field} name={name} value={value} />
			) : (
				<GroupFields field={field} name={name} value={value} />
			);
		case "list":
			return field.item.kind === "choice" ? (
				<ChoiceList field={field} item={field.item} name={name} value={value} />
			) : (
				<ListFields field={field} name={name} value={value} />
			);
		case "record":
			return <RecordFields field={field} name={name} value={value} />;
		case "union":
			return <UnionFields field={field} name={name} value={value} />;
	}
}
