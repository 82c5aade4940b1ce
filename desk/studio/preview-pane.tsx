import { useState } from "react";
import { PageFrame, type FrameWidth } from "./page-frame.tsx";

/** A preview of the document's pages, beside the form. */
export function PreviewPane({
	path,
	pages,
	version,
	isStale,
	isUnmade,
}: {
	/** Of the document. */
	path: string;
	/** Paths of the pages that show it, its own first. */
	pages: string[];
	/** Of the draft that is shown. */
	version: number;
	/** The draft has errors, so the page shows its last valid version. */
	isStale: boolean;
	/** The document was never valid, so there is no page yet. */
	isUnmade: boolean;
}) {
	const [page, setPage] = useState(pages[0] ?? "/");
	const [width, setWidth] = useState<FrameWidth>("phone");
	return (
		<section aria-labelledby="preview" className="studio-preview">
			<div className="heading-row">
				<h2 id="preview">Preview</h2>
				<div className="inline-form">
					<label className="sr-only" htmlFor="preview-page">
						Page
					</label>
					{pages.length > 1 && (
						<select id="preview-page" value={page} onChange={({ currentTarget }) => setPage(currentTarget.value)}>
							{pages.map((one) => (
								<option key={one}>{one}</option>
							))}
						</select>
					)}
					{(["phone", "desktop"] as const).map((one) => (
						<button key={one} type="button" aria-pressed={width === one} onClick={() => setWidth(one)}>
							{one === "phone" ? "Phone" : "Desktop"}
						</button>
					))}
				</div>
			</div>
			{isStale && !isUnmade && (
				<p className="remark" role="status">
					Fix the errors to update the preview.
				</p>
			)}
			{isUnmade ? (
				<p className="empty" role="status">
					Fix the errors to see a preview.
				</p>
			) : (
				<PageFrame
					src={`/studio/preview?${new URLSearchParams({ path, page, version: String(version) })}`}
					title={`Preview of ${page}`}
					width={width}
				/>
			)}
		</section>
	);
}
