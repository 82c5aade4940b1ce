import { useEffect, useImperativeHandle, useRef, useState, type ComponentType, type Ref } from "react";
import type { UploadReport } from "../../../features/publishing/pictures/uploads.server.ts";
import type { ChooserDialogProps } from "./chooser-dialog.tsx";
import { libraryFault, uploadPictures } from "./picture-library.ts";
import { UploadReportBox } from "./upload-report.tsx";

/** Of pictures within a text. */
const shape = "free";

export type TextPicturesHandle = {
	/** Uploads files, one batch after the other. */
	send(id: string, files: readonly File[]): void;
	/** Opens the library. */
	choose(): void;
	/** Returns the address of a picture that was uploaded or chosen here. */
	findUrl(path: string): string | undefined;
};

type TextPicturesProps = {
	handle: Ref<TextPicturesHandle>;
	/** Called with the paths of chosen pictures, or of a batch's stored ones with its id, none if all were refused. */
	onTaken(paths: readonly string[], id?: string): void;
	tell(message: string): void;
};

/** Uploads pictures of a text to the library, in their own shape, and lets one be chosen from it. */
export function TextPictures({ handle, onTaken, tell }: TextPicturesProps) {
	const [Dialog, setDialog] = useState<ComponentType<ChooserDialogProps>>();
	const [report, setReport] = useState<UploadReport>();
	const urls = useRef(new Map<string, string>());
	const uploads = useRef(Promise.resolve());
	const latest = useRef({ onTaken, tell });
	useEffect(() => {
		latest.current = { onTaken, tell };
	}, [onTaken, tell]);

	async function upload(id: string, files: readonly File[]): Promise<void> {
		let paths: string[] = [];
		try {
			const { report: answered, choices } = await uploadPictures(shape, files);
			const { taken, refused } = answered;
			for (const { path, thumbnail } of choices.fitting) urls.current.set(path, thumbnail);
			paths = taken.map(({ path }) => path);
			setReport({ taken: [], refused });
		} catch {
			latest.current.tell(libraryFault);
		}
		latest.current.onTaken(paths, id);
	}

	useImperativeHandle(handle, () => ({
		send: (id, files) => {
			uploads.current = uploads.current.then(() => upload(id, files));
		},
		choose: () => {
			void import("./chooser-dialog.tsx").then(
				({ ChooserDialog }) => setDialog(() => ChooserDialog),
				() => tell(libraryFault),
			);
		},
		findUrl: (path) => urls.current.get(path),
	}));

	return (
		<>
			<UploadReportBox report={report} />
			{Dialog && (
				<Dialog
					shape={shape}
					chosen=""
					onClose={() => setDialog(undefined)}
					onChoose={(path, url) => {
						setDialog(undefined);
						urls.current.set(path, url);
						onTaken([path]);
					}}
				/>
			)}
		</>
	);
}
