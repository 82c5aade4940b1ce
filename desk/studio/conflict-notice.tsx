import { ValueText } from "../records/shown-value.tsx";
import type { ConflictingDraft } from "./draft-response.ts";
import { pathToEdit } from "./paths.ts";
import { DifferenceList } from "./text-difference.tsx";

/** Reports a conflict; the form holds the typed text, and this shows what the other person saved or published. */
export function ConflictNotice({
	conflict: { edition, renamedTo, by, at, differences },
	path,
	onGoOn,
}: {
	conflict: ConflictingDraft;
	path: string;
	/** Saves the typed text over it; without it, the form's own button does. */
	onGoOn?: () => void;
}) {
	const isPublic = edition !== undefined;
	if (renamedTo !== undefined)
		return (
			<section role="alert" className="error-summary" aria-labelledby="conflict">
				<h2 id="conflict">{by} changed this document’s URL</h2>
				<p>
					Changed <ValueText value={at} />. Your changes are in the form but not saved. Copy what you want to keep, then
					open the document at its new URL.
				</p>
				<div className="actions">
					<a className="button" href={pathToEdit(renamedTo)}>
						Open at the new URL
					</a>
				</div>
			</section>
		);
	return (
		<section role="alert" className="error-summary" aria-labelledby="conflict">
			<h2 id="conflict">
				{by} {isPublic ? "published a newer version" : "saved a newer draft"}
			</h2>
			<p>
				{isPublic ? "Published" : "Saved"} <ValueText value={at} />. Your changes are in the form but not saved. Below,
				your text is struck through and theirs is underlined. Copy what you want to keep, then{" "}
				{describeWayOn(isPublic, onGoOn !== undefined)}.
			</p>
			<DifferenceList differences={differences} empty="Both texts are the same." />
			<div className="actions">
				{onGoOn && (
					<button type="button" onClick={onGoOn}>
						{isPublic ? "Keep mine as a draft" : "Overwrite with mine"}
					</button>
				)}
				<a className="button" href={`/studio/documents/${path}`}>
					Discard mine
				</a>
			</div>
		</section>
	);
}

function describeWayOn(isPublic: boolean, hasButton: boolean): string {
	if (isPublic) return hasButton ? "keep yours as a draft" : "select “Save draft” to keep yours as a draft";
	return hasButton ? "overwrite their draft" : "select “Save draft” to overwrite theirs";
}
