import { ValueText } from "../records/shown-value.tsx";
import type { ConflictingDraft } from "./draft-answer.ts";
import { DifferenceList } from "./text-difference.tsx";

/** Reports a conflict; the form holds the typed text, and this shows what the other person saved. */
export function ConflictNotice({
	overtaken: { by, at, differences },
	path,
	onGoOn,
}: {
	overtaken: ConflictingDraft;
	path: string;
	/** Saves the typed text over it; without it, the form's own button does. */
	onGoOn?: () => void;
}) {
	return (
		<section role="alert" className="error-summary" aria-labelledby="overtaken">
			<h2 id="overtaken">{by} saved a newer draft</h2>
			<p>
				Saved <ValueText value={at} />. Your changes are in the form but not saved. Below, your text is struck through
				and theirs is underlined. Copy what you want to keep, then{" "}
				{onGoOn ? "overwrite their draft" : "select “Save draft” to overwrite theirs"}.
			</p>
			<DifferenceList differences={differences} empty="Both drafts are the same." />
			<div className="actions">
				{onGoOn && (
					<button type="button" onClick={onGoOn}>
						Overwrite with mine
					</button>
				)}
				<a className="button" href={`/studio/documents/${path}`}>
					Discard mine
				</a>
			</div>
		</section>
	);
}
