import { useId } from "react";
import { Form, useNavigation } from "react-router";
import {
	getShape,
	pictureShapeNames,
	type PictureShapeName,
} from "../../../features/publishing/pictures/picture-shapes.ts";
import { TextField } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";

/** File types in a browser's dialog. */
const accept = "image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff";

type UploadFormProps = {
	action: string;
	/** Preselected. */
	shape: PictureShapeName;
	/** Whether another shape may be chosen. */
	isFixed?: boolean;
	/** Whether this is the page's main action. */
	isMain?: boolean;
	/** Sent with the files. */
	from?: string;
};

/** Uploads one or many pictures, each cut for its place. */
export function UploadForm({ action, shape, isFixed = false, isMain = false, from }: UploadFormProps) {
	const id = useId();
	const takesSvg = !isFixed || shape === "logo";
	const isSending = useNavigation().formAction?.startsWith(action.split("?", 1)[0] ?? action) ?? false;
	return (
		<Form method="post" action={action} encType="multipart/form-data" className="upload-form" preventScrollReset>
			<TextField
				id={`${id}-files`}
				name="files"
				label="Files"
				hint={`JPEG, PNG, WebP, AVIF, GIF or TIFF${takesSvg ? " (SVG for logos)" : ""}, up to 15 MB each.`}
				type="file"
				multiple
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
