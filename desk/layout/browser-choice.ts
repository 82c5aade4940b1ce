import { useSyncExternalStore } from "react";

/** A choice between two, kept in this browser. */
type BrowserChoice = {
	isOn(): boolean;
	turn(on: boolean): void;
	/** The choice, and until the page's scripts run the given one. */
	useIsOn(atFirst: boolean): boolean;
};

/** Creates a choice that is on until it is turned off. */
export function createBrowserChoice(storageKey: string): BrowserChoice {
	const listeners = new Set<() => void>();
	const listen = (listener: () => void) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};
	/** The choice where the browser stores nothing, until the page is left. */
	let unstored: boolean | undefined;
	function isOn(): boolean {
		if (unstored !== undefined) return unstored;
		try {
			return localStorage.getItem(storageKey) !== "off";
		} catch {
			return true;
		}
	}
	return {
		isOn,
		turn(on) {
			try {
				localStorage.setItem(storageKey, on ? "on" : "off");
				unstored = undefined;
			} catch {
				unstored = on;
			}
			listeners.forEach((listener) => listener());
		},
		useIsOn: (atFirst) => useSyncExternalStore(listen, isOn, () => atFirst),
	};
}
