import { Form, Link } from "react-router";
import type { DocumentState, DraftNote } from "../../features/publishing/releases/studio.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

type DraftNoticesProps = {
	path: string;
	action: string;
	state: DocumentState;
	isConflict: boolean;
	draft:
		| {
				change: DraftNote["change"];
				isMine: boolean;
				by: string;
				at: ShownValue;
				renamedFrom: string | undefined;
				renamedTo: string | undefined;
				redirectTo: string | undefined;
		  }
		| undefined;
	/** Others who have changed it within the last minutes. */
	editors: { name: string; since: ShownValue }[];
	discarded: string | undefined;
	/** A draft was saved since the page was opened. */
	isSaved: boolean;
};

/** What somebody should know of a document before they type into it. */
export function DraftNotices({ path, action, isConflict, draft, editors, discarded, isSaved }: DraftNoticesProps) {
	return (
		<>
			{editors.map(({ name, since }) => (
				<p key={name} role="status" className="studio-notice" data-weight="alarm">
					<span>
						{name} has been editing this since <ValueText value={since} />.
					</span>
				</p>
			))}
			{isConflict && (
				<p className="studio-notice" data-weight="alarm">
					<span>
						The file of this document has changed since it was edited here.{" "}
						<Link to={`/studio/conflicts#${path}`}>Choose which of them counts</Link>.
					</span>
				</p>
			)}
			{discarded !== undefined && (
				<Form method="post" action={action} className="studio-notice">
					<span role="status">The draft is discarded.</span>
					<textarea name="text" defaultValue={discarded} hidden />
					<button name="do" value="undo">
						Undo
					</button>
				</Form>
			)}
			{(draft || isSaved) && discarded === undefined && (
				<Form method="post" action={action} className="studio-notice">
					<span>{describeDraft(draft)}</span>
					<button name="do" value="discard">
						Discard the draft
					</button>
				</Form>
			)}
		</>
	);
}

function describeDraft(draft: DraftNoticesProps["draft"]) {
	if (!draft) return "There is a draft of yours. Nobody outside sees it before it is published.";
	const { change, isMine, by, at, renamedFrom, renamedTo, redirectTo } = draft;
	const who = isMine ? "you" : by;
	const when = <ValueText value={at} />;
	if (change === "delete" && renamedTo !== undefined)
		return (
			<>
				When it is published, it has another address: <Link to={`/studio/documents/${renamedTo}`}>{renamedTo}</Link>.
			</>
		);
	if (change === "delete")
		return (
			<>
				When it is published, this document is deleted
				{redirectTo === undefined ? "" : `, and its address leads to ${redirectTo}`}. Begun by {who}, {when}.
			</>
		);
	return (
		<>
			{change === "create" ? "New, and not public yet" : "Draft"}, saved by {who} <span className="number">{when}</span>
			{renamedFrom !== undefined && `. Its address changes from ${renamedFrom}`}. Nobody outside sees it before it is
			published.
		</>
	);
}
