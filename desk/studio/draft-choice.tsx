import type { ReactNode } from "react";
import { Link } from "react-router";
import { ValueText } from "../records/shown-value.tsx";
import { pathToEdit } from "./paths.ts";
import type { ShownDocument } from "./show-documents.server.ts";

/** Tells a choice of no draft from a page that was opened without a choice. */
export const choiceMark = "choice";

/** The drafts of the site, to choose from. readAskedDrafts reads the choice. */
export function DraftChoice({
	drafts,
	children,
}: {
	drafts: readonly (ShownDocument & {
		isChosen: boolean;
		/** Of the draft, where the page shows what it changes. */
		seenVersion?: number | undefined;
	})[];
	/** Beside the author of a draft. */
	children?: (draft: ShownDocument) => ReactNode;
}) {
	return (
		<fieldset>
			<legend>Drafts</legend>
			<input type="hidden" name={choiceMark} value="own" />
			<ul>
				{drafts.map((draft) => (
					<li key={draft.path} className="checks">
						<label>
							<input
								type="checkbox"
								{...(draft.seenVersion === undefined
									? { name: "path", value: draft.path }
									: { name: "draft", value: `${draft.seenVersion} ${draft.path}` })}
								defaultChecked={draft.isChosen}
							/>
							<span>
								{draft.title}
								<span className="aside">
									{draft.draft?.what}, by {draft.draft?.by}, {draft.draft && <ValueText value={draft.draft.at} />}
									{children?.(draft)}
								</span>
							</span>
						</label>
						<Link to={pathToEdit(draft.path)}>
							Edit<span className="sr-only"> {draft.title}</span>
						</Link>
					</li>
				))}
			</ul>
		</fieldset>
	);
}
