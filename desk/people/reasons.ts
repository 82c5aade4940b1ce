/**
 * Requesters of a person's data, and their reasons. The audit log stores these keys and no sentence, because it is kept when the person is
 * erased.
 */
export const askers = {
	person: "The person themselves",
	representative: "Somebody who acts for them",
	authority: "An authority or a court",
	company: "We ourselves",
} as const;

export const exportReasons = {
	access: "They want to know what we store",
	portability: "They take it elsewhere",
	legal: "The law asks for it",
} as const;

export const erasureReasons = {
	erasure: "They want to be erased",
	consent: "They withdraw their consent",
	mistake: "It came by mistake, or is not theirs",
	unneeded: "We need it no more",
} as const;

/** Reads the choices; undefined when one is invalid. */
export function readGrounds(
	form: URLSearchParams,
	reasons: Readonly<Record<string, string>>,
): { askedBy: string; reason: string } | undefined {
	const askedBy = form.get("askedBy") ?? "";
	const reason = form.get("reason") ?? "";
	return Object.hasOwn(askers, askedBy) && Object.hasOwn(reasons, reason) ? { askedBy, reason } : undefined;
}
