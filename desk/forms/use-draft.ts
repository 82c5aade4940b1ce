import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useUnanswered } from "../layout/use-unanswered.ts";
import { createDraftKeeper, type DraftKeeper, type DraftState } from "./draft-keeper.ts";
import { hasTypedText } from "./has-typed-text.ts";

/**
 * Saves a form's text as a draft, from the page's hydration until it is left.
 * @param address where drafts are sent
 * @param version of the draft in the opened form; 0 for none
 */
export function useDraft<Saved extends { version: number }, Conflicting extends { version: number }>(
	form: RefObject<HTMLFormElement | null>,
	address: string,
	version: number,
): DraftState<Saved, Conflicting> & Omit<DraftKeeper, "leave" | "close"> {
	const [state, setState] = useState<DraftState<Saved, Conflicting>>({ status: "kept", version });
	const keeper = useRef<DraftKeeper>(undefined);
	const isForgotten = useRef(false);

	useEffect(() => {
		const element = form.current;
		if (!element) return;
		const made = createDraftKeeper<Saved, Conflicting>(address, version, () => readForm(element), setState);
		keeper.current = made;
		// Text that was typed before hydration.
		if (hasTypedText(element)) made.touch();
		const leave = () => made.leave();
		addEventListener("pagehide", leave);
		return () => {
			removeEventListener("pagehide", leave);
			made.close();
		};
	}, [form, address, version]);

	const actions = useMemo(
		() => ({
			touch: () => keeper.current?.touch(),
			save: () => keeper.current?.save(),
			goOn: () => keeper.current?.goOn(),
			forget() {
				isForgotten.current = true;
				keeper.current?.forget();
			},
			saving: () => keeper.current?.saving(),
			take(taken: number) {
				isForgotten.current = false;
				keeper.current?.take(taken);
			},
		}),
		[],
	);
	// The text that was sent may not have arrived.
	useUnanswered(() => {
		if (isForgotten.current) actions.touch();
	});
	return { ...state, ...actions };
}

/** Returns what a form would send, without files. */
export function readForm(form: HTMLFormElement): URLSearchParams {
	const fields = new URLSearchParams();
	for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
	return fields;
}
