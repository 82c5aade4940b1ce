import { useBlocker } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** Asks before navigation on the site leaves an application that is unsaved or being sent; the browser asks before leaving the site. */
export function LeaveWarning({ unsaved, sending }: { unsaved: boolean; sending: boolean }) {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => (unsaved || sending) && currentLocation.pathname !== nextLocation.pathname,
	);
	const stay = () => blocker.state === "blocked" && blocker.reset();
	return (
		<Dialog open={blocker.state === "blocked"} onClose={stay} title="Leave your application?">
			<p className="mt-4">
				{sending && "It is still being sent. "}
				{unsaved ? "What you typed since you last saved it would be lost." : "What you saved stays on this device."}
			</p>
			<div className="mt-6 flex flex-wrap gap-3">
				<Button onClick={stay}>Stay</Button>
				<Button look="secondary" onClick={() => blocker.state === "blocked" && blocker.proceed()}>
					{sending ? "Leave without sending" : "Leave without saving"}
				</Button>
			</div>
		</Dialog>
	);
}
