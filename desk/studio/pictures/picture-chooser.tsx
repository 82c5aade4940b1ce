import { useRef, useState, type ComponentType, type MouseEvent } from "react";
import type { PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import type { ControlProps } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type { ChooserDialogProps } from "./chooser-dialog.tsx";
import { libraryFault, readLibrary } from "./picture-library.ts";

export type PictureChooserProps = {
	/** Of the input with the picture's path below pictures/, within a Control with label and error. */
	control: ControlProps;
	/** The chosen picture; "" for none. */
	value: string;
	/** Its preview, if known: `url` of the library's or the content's pictures. */
	preview: { url: string } | undefined;
	/** The required shape: shapeOfPlace(document, field). */
	shape: PictureShapeName;
	/** Called when another picture is chosen, or its path is typed. */
	onChange(path: string, preview: { url: string } | undefined): void;
};

/**
 * A field with a picture's path, which is chosen from the library or uploaded in a dialog.
 * Without scripts, or without the dialog's, its button sends the form with `choose` and the input's name: the form's action keeps the typed
 * values and redirects to writeChooserPath, which returns.
 */
export function PictureChooser({ control, value, preview, shape, onChange }: PictureChooserProps) {
	const [Dialog, setDialog] = useState<ComponentType<ChooserDialogProps>>();
	const [fault, setFault] = useState("");
	const isHydrated = useHydrated();
	const input = useRef<HTMLInputElement>(null);
	const close = () => setDialog(undefined);

	function open(event: MouseEvent<HTMLButtonElement>): void {
		if (!isHydrated) return;
		event.preventDefault();
		const { currentTarget } = event;
		setFault("");
		void import("./chooser-dialog.tsx")
			.then(({ ChooserDialog }) => setDialog(() => ChooserDialog))
			// A file of an earlier release may be gone; without a connection, sending the form would lose what is typed.
			.catch(() => readLibrary(shape).then(() => currentTarget.form?.requestSubmit(currentTarget)))
			.catch(() => setFault(libraryFault));
	}

	return (
		<div className="picture-choice">
			{preview ? <img src={preview.url} alt="" loading="lazy" /> : <span className="hint">No picture yet</span>}
			<div>
				<input
					{...control}
					ref={input}
					value={value}
					autoComplete="off"
					spellCheck={false}
					onChange={({ currentTarget }) => onChange(currentTarget.value.trim(), undefined)}
				/>
				<button name="choose" value={control.name} formNoValidate onClick={open}>
					Choose…
				</button>
				{fault !== "" && (
					<p role="alert" className="hint">
						{fault}
					</p>
				)}
			</div>
			{Dialog && (
				<Dialog
					shape={shape}
					chosen={value}
					onClose={close}
					onChoose={(path, url) => {
						close();
						onChange(path, { url });
						input.current?.focus();
					}}
				/>
			)}
		</div>
	);
}
