import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { createDraftKeeper, type DraftKeeper, type DraftState } from "./draft-keeper.ts";

/**
 * Saves a form's text as a draft, from the page's hydration until it is left.
 * @param address where drafts are sent
 * @param version of the draft in the opened form; 0 for none
 */
export function useDraft<Saved extends { version: number }, Conflicting extends { version: number }>(
	form: RefObject<HTMLFormElement | null>,
	address: string,
	version: number,
): DraftState<Saved, Conflicting> & Omit<DraftKeeper, "leave"> {
	const [state, setState] = useState<DraftState<Saved, Conflicting>>({ status: "kept", version });
	const keeper = useRef<DraftKeeper>(undefined);

	useEffect(() => {
		const element = form.current;
		if (!element) return;
		const made = createDraftKeeper<Saved, Conflicting>(address, version, () => readForm(element), setState);
		keeper.current = made;
		// Text that was typed before hydration.
		if (hasChanges(element)) made.touch();
		const leave = () => made.leave();
		addEventListener("pagehide", leave);
		return () => {
			removeEventListener("pagehide", leave);
			leave();
		};
	}, [form, address, version]);

	const actions = useMemo(
		() => ({
			touch: () => keeper.current?.touch(),
			save: () => keeper.current?.save(),
			goOn: () => keeper.current?.goOn(),
			forget: () => keeper.current?.forget(),
			saving: () => keeper.current?.saving(),
			take: (taken: number) => keeper.current?.take(taken),
		}),
		[],
	);
	return { ...state, ...actions };
}

/** Returns what a form would send, without files. */
export function readForm(form: HTMLFormElement): URLSearchParams {
	const fields = new URLSearchParams();
	for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
	return fields;
}

function hasChanges(form: HTMLFormElement): boolean {
	return [...form.elements].some(
		(one) =>
			((one instanceof HTMLInputElement && !["checkbox", "radio", "hidden", "color"].includes(one.type)) ||
				one instanceof HTMLTextAreaElement) &&
			one.value.replaceAll("\r\n", "\n") !== one.defaultValue.replaceAll("\r\n", "\n"),
	);
}
