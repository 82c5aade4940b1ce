import { Button } from "../../../ui/button.tsx";
import type { useApplication } from "./use-application.ts";

const savedAtFormat = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeStyle: "short" });

/** Offers the draft that this device keeps from an earlier visit; `onDone` moves the focus on, because the buttons go away. */
export function FormNotices({ application, onDone }: { application: ReturnType<typeof useApplication>; onDone: () => void }) {
	const { savedDraft } = application;
	if (!savedDraft) return null;

	function choose(action: () => unknown) {
		action();
		onDone();
	}

	return (
		<div role="status" className="mt-8 rounded-12 border border-hairline bg-sand p-5">
			<p className="text-16 text-ink">You saved a draft of this application on this device, on {savedAtFormat.format(savedDraft.savedAt)}.</p>
			<div className="mt-4 flex flex-wrap gap-3">
				<Button onClick={() => choose(application.continueSavedDraft)}>Continue with it</Button>
				<Button look="secondary" onClick={() => choose(application.discardSavedDraft)}>Discard draft</Button>
			</div>
		</div>
	);
}
