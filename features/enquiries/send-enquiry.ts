import { createKeyPerBody } from "../idempotency-key.ts";
import type { Enquiry, FieldError } from "./rules.ts";

type Outcome = { kind: "sent" } | { kind: "rejected"; errors: FieldError[] } | { kind: "failed" };

const timeoutMs = 20_000;

let keyOf = createKeyPerBody();

/**
 * Sends an enquiry and says what became of it; never throws.
 *
 * Sending the same enquiry again, after an answer was lost on the way, uses the same Idempotency-Key and so never makes a second one.
 */
export async function sendEnquiry(enquiry: Enquiry & { website: string }): Promise<Outcome> {
	const body = JSON.stringify(enquiry);
	try {
		const response = await fetch("/contactus/submit", {
			method: "POST",
			headers: { "Content-Type": "application/json", "Idempotency-Key": keyOf(body) },
			body,
			signal: AbortSignal.timeout(timeoutMs),
		});
		if (response.ok) {
			keyOf = createKeyPerBody();
			return { kind: "sent" };
		}
		const problem: { errors?: FieldError[] } = await response.json();
		return problem.errors?.length ? { kind: "rejected", errors: problem.errors } : { kind: "failed" };
	} catch {
		return { kind: "failed" };
	}
}
