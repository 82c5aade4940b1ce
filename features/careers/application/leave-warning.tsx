import { useBlocker } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** Asks before a link of the site, or the way back, leaves an application that is not saved; the browser itself asks before it leaves the site. */
export function LeaveWarning({ isUnsaved }: { isUnsaved: () => boolean }) {
	const blocker = useBlocker(({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname);
	const stay = () => blocker.state === "blocked" && blocker.reset();
	return (
		<Dialog open={blocker.state === "blocked"} onClose={stay} title="Leave your application?">
			<p className="mt-4">What you typed since you last saved it would be lost.</p>
			<div className="mt-6 flex flex-wrap gap-3">
				<Button onClick={stay}>Stay</Button>
				<Button look="secondary" onClick={() => blocker.state === "blocked" && blocker.proceed()}>Leave without saving</Button>
			</div>
		</Dialog>
	);
}
