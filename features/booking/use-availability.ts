import { useCallback, useEffect, useState, type Dispatch, type SetStateAction } from "react";
import type { CallSettings } from "../../shared/slot-texts.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { unpackAvailability, type Availability } from "./availability.ts";
import { fetchAvailability, fetchSlots, type PlainBooking } from "./booking-calls.ts";

type LoadState = "loading" | "ready" | "failed";
type SetAvailability = Dispatch<SetStateAction<Availability | undefined>>;

const newDayCheckMs = 60_000;

/**
 * Requests the whole window of dates and free slots, and again when a new day has begun in the company's zone. Keeps the earlier window
 * until the response.
 *
 * @param plain begins with what the server has read
 */
export function useAvailability({ timeZone, call: { slug } }: CallSettings, plain: PlainBooking | undefined) {
	const [availability, setAvailability] = useState(() => plain?.window && unpackAvailability(plain.window));
	const [windowState, setWindowState] = useState<LoadState>(!plain ? "loading" : plain.window ? "ready" : "failed");

	const loadWindow = useCallback(async () => {
		setWindowState("loading");
		try {
			setAvailability(await fetchAvailability(slug));
			setWindowState("ready");
		} catch {
			setWindowState("failed");
		}
	}, [slug]);

	useEffect(() => {
		if (!plain) void loadWindow();
	}, [plain, loadWindow]);

	// When a widget stays open over midnight, the clock only triggers the request; the response says which day it is.
	const today = availability?.today;
	useEffect(() => {
		if (today === undefined) return;
		const renew = () => {
			// A failure changes nothing; the next tick tries again.
			if (findDate(Date.now(), timeZone) > today) fetchAvailability(slug).then(setAvailability, () => undefined);
		};
		const timer = setInterval(renew, newDayCheckMs);
		// Timers stop while a machine sleeps.
		document.addEventListener("visibilitychange", renew);
		return () => {
			clearInterval(timer);
			document.removeEventListener("visibilitychange", renew);
		};
	}, [today, timeZone, slug]);

	return { availability, windowState, loadWindow, setAvailability };
}

/**
 * Asks for the slots of a date when it is come to, and puts them into the availability.
 *
 * @param plain tells that the availability was read for this page
 * @returns how far that is, and a function that asks once more
 */
export function useSlotsOf(
	callType: string,
	date: string | undefined,
	availability: Availability | undefined,
	onAvailability: SetAvailability,
	plain: PlainBooking | undefined,
): [LoadState, () => void] {
	const [attempt, setAttempt] = useState(0);
	const [answer, setAnswer] = useState<LoadState | undefined>(plain && "ready");

	useEffect(() => {
		if (date === undefined) return;
		// A late response of a date that was left is ignored.
		let left = false;
		fetchSlots(callType, date).then(
			(slots) => {
				// Previous Day and Next Day also lead to dates that cannot be chosen and must stay so.
				onAvailability((current) =>
					current?.days.has(date) ? { ...current, days: new Map(current.days).set(date, slots) } : current,
				);
				if (!left) setAnswer("ready");
			},
			() => !left && setAnswer("failed"),
		);
		return () => {
			left = true;
			setAnswer(undefined);
		};
	}, [callType, date, attempt, onAvailability]);

	const known = date === undefined || availability?.days.get(date)?.length;
	return [answer ?? (known ? "ready" : "loading"), () => setAttempt(attempt + 1)];
}
