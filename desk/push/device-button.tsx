import { useState } from "react";
import { useSubmit } from "react-router";
import { useHydrated } from "../../ui/use-hydrated.ts";

/** A reason, for the member, why this device cannot be turned on. */
class DeviceError extends Error {
	override name = "DeviceError";
}

/** Turns on notifications on this device, which needs scripts. */
export function DeviceButton({ publicKey, action }: { publicKey: string; action: string }) {
	const submit = useSubmit();
	const isReady = useHydrated();
	const [isBusy, setBusy] = useState(false);
	const [failure, setFailure] = useState<string>();
	const problem = failure ?? (isReady ? findObstacle() : undefined);

	async function turnOn() {
		setBusy(true);
		setFailure(undefined);
		try {
			const subscription = await subscribe(publicKey);
			await submit({ action: "device-on", subscription }, { method: "post", action, preventScrollReset: true });
		} catch (error) {
			setFailure(
				error instanceof DeviceError
					? error.message
					: "Your browser could not reach its notification service. Try again later.",
			);
		} finally {
			setBusy(false);
		}
	}

	return (
		<>
			<div>
				<button
					type="button"
					disabled={!isReady || isBusy || findObstacle() !== undefined}
					onClick={() => void turnOn()}
				>
					Turn on notifications on this device
				</button>
			</div>
			<noscript>
				<p className="remark">Turning on a device needs JavaScript.</p>
			</noscript>
			<p role="status" className="remark">
				{problem}
			</p>
		</>
	);
}

/** Explains why this browser cannot show notifications; undefined when it can. */
function findObstacle(): string | undefined {
	if (import.meta.env.SSR) return undefined;
	const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
	return canPush
		? undefined
		: "This browser cannot show notifications. On an iPhone or iPad, add the desk to the Home Screen and open it there.";
}

/** Subscribes at the browser's push service and returns the subscription as JSON. */
async function subscribe(publicKey: string): Promise<string> {
	if ((await Notification.requestPermission()) !== "granted")
		throw new DeviceError(
			"Notifications are blocked. Allow them for this site in your browser’s settings, then try again.",
		);
	await navigator.serviceWorker.register("/service-worker.js");
	const { pushManager } = await navigator.serviceWorker.ready;
	// It may have been made with other keys, or for somebody else.
	await (await pushManager.getSubscription())?.unsubscribe();
	const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
	return JSON.stringify(subscription);
}
