import { Form, Link } from "react-router";
import type { DocumentState, DraftNote } from "../../features/publishing/releases/studio.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";
import { writeDiscardedText, type DiscardedDraft } from "./discarded-draft.ts";

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
	/** Version of the draft on the page. */
	version: number;
	discarded: DiscardedDraft | undefined;
	asksToDiscard: boolean;
	/** A draft was saved since the page was opened. */
	isSaved: boolean;
};

/** Facts to know about a document before editing it. */
export function DraftNotices({
	path,
	action,
	isConflict,
	draft,
	editors,
	version,
	discarded,
	asksToDiscard,
	isSaved,
}: DraftNoticesProps) {
	return (
		<>
			{editors.map(({ name, since }) => (
				<p key={name} role="status" className="studio-notice" data-weight="alarm">
					<span>
						{name} is editing this (since <ValueText value={since} />
						).
					</span>
				</p>
			))}
			{isConflict && (
				<p className="studio-notice" data-weight="alarm">
					<span>
						This document was changed both here and in the content files.{" "}
						<Link to={`/studio/conflicts#${path}`}>Resolve conflict</Link>
					</span>
				</p>
			)}
			{discarded !== undefined && (
				<Form method="post" action={action} className="studio-notice">
					{discarded.startedBy === undefined ? (
						<span role="status">Draft discarded.</span>
					) : (
						<span role="alert">
							Not restored: {discarded.startedBy}{" "}
							{discarded.isPublic ? "published a newer version" : "started a new draft"} since.
						</span>
					)}
					<input type="hidden" name="text" value={writeDiscardedText(discarded.text)} />
					<input type="hidden" name="version" value={discarded.version} />
					{discarded.edition !== undefined && <input type="hidden" name="edition" value={discarded.edition} />}
					<button name="do" value="undo">
						{discarded.startedBy === undefined
							? "Undo"
							: discarded.isPublic
								? "Restore it as a draft"
								: "Replace it with the discarded draft"}
					</button>
				</Form>
			)}
			{(draft || isSaved) && discarded === undefined && (
				<Form method="post" action={action} className="studio-notice">
					{asksToDiscard ? (
						<>
							<span role="alert">Discard the new URL and the draft’s text? They cannot be restored.</span>
							<input type="hidden" name="confirmed" value="yes" />
						</>
					) : (
						<span>{describeDraft(draft)}</span>
					)}
					<input type="hidden" name="version" value={version} />
					<button name="do" value="discard">
						{asksToDiscard ? "Discard URL and draft" : "Discard draft"}
					</button>
					{asksToDiscard && (
						<Link className="button" to={action}>
							Keep draft
						</Link>
					)}
				</Form>
			)}
		</>
	);
}

function describeDraft(draft: DraftNoticesProps["draft"]) {
	if (!draft) return "Draft saved by you. Visitors see it once you publish it.";
	const { change, isMine, by, at, renamedFrom, renamedTo, redirectTo } = draft;
	const who = isMine ? "you" : by;
	const when = <ValueText value={at} />;
	if (renamedTo !== undefined)
		return (
			<>
				Publishing moves this document to <Link to={`/studio/documents/${renamedTo}`}>{renamedTo}</Link>.
			</>
		);
	if (change === "delete")
		return (
			<>
				Publishing deletes this document
				{redirectTo === undefined ? "" : ` and redirects its URL to ${redirectTo}`}. Draft by {who}, {when}.
			</>
		);
	return (
		<>
			{change === "create" ? "New draft" : "Draft"} by {who}, <span className="number">{when}</span>
			{renamedFrom !== undefined && `. Its URL changes from ${renamedFrom}`}. Visitors see it once you publish it.
		</>
	);
}
