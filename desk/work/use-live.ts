import { useEffect, useRef } from "react";
import { useRevalidator, useRouteLoaderData } from "react-router";

/** Changes within this time are shown together. */
const gatherMs = 150;

/** Live updates in the data of every page. */
export type LiveData = {
	/** The moment before it was read: later changes are sent first. */
	readAfter: string;
};

type Listener = (facts: readonly string[]) => void;

const listeners = new Set<Listener>();
let source: EventSource | undefined;

/** Listens on the page's only connection, which is open while there is a listener. */
function listen(listener: Listener, since: string): () => void {
	listeners.add(listener);
	source ??= openSource(since);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		source?.close();
		source = undefined;
	};
}

function openSource(since: string): EventSource {
	const opened = new EventSource(`/live?${new URLSearchParams({ since })}`);
	let wasOpen = false;
	const tell: Listener = (facts) => listeners.forEach((listener) => listener(facts));
	opened.addEventListener("message", ({ data }) => tell(JSON.parse(String(data)) as string[]));
	opened.addEventListener("open", () => {
		// Changes without a listener were not reported.
		if (wasOpen) tell(["*"]);
		wasOpen = true;
	});
	return opened;
}

/** Reads a page's data again when a change key that it shows is announced. Text typed into forms stays. */
export function useLive(shows: (fact: string) => boolean, { isOn = true }: { isOn?: boolean } = {}): void {
	const { revalidate } = useRevalidator();
	const { readAfter = "" } = useRouteLoaderData<LiveData>("root") ?? {};
	const latest = useRef({ shows, revalidate, readAfter });
	useEffect(() => {
		latest.current = { shows, revalidate, readAfter };
	}, [shows, revalidate, readAfter]);
	useEffect(() => {
		if (!isOn) return;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const stopListening = listen((facts) => {
			if (!facts.some((fact) => fact === "*" || latest.current.shows(fact))) return;
			clearTimeout(timer);
			timer = setTimeout(() => void latest.current.revalidate(), gatherMs);
		}, latest.current.readAfter);
		return () => {
			clearTimeout(timer);
			stopListening();
		};
	}, [isOn]);
}
