import { useState } from "react";
import { ErrorText } from "../../ui/field.tsx";
import type { ShownDraft } from "./shown-draft.ts";

type AttachmentFieldProps = {
	/** The limits of a reply's files, in words. */
	limits: string;
	/** Files that are stored with the draft. */
	files: ShownDraft["files"];
	error: string | undefined;
	/** Stores the chosen files; without scripts the form sends them. */
	onChoose(input: HTMLInputElement): Promise<void>;
};

/** The files of a reply, and a field for more. */
export function AttachmentField({ limits, files, error, onChoose }: AttachmentFieldProps) {
	const [isStoring, setStoring] = useState(false);
	return (
		<div className="field composer-files">
			<label htmlFor="files">Files</label>
			<p id="files-hint" className="hint">
				{limits}
			</p>
			<ErrorText id="files-error" message={error} />
			{files.length > 0 && (
				<ul className="attached">
					{files.map(({ storedAs, name, size }) => (
						<li key={storedAs}>
							{name} <span className="number">({size})</span>{" "}
							<button name="do" value={`remove-file:${storedAs}`} formNoValidate>
								Remove<span className="sr-only"> {name}</span>
							</button>
						</li>
					))}
				</ul>
			)}
			<input
				id="files"
				name="files"
				type="file"
				multiple
				onChange={({ target }) => {
					setStoring(true);
					void onChoose(target).finally(() => setStoring(false));
				}}
				aria-invalid={error !== undefined || undefined}
				aria-describedby={error === undefined ? "files-hint" : "files-hint files-error"}
			/>
			<p aria-live="polite" className="hint">
				{isStoring && "Uploading…"}
			</p>
		</div>
	);
}
