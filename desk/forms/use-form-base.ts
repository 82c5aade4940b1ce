import { useEffect, useRef, useState } from "react";
import { useUnanswered } from "../layout/use-unanswered.ts";

/** A version, or several of what one form edits. */
type Version = string | number | undefined | readonly number[];

const isSame = (one: Version, other: Version) => String(one) === String(other);

/** Tells whether the browser holds other values than the page came with, such as after a return, or typed before scripts ran. */
function isFilledIn(form: HTMLFormElement): boolean {
	return [...form.elements].some((field) => {
		if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
		if (field instanceof HTMLSelectElement)
			return [...field.options].some(({ selected, defaultSelected }) => defaultSelected && !selected);
		if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
		return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
	});
}

/**
 * Which version a form is based on while its page is read again around it. An untouched form follows the newest one, drawn anew by its key.
 * A touched one keeps what is typed, and with it the version that this is based on: saving then meets the change of somebody else as a
 * conflict, and does not silently undo it.
 * @param newest that the page was read with
 * @param answer the server's refusal of this form, and the version that it is based on from then on
 */
export function useFormBase<V extends Version>(newest: V, answer: { version?: V | undefined } | undefined) {
	const ref = useRef<HTMLFormElement>(null);
	const [base, setBase] = useState({ version: newest, isTouched: false, isSent: false });
	const isBehind = !isSame(base.version, newest);
	// The newest version is then the one that this form saved.
	if (isBehind && (!base.isTouched || (base.isSent && !answer)))
		setBase({ version: newest, isTouched: false, isSent: false });
	useEffect(() => {
		if (ref.current && isFilledIn(ref.current)) setBase((present) => ({ ...present, isTouched: true }));
	}, []);
	useUnanswered(() => setBase((present) => ({ ...present, isSent: false })));
	return {
		/** Of the form element, or of a component around its fields. */
		key: String(base.version),
		version: answer?.version ?? base.version,
		/** Somebody has saved another version since. */
		isOutdated: isBehind && !answer,
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
