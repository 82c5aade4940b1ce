import { useState } from "react";
import { describeWeight } from "../../features/publishing/page-budget.ts";
import type { ChangedPage } from "../guard/desk-deps.server.ts";
import { countOf } from "../words.ts";
import { PageFrame, type FrameWidth } from "./page-frame.tsx";
import { WidthButtons } from "./width-buttons.tsx";

/** Listed pages; the rest is counted. */
const mostListed = 40;
const changes = { changed: "Changed", new: "New", gone: "Removed" };

/** The pages that a release changes, before and after. */
export function ChangedPages({
	pages,
	paths,
	isKnown,
}: {
	pages: ChangedPage[];
	paths: readonly string[];
	isKnown: boolean;
}) {
	const [width, setWidth] = useState<FrameWidth>("desktop");
	if (!isKnown || paths.length === 0) return null;
	return (
		<section aria-labelledby="changes">
			<div className="heading-row">
				<h2 id="changes">{countOf(pages.length, `${pages.length} pages change`, "One page changes")}</h2>
				{pages.length > 0 && (
					<div className="inline-form">
						<WidthButtons width={width} onWidth={setWidth} />
					</div>
				)}
			</div>
			{pages.length === 0 && <p className="remark">No visible changes.</p>}
			{pages.slice(0, mostListed).map((page, index) => (
				<Changed key={page.path} page={page} paths={paths} width={width} isOpen={index === 0} />
			))}
			{pages.length > mostListed && <p className="remark">And {pages.length - mostListed} more.</p>}
		</section>
	);
}

function Changed({
	page: { path, change, weight, weightNow },
	paths,
	width,
	isOpen: isOpenFirst,
}: {
	page: ChangedPage;
	paths: readonly string[];
	width: FrameWidth;
	isOpen: boolean;
}) {
	const [isOpen, setOpen] = useState(isOpenFirst);
	const addressOf = (version: number) =>
		`/studio/preview?${new URLSearchParams([...paths.map((one) => ["path", one]), ["page", path], ["version", String(version)]])}`;
	return (
		<details className="studio-changed" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>
				<span className="number">{path}</span> <span className="hint">{changes[change]}</span>
			</summary>
			{weight && <p className="hint">On a phone: {describeWeight(weight, weightNow)}.</p>}
			{isOpen && (
				<div className="studio-sides">
					{change !== "new" && (
						<figure>
							<figcaption>Now</figcaption>
							<PageFrame src={addressOf(0)} title={`${path} now`} width={width} />
						</figure>
					)}
					{change !== "gone" && (
						<figure>
							<figcaption>After publishing</figcaption>
							<PageFrame src={addressOf(1)} title={`${path} after publishing`} width={width} />
						</figure>
					)}
				</div>
			)}
		</details>
	);
}
