import { data, redirect } from "react-router";

/** Headers of a page with a secret address, which must reach neither other sites nor search engines. */
export const secretAddressHeaders = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };

/** The message when a change could not be stored, with `notStored`. */
export const notStoredMessage = "We could not store this just now, so nothing has changed. Try again in a few seconds.";

/** The response to a change that could not be stored. */
export const notStored = { status: 503, headers: { "Retry-After": "30" } };

/** Adds the headers that keep the address secret to every response of a private page, beside those of its action. */
export function keepAddressSecret({ actionHeaders }: { actionHeaders: Headers }): Headers {
	const headers = new Headers(actionHeaders);
	for (const [name, value] of Object.entries(secretAddressHeaders)) headers.set(name, value);
	return headers;
}

/**
 * Responds to the form of a subscription's private page.
 *
 * @param path of the page, the target of the redirect after a confirmation
 * @throws the redirect, or a 404 response if there is no such subscription
 */
export function respondToSubscription(
	outcome: "confirmed" | "changed" | "ended" | "kept" | "unknown" | "failed",
	path: string,
) {
	switch (outcome) {
		case "confirmed":
			throw redirect(path, { status: 303, headers: secretAddressHeaders });
		case "changed":
		case "ended":
		case "kept":
			// No redirect: RFC 8058 forbids one for the click in a mail program.
			return data({ outcome }, { status: 200 });
		case "unknown":
			throw data(null, { status: 404 });
		case "failed":
			return data({ outcome }, notStored);
	}
}

/** The outcome of a form on the private page of a call or an interview. */
type FormOutcome =
	| { kind: "booked" | "confirmed" | "moved" | "cancelled" }
	| { kind: "unknown" | "taken" | "failed" }
	| { kind: "refused" | "limited"; message: string };

/**
 * Returns the message to show above the private page of a call or an interview when nothing was changed.
 *
 * @param path of the page, the target of the redirect after a change
 * @throws the redirect, or a 404 response if there is no such call
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
