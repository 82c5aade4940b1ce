import { data, redirect } from "react-router";

/** Headers of a page whose address is a secret: it shall reach neither other sites nor search engines. */
export const secretAddressHeaders = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };

/** What a visitor is told when a change could not be stored, with `notStored`. */
export const notStoredMessage = "We could not store this just now, so nothing has changed. Try again in a few seconds.";

/** The answer to a change that could not be stored. */
export const notStored = { status: 503, headers: { "Retry-After": "30" } };

/** Gives every answer of a private page the headers that keep its address secret, beside those that its action set. */
export function keepAddressSecret({ actionHeaders }: { actionHeaders: Headers }): Headers {
	const headers = new Headers(actionHeaders);
	for (const [name, value] of Object.entries(secretAddressHeaders)) headers.set(name, value);
	return headers;
}

/** What came of a form on the private page of a call or an interview. */
type FormOutcome =
	| { kind: "booked" | "confirmed" | "moved" | "cancelled" }
	| { kind: "unknown" | "taken" | "failed" }
	| { kind: "refused" | "limited"; message: string };

/**
 * Gives the answer to a form on the private page of a call or an interview: what is said above the page when nothing was done.
 *
 * @param path of the page, which is led back to when it was done
 * @throws the way there, or an answer of 404 where there is no such call
 */
export function answerOutcome(outcome: FormOutcome, path: string) {
	switch (outcome.kind) {
		case "booked":
		case "confirmed":
		case "moved":
		case "cancelled":
			throw redirect(`${path}?done=${outcome.kind}`, { status: 303, headers: secretAddressHeaders });
		case "unknown":
			throw data(null, { status: 404 });
		case "taken":
			return data({ message: "That time has just been taken. Choose another one." }, { status: 409 });
		case "refused":
			return data({ message: outcome.message }, { status: 422 });
		case "limited":
			return data({ message: outcome.message }, { status: 429 });
		case "failed":
			return data({ message: notStoredMessage }, notStored);
	}
}
