/**
 * Requesters of a person's data, and their reasons. The audit log stores these keys and no sentence, because it is kept when the person is
 * erased.
 */
export const askers = {
	person: "The person themselves",
	representative: "Their representative",
	authority: "An authority or a court",
	company: "Our company",
} as const;

export const exportReasons = {
	access: "Access request",
	portability: "Data portability",
	legal: "Legal obligation",
} as const;

export const erasureReasons = {
	erasure: "Erasure request",
	consent: "Consent withdrawn",
	mistake: "Sent by mistake, or not theirs",
	unneeded: "No longer needed",
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
