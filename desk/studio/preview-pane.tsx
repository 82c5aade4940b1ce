import { useEffect, useState } from "react";
import type { PageAdvice } from "./draft-response.ts";
import { PageAdviceLines } from "./page-advice.tsx";
import type { FrameEditing } from "./page-frame.tsx";
import { PageFrame, type FrameWidth } from "./page-frame.tsx";
import { WidthButtons } from "./width-buttons.tsx";

/** A page of the site beside the form, whose texts can be pressed to edit them. */
export function PreviewPane({
	path,
	page,
	pages,
	others,
	version,
	isStale,
	isUnmade,
	editing,
	onPage,
	advice,
}: {
	/** Of the document. */
	path: string;
	/** The shown page. */
	page: string;
	/** Paths of the pages to choose from. */
	pages: string[];
	/** Other documents whose drafts the page shows. */
	others: string[];
	/** Of the draft that is shown. */
	version: number;
	/** The draft has errors, so the page shows its last valid version. */
	isStale: boolean;
	/** The document was never valid, so there is no page yet. */
	isUnmade: boolean;
	editing: FrameEditing;
	onPage(page: string): void;
	/** Of the document's own page, while it is valid. */
	advice: PageAdvice | undefined;
}) {
	const [width, setWidth] = useState<FrameWidth>("desktop");
	useEffect(() => {
		if (!matchMedia("(width >= 80rem)").matches) setWidth("phone");
	}, []);
	const query = new URLSearchParams([
		["path", path],
		["page", page],
		["version", String(version)],
		["edit", "yes"],
		...others.map((one) => ["with", one]),
	]);
	return (
		<section aria-labelledby="preview" className="studio-preview">
			<div className="heading-row">
				<h2 id="preview">Preview</h2>
				<div className="inline-form">
					<label className="sr-only" htmlFor="preview-page">
						Page
					</label>
					{pages.length > 1 && (
						<select id="preview-page" value={page} onChange={({ currentTarget }) => onPage(currentTarget.value)}>
							{pages.map((one) => (
								<option key={one}>{one}</option>
							))}
						</select>
					)}
					<WidthButtons width={width} onWidth={setWidth} />
				</div>
			</div>
			{isStale && !isUnmade && (
				<p className="remark" role="status">
					Fix the errors to update the preview.
				</p>
			)}
			{advice?.address === page && <PageAdviceLines {...advice} />}
			{isUnmade ? (
				<p className="empty" role="status">
					Fix the errors to see a preview.
				</p>
			) : (
				<PageFrame src={`/studio/preview?${query}`} title={`Preview of ${page}`} width={width} editing={editing} />
			)}
		</section>
	);
}
