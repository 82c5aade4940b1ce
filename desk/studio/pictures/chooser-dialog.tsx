import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { getShape, type PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import type { UploadReport } from "../../../features/publishing/pictures/uploads.server.ts";
import { ChoiceGrid, type Choices } from "./choice-grid.tsx";
import { chooserPath } from "./chooser-path.ts";
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
	const { data, load } = useFetcher<{ choices: Choices }>();
	const upload = useFetcher<UploadReport>();
	const [search, setSearch] = useState("");
	const [isCopying, setIsCopying] = useState(false);
	const address = `${chooserPath}?${new URLSearchParams({ shape, to: "/studio/pictures", field: "picture" }).toString()}`;
	useEffect(() => {
		if (!dialog.current?.open) dialog.current?.showModal();
	}, []);
	useEffect(() => void load(address), [load, address, upload.data]);
	// A requested copy is also the choice; it is known once it is in the list.
	const copied = isCopying ? upload.data?.taken[0]?.path : undefined;
	const known = copied === undefined ? undefined : data?.choices.fitting.find(({ path }) => path === copied);
	const takeCopy = useEffectEvent(choose);
	useEffect(() => {
		if (known) takeCopy(known.path, known.thumbnail);
	}, [known]);

	/** Closed first: an open dialog keeps the focus. */
	function choose(path: string, url: string): void {
		dialog.current?.close();
		onChoose(path, url);
	}

	function send(files: FileList | null): void {
		if (!files || files.length === 0) return;
		const form = new FormData();
		form.set("shape", shape);
		for (const file of files) form.append("files", file);
		setIsCopying(false);
		void upload.submit(form, { method: "post", action: address, encType: "multipart/form-data" });
	}

	function copy(path: string): void {
		setIsCopying(true);
		void upload.submit({ copy: path }, { method: "post", action: address });
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
						onChange={({ currentTarget }) => send(currentTarget.files)}
					/>
				</div>
			</div>
			{upload.state !== "idle" && <p role="status">Uploading…</p>}
			<UploadReportBox report={upload.data} />
			{data ? (
				<ChoiceGrid
					choices={data.choices}
					shape={shape}
					words={words}
					chosen={chosen}
					onChoose={choose}
					onCopy={copy}
				/>
			) : (
				<p className="hint" role="status">
					Loading pictures…
				</p>
			)}
		</dialog>
	);
}
