import { useEffect, useRef, useState } from "react";
import type { FieldError } from "../forms/error-summary.tsx";
import { ErrorText } from "../forms/error-text.tsx";
import { describeBytes } from "./describe-bytes.ts";

/** A file that came with a form; without a size when it was not taken. */
export type AttachedFile = { name: string; bytes: number | undefined };

type AttachmentFieldProps = {
	/** What a reply may take, in words. */
	limits: string;
	/** Those that came when the form was last sent. */
	attached: AttachedFile[];
	errors: FieldError[];
};

/**
 * Chooses the files that go with a reply. A browser that shows the form anew has forgotten which they were, and may not be told: those are
 * named, to be chosen again.
 */
export function AttachmentField({ limits, attached, errors }: AttachmentFieldProps) {
	const input = useRef<HTMLInputElement>(null);
	const [holdsFiles, setHoldsFiles] = useState(false);
	useEffect(() => setHoldsFiles((input.current?.files?.length ?? 0) > 0), [attached]);
	const error = errors.find(({ field }) => field === "files")?.message;
	const isLost = attached.length > 0 && !holdsFiles;
	return (
		<div className="field">
			<label htmlFor="files">Files</label>
			<p id="files-hint" className="hint">
				{limits}
			</p>
			<ErrorText id="files-error" message={error} />
			{isLost && (
				<p id="files-lost" className="error">
					Your browser has forgotten {attached.length === 1 ? "this file" : "these files"}. Choose{" "}
					{attached.length === 1 ? "it" : "them"} again: {attached.map(({ name }) => name).join(", ")}
				</p>
			)}
			<input
				ref={input}
				id="files"
				name="files"
				type="file"
				multiple
				onChange={({ target }) => setHoldsFiles((target.files?.length ?? 0) > 0)}
				aria-invalid={error !== undefined || undefined}
				aria-describedby={["files-hint", error !== undefined && "files-error", isLost && "files-lost"]
					.filter(Boolean)
					.join(" ")}
			/>
		</div>
	);
}

/** Names the files that go with an e-mail, with their sizes. */
export function AttachedFiles({ files }: { files: AttachedFile[] }) {
	return (
		<ul className="attached">
			{files.map(({ name, bytes }, index) => (
				<li key={`${index} ${name}`}>
					{name} {bytes !== undefined && <span className="number">({describeBytes(bytes)})</span>}
				</li>
			))}
		</ul>
	);
}
