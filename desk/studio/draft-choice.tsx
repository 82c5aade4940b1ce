import type { ReactNode } from "react";
import { Link } from "react-router";
import { ValueText } from "../records/shown-value.tsx";
import { pathToEdit } from "./paths.ts";
import type { ShownDocument } from "./show-documents.server.ts";

/** The drafts of the site, to choose from. */
export function DraftChoice({
	drafts,
	children,
}: {
	drafts: readonly (ShownDocument & { isChosen: boolean })[];
	/** Beside the author of a draft. */
	children?: (draft: ShownDocument) => ReactNode;
}) {
	return (
		<fieldset>
			<legend>Drafts</legend>
			<ul>
				{drafts.map((draft) => (
					<li key={draft.path} className="checks">
						<label>
							<input type="checkbox" name="path" value={draft.path} defaultChecked={draft.isChosen} />
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
