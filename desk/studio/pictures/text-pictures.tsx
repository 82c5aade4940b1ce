import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type ComponentType, type Ref } from "react";
import { useFetcher } from "react-router";
import type { UploadReport } from "../../../features/publishing/pictures/uploads.server.ts";
import type { Choices } from "./choice-grid.tsx";
import type { ChooserDialogProps } from "./chooser-dialog.tsx";
import { writeChooserPath } from "./chooser-path.ts";
import { UploadReportBox } from "./upload-report.tsx";

const address = writeChooserPath({ shape: "free", to: "/studio/pictures", field: "picture" });

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
	const upload = useFetcher<UploadReport>();
	const library = useFetcher<{ choices: Choices }>();
	const urls = useRef(new Map<string, string>());
	const [batches, setBatches] = useState<{ id: string; files: readonly File[] }[]>([]);
	const current = useRef<string>(undefined);
	const [next] = batches;

	useEffect(() => {
		if (!next || current.current === next.id || upload.state !== "idle") return;
		current.current = next.id;
		const form = new FormData();
		for (const file of next.files) form.append("files", file, file.name || "picture.png");
		void upload.submit(form, { method: "post", action: address, encType: "multipart/form-data" });
	}, [next, upload]);

	const report = upload.state === "idle" ? upload.data : undefined;
	const { load } = library;
	useEffect(() => {
		if (report && report.taken.length > 0) void load(address);
	}, [report, load]);

	const finish = useEffectEvent((taken: UploadReport["taken"]) => {
		const id = current.current;
		if (id === undefined) return;
		current.current = undefined;
		setBatches((waiting) => waiting.slice(1));
		onTaken(
			taken.map(({ path }) => path),
			id,
		);
	});
	// The library knows the addresses of new pictures.
	const choices = library.state === "idle" ? library.data?.choices : undefined;
	useEffect(() => {
		if (!report) return;
		if (report.taken.length === 0) finish([]);
		else if (choices && report.taken.every(({ path }) => choices.fitting.some((one) => one.path === path))) {
			for (const { path, thumbnail } of choices.fitting) urls.current.set(path, thumbnail);
			finish(report.taken);
		}
	}, [report, choices]);

	useImperativeHandle(handle, () => ({
		send: (id, files) => setBatches((waiting) => [...waiting, { id, files }]),
		choose: () => {
			void import("./chooser-dialog.tsx").then(
				({ ChooserDialog }) => setDialog(() => ChooserDialog),
				() => tell("The picture library could not be loaded. Check the connection and try again."),
			);
		},
		findUrl: (path) => urls.current.get(path),
	}));

	return (
		<>
			<UploadReportBox report={report && { taken: [], refused: report.refused }} />
			{Dialog && (
				<Dialog
					shape="free"
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
