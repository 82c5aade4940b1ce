import { useEffect, useRef, useState } from "react";
import { getShape, type PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import type { UploadReport } from "../../../features/publishing/pictures/uploads.server.ts";
import { ChoiceGrid, type Choices } from "./choice-grid.tsx";
import { copyPicture, libraryFault, readLibrary, uploadPictures, type UploadAnswer } from "./picture-library.ts";
import { UploadReportBox } from "./upload-report.tsx";

export type ChooserDialogProps = {
	shape: PictureShapeName;
	chosen: string;
	onClose(): void;
	onChoose(path: string, url: string): void;
};

/** Chooses a picture of the library, or uploads one. */
export function ChooserDialog({ shape, chosen, onClose, onChoose }: ChooserDialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const [search, setSearch] = useState("");
	const [choices, setChoices] = useState<Choices>();
	const [report, setReport] = useState<UploadReport>();
	const [isUploading, setIsUploading] = useState(false);
	const [fault, setFault] = useState("");
	useEffect(() => {
		if (!dialog.current?.open) dialog.current?.showModal();
	}, []);
	useEffect(() => {
		let isWanted = true;
		readLibrary(shape).then(
			// An upload may have brought a newer list meanwhile.
			(found) => isWanted && setChoices((known) => known ?? found),
			() => isWanted && setFault(libraryFault),
		);
		return () => {
			isWanted = false;
		};
	}, [shape]);

	/** Closed first: an open dialog keeps the focus. */
	function choose(path: string, url: string): void {
		dialog.current?.close();
		onChoose(path, url);
	}

	async function take(asking: () => Promise<UploadAnswer>): Promise<UploadAnswer | undefined> {
		setFault("");
		setIsUploading(true);
		try {
			const answer = await asking();
			setReport(answer.report);
			setChoices(answer.choices);
			return answer;
		} catch {
			setFault(libraryFault);
			return undefined;
		} finally {
			setIsUploading(false);
		}
	}

	/** Copies a picture of another shape, which is also the choice. */
	async function copy(path: string): Promise<void> {
		const answer = await take(() => copyPicture(shape, path));
		const copied = answer?.report.taken[0]?.path;
		const known = answer?.choices.fitting.find((picture) => picture.path === copied);
		if (known) choose(known.path, known.thumbnail);
	}

	const words = search.toLowerCase().split(/\s+/).filter(Boolean);
	return (
		<dialog ref={dialog} className="picture-dialog" aria-labelledby="chooser-title" onClose={onClose}>
			<div className="heading-row">
				<h2 id="chooser-title">Choose a picture: {getShape(shape).label}</h2>
				<button type="button" onClick={() => dialog.current?.close()}>
					Close
				</button>
			</div>
			<div className="upload-form">
				<div className="field">
					<label htmlFor="chooser-search">Search by file name, page or alt text</label>
					<input
						id="chooser-search"
						type="search"
						value={search}
						onChange={({ currentTarget }) => setSearch(currentTarget.value)}
						// It is part of the document's form, which Enter would send.
						onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
					/>
				</div>
				<div className="field">
					<label htmlFor="chooser-files">Upload picture</label>
					<input
						id="chooser-files"
						type="file"
						accept="image/*"
						multiple
						onChange={({ currentTarget }) => {
							const files = [...(currentTarget.files ?? [])];
							// The same file can be chosen again.
							currentTarget.value = "";
							if (files.length > 0) void take(() => uploadPictures(shape, files));
						}}
					/>
				</div>
			</div>
			{isUploading && <p role="status">Uploading…</p>}
			{fault !== "" && (
				<p role="alert" className="error-summary">
					{fault}
				</p>
			)}
			<UploadReportBox report={report} />
			{choices ? (
				<ChoiceGrid
					choices={choices}
					shape={shape}
					words={words}
					chosen={chosen}
					onChoose={choose}
					onCopy={(path) => void copy(path)}
				/>
			) : (
				fault === "" && (
					<p className="hint" role="status">
						Loading pictures…
					</p>
				)
			)}
		</dialog>
	);
}
