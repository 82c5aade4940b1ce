import type { DraftState } from "../forms/draft-keeper.ts";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";
import type { ConflictingDraft, SavedDraft } from "./draft-response.ts";

/** Shows whether the typed text is saved. */
export function DraftStatus({
	status,
	savedAt,
}: {
	status: DraftState<SavedDraft, ConflictingDraft>["status"];
	savedAt: ShownValue | undefined;
}) {
	return (
		<p role="status" className="hint" data-draft={status}>
			{status === "saving" || status === "typing" ? (
				"Saving draft…"
			) : status === "failed" ? (
				"Draft not saved. Retrying; keep this page open."
			) : status === "conflict" ? (
				"Not saved: someone else has changed this document."
			) : savedAt ? (
				<>
					Draft saved <ValueText value={savedAt} />
				</>
			) : (
				"Changes are saved as a draft."
			)}
		</p>
	);
}
