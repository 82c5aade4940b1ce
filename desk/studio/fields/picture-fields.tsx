import { useState } from "react";
import { entryOf, placeOfName } from "../../../features/publishing/forms/field-names.ts";
import type { GroupField } from "../../../features/publishing/forms/form-field.ts";
import { fitsShape, getShape, shapeOfPlace } from "../../../features/publishing/pictures/picture-shapes.ts";
import { Field } from "../../../ui/field.tsx";
import { useDocumentForm } from "../form-context.ts";
import { PictureChooser } from "../pictures/picture-chooser.tsx";
import type { FieldProps } from "./field-props.ts";
import { toText } from "./field-words.ts";
import { FieldFrame } from "./group-fields.tsx";

/** A picture of the library, with its alt text for this place. */
export function PictureFields({ field, name, value }: FieldProps<GroupField>) {
	const { path, errors, pictures, onChange, Field: PartField } = useDocumentForm();
	const [src, setSrc] = useState(toText(entryOf(value, "src")));
	const [chosen, setChosen] = useState<{ url: string }>();
	const known = pictures.find((picture) => picture.src === src);
	const shape = shapeOfPlace(path, placeOfName(name));
	const isOfAnotherShape = known !== undefined && !fitsShape(shape, known);
	return (
		<FieldFrame field={field} name={name} isThere={value !== undefined}>
			{field.fields.map(({ key, field: part }) =>
				key === "src" ? (
					<Field key={key} name={`${name}.src`} label={part.title} hint={part.help} errors={errors}>
						{(control) => (
							<>
								<PictureChooser
									control={control}
									value={src}
									preview={chosen ?? known}
									shape={shape}
									onChange={(changed, preview) => {
										setSrc(changed);
										setChosen(preview);
										onChange();
									}}
								/>
								{isOfAnotherShape && (
									<p className="picture-misfit">
										This picture has the wrong shape: this field takes {getShape(shape).label.toLowerCase()}. Use
										“Choose…” to crop a copy.
									</p>
								)}
							</>
						)}
					</Field>
				) : (
					<PartField key={key} field={part} name={`${name}.${key}`} value={entryOf(value, key)} />
				),
			)}
		</FieldFrame>
	);
}
