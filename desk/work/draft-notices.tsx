import type { useComposer } from "./use-composer.ts";

/** The state of a draft, with the texts of other tabs and a button to discard it. */
export function DraftNotices({ composer }: { composer: ReturnType<typeof useComposer> }) {
	const { status, isStored, setAside, isElsewhere, load } = composer;
	return (
		<div className="draft-notices">
			{isElsewhere && (
				<p role="status" className="hint">
					Draft changed in another tab.{" "}
					<button type="button" onClick={load}>
						Load it
					</button>
				</p>
			)}
			{setAside.map(({ id, text }) => (
				<p key={id} className="hint">
					Another text is kept: “{text}”{" "}
					<button name="do" value={`load-draft:${id}`} formNoValidate>
						Load it
					</button>
				</p>
			))}
			<p className="hint draft-status">
				<span data-draft={status} role={status === "failed" ? "alert" : undefined}>
					{describeStatus(status, isStored)}
				</span>{" "}
				<noscript>
					<button name="do" value="save-draft" formNoValidate>
						Save draft
					</button>
				</noscript>
				{isStored && (
					<button name="do" value="discard-draft" formNoValidate>
						Discard draft
					</button>
				)}
			</p>
		</div>
	);
}

function describeStatus(status: DraftStatus, isStored: boolean): string {
	if (status === "failed") return "Draft not saved. Retrying; keep this page open.";
	if (status === "typing" || status === "saving") return "Saving draft…";
	return isStored ? "Draft saved" : "";
}

type DraftStatus = ReturnType<typeof useComposer>["status"];
