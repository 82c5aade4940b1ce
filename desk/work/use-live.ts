import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";

/** Several changes of one moment are shown at once. */
const gatherMs = 150;

/** Reads what a page shows anew when a fact changes that it shows. What is typed into forms stays. */
export function useLive(shows: (fact: string) => boolean): void {
	const { revalidate } = useRevalidator();
	const isIdle = useNavigation().state === "idle";
	const latest = useRef({ shows, revalidate, isIdle });
	const isWaiting = useRef(false);
	useEffect(() => {
		latest.current = { shows, revalidate, isIdle };
		if (!isIdle || !isWaiting.current) return;
		isWaiting.current = false;
		void revalidate();
	}, [shows, revalidate, isIdle]);
	useEffect(() => {
		const source = new EventSource("/live");
		let timer: ReturnType<typeof setTimeout> | undefined;
		let wasOpen = false;
		const readAnew = () => {
			clearTimeout(timer);
			timer = setTimeout(() => {
				// It would begin what is under way anew, and what an action came to is told once.
				if (latest.current.isIdle) void latest.current.revalidate();
				else isWaiting.current = true;
			}, gatherMs);
		};
		source.addEventListener("message", ({ data }) => {
			const facts = JSON.parse(String(data)) as string[];
			if (facts.some((fact) => fact === "*" || latest.current.shows(fact))) readAnew();
		});
		// What changed while nobody listened was not told.
		source.addEventListener("open", () => {
			if (wasOpen) readAnew();
			wasOpen = true;
		});
		return () => {
			clearTimeout(timer);
			source.close();
		};
	}, []);
}
