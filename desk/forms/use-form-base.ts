import { useEffect, useRef, useState } from "react";
import { useUnanswered } from "../layout/use-unanswered.ts";
import { hasTypedText } from "./has-typed-text.ts";

/** A version, or several of what one form edits. */
type Version = string | number | undefined | readonly number[];

const isSame = (one: Version, other: Version) => String(one) === String(other);

/** Tells, as hasTypedText does, whether it holds other text or other choices. */
function hasEntries(form: HTMLFormElement): boolean {
	const hasOtherChoice = [...form.elements].some((one) =>
		one instanceof HTMLSelectElement
			? [...one.options].some(({ selected, defaultSelected }) => defaultSelected && !selected)
			: one instanceof HTMLInputElement && one.checked !== one.defaultChecked,
	);
	return hasOtherChoice || hasTypedText(form);
}

/**
 * Which version a form is based on while its page is read again around it. An untouched form follows the newest version, rendered again by its key.
 * A touched one keeps what is typed, and with it the version that this is based on: saving then meets the change of somebody else as a
 * conflict, and does not silently undo it.
 * @param newest that the page was read with
 * @param refused the version that this form is based on since the server has refused it
 */
export function useFormBase<V extends Version>(newest: V, refused: V | undefined) {
	const ref = useRef<HTMLFormElement>(null);
	const [base, setBase] = useState({ version: newest, isTouched: false, isSent: false });
	const isBehind = !isSame(base.version, newest);
	// The newest version is then the one that this form saved.
	if (isBehind && (!base.isTouched || (base.isSent && refused === undefined)))
		setBase({ version: newest, isTouched: false, isSent: false });
	useEffect(() => {
		if (ref.current && hasEntries(ref.current)) setBase((present) => ({ ...present, isTouched: true }));
	}, []);
	useUnanswered(() => setBase((present) => ({ ...present, isSent: false })));
	return {
		/** Of the form element, or of a component around its fields. */
		key: String(base.version),
		version: refused ?? base.version,
		/** Somebody has saved another version since. */
		isOutdated: isBehind && refused === undefined,
		/** For the form element. */
		attributes: {
			ref,
			onInput: () =>
				setBase((present) =>
					present.isTouched && !present.isSent ? present : { ...present, isTouched: true, isSent: false },
				),
		},
		/** For a form that the router sends. */
		onSubmit: () => setBase((present) => ({ ...present, isSent: true })),
	};
}

export type FormBase<V extends Version> = ReturnType<typeof useFormBase<V>>;
