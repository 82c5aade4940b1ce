import { ValueText } from "../records/shown-value.tsx";
import type { OvertakenDraft } from "./draft-answer.ts";
import { DifferenceList } from "./text-difference.tsx";

/** Says that somebody else has saved meanwhile; what is typed stands in the form, and what they saved beside it. */
export function OvertakenNotice({
	overtaken: { by, at, differences },
	path,
	onGoOn,
}: {
	overtaken: OvertakenDraft;
	path: string;
	/** Saves what is typed over it; without it, the form's own button does. */
	onGoOn?: () => void;
}) {
	return (
		<section role="alert" className="error-summary" aria-labelledby="overtaken">
			<h2 id="overtaken">{by} has saved another draft meanwhile</h2>
			<p>
				At <ValueText value={at} />. Nothing of yours is lost: it stands in the form, and is not saved yet. Below, what
				is struck out is yours, and what is underlined is theirs. Take over what you want to keep, then{" "}
				{onGoOn ? "save yours" : "press “Save draft”"}: that puts yours in its place.
			</p>
			<DifferenceList differences={differences} empty="Both say the same." />
			<div className="actions">
				{onGoOn && (
					<button type="button" onClick={onGoOn}>
						Save mine over theirs
					</button>
				)}
				<a className="button" href={`/studio/documents/${path}`}>
					Drop mine and show theirs
				</a>
			</div>
		</section>
	);
}
