import { useMemo } from "react";
import { Button } from "../../../ui/button.tsx";
import type { useApplication } from "./use-application.ts";

/** Offers the draft of an earlier visit; `onDone` moves the focus, because the buttons disappear. */
export function FormNotices({
	application,
	locale,
	onDone,
}: {
	application: ReturnType<typeof useApplication>;
	locale: string;
	onDone: () => void;
}) {
	const { savedDraft, sending } = application;
	// A date format takes 25 ms to set up (docs/decisions/0005-two-small-fonts.md): once for each draft, never without one.
	const savedAt = useMemo(
		() => savedDraft && new Date(savedDraft.savedAt).toLocaleString(locale, { dateStyle: "long", timeStyle: "short" }),
		[savedDraft, locale],
	);
	if (!savedDraft) return null;

	function choose(action: () => unknown) {
		action();
		onDone();
	}

	return (
		<div role="status" className="mt-8 rounded-12 border border-hairline bg-sand p-5">
			<p className="text-16 text-ink">You saved a draft of this application on this device, on {savedAt}.</p>
			<div className="mt-4 flex flex-wrap gap-3">
				<Button disabled={sending} onClick={() => choose(application.continueSavedDraft)}>
					Continue with it
				</Button>
				<Button look="secondary" disabled={sending} onClick={() => choose(application.discardSavedDraft)}>
					Discard draft
				</Button>
			</div>
		</div>
	);
}
