import type { FreeSlots } from "./slot-choice.tsx";

/** Days that have a free time, as a page gets them. */
export function showFreeSlots(days: ReadonlyMap<string, readonly string[]>): FreeSlots {
	return [...days].filter(([, times]) => times.length > 0).map(([date, times]) => ({ date, times: [...times] }));
}

/** Reads what a form chose of them. */
export function readSlot(form: URLSearchParams): { date: string; time: string } {
	const [date = "", ...time] = (form.get("slot") ?? "").split(" ");
	return { date, time: time.join(" ") };
}
