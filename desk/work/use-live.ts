import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

/** Several changes of one moment are shown at once. */
const gatherMs = 150;

type Listener = (facts: readonly string[]) => void;

const listeners = new Set<Listener>();
let source: EventSource | undefined;

/** Listens on the one connection that a page has, which stands while anybody listens. */
function listen(listener: Listener): () => void {
	listeners.add(listener);
	source ??= openSource();
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		source?.close();
		source = undefined;
	};
}

function openSource(): EventSource {
	const opened = new EventSource("/live");
	let wasOpen = false;
	const tell: Listener = (facts) => listeners.forEach((listener) => listener(facts));
	opened.addEventListener("message", ({ data }) => tell(JSON.parse(String(data)) as string[]));
	opened.addEventListener("open", () => {
		// What changed while nobody listened was not told.
		if (wasOpen) tell(["*"]);
		wasOpen = true;
	});
	return opened;
}

/** Reads what a page shows anew when a fact changes that it shows. What is typed into forms stays. */
export function useLive(shows: (fact: string) => boolean, { isOn = true }: { isOn?: boolean } = {}): void {
	const { revalidate } = useRevalidator();
	const latest = useRef({ shows, revalidate });
	useEffect(() => {
		latest.current = { shows, revalidate };
	}, [shows, revalidate]);
	useEffect(() => {
		if (!isOn) return;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const stopListening = listen((facts) => {
			if (!facts.some((fact) => fact === "*" || latest.current.shows(fact))) return;
			clearTimeout(timer);
			timer = setTimeout(() => void latest.current.revalidate(), gatherMs);
		});
		return () => {
			clearTimeout(timer);
			stopListening();
		};
	}, [isOn]);
}
