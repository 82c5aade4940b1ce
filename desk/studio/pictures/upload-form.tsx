import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { TextField } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import {
	getShape,
	pictureShapeNames,
	type PictureShapeName,
} from "../../../features/publishing/pictures/picture-shapes.ts";

/** What can be chosen in a browser's dialog for files. */
const accept = "image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff";

type UploadFormProps = {
	action: string;
	/** Chosen already. */
	shape: PictureShapeName;
	/** Whether another shape may be chosen. */
	isFixed?: boolean;
	/** What it asks for, where that is no picture like others. */
	label?: string;
	/** Whether it takes one file at a time. */
	isSingle?: boolean;
	/** Whether this is the one thing that the page is for. */
	isMain?: boolean;
	/** Told with the files. */
	from?: string;
};

/** Sends pictures to the library, one or many, each cut for where it will stand. */
export function UploadForm({
	action,
	shape,
	isFixed = false,
	label = "Files",
	isSingle = false,
	isMain = false,
	from,
}: UploadFormProps) {
	const id = useId();
	const takesSvg = !isFixed || shape === "logo";
	const isSending = useNavigation().formAction?.startsWith(action.split("?", 1)[0] ?? action) ?? false;
	return (
		<Form method="post" action={action} encType="multipart/form-data" className="upload-form" preventScrollReset>
			<TextField
				id={`${id}-files`}
				name="files"
				label={label}
				hint={`JPEG, PNG, WebP, AVIF, GIF or TIFF${takesSvg ? " (SVG for logos)" : ""}, up to 15 MB${isSingle ? "." : " each."}`}
				type="file"
				multiple={!isSingle}
				required
				accept={takesSvg ? `${accept},image/svg+xml` : accept}
			/>
			{from !== undefined && <input type="hidden" name="from" value={from} />}
			{isFixed ? <input type="hidden" name="shape" value={shape} /> : <ShapeSelect id={`${id}-shape`} shape={shape} />}
			<button name="do" value="upload" className={isMain ? "button-main" : undefined} aria-disabled={isSending}>
				{isSending ? "Uploading…" : "Upload"}
			</button>
		</Form>
	);
}

export function ShapeSelect({
	id,
	shape,
	onChange,
}: {
	id: string;
	shape: PictureShapeName;
	onChange?: (shape: PictureShapeName) => void;
}) {
	return (
		<SelectField
			id={id}
			name="shape"
			label="Shape"
			defaultValue={shape}
			onChange={({ currentTarget }) => onChange?.(currentTarget.value as PictureShapeName)}
			options={pictureShapeNames.map((name) => ({ value: name, label: getShape(name).label }))}
		/>
	);
}
