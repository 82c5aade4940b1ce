import { createKeyPerBody } from "../../shared/idempotency-key.ts";
import { isJsonObject, readPath } from "../../shared/json-shape.ts";
import { postJson } from "../../shared/post-json.ts";
import type { QuestionAnswers } from "../../shared/question-answers.ts";
import type { Enquiry, FieldError } from "./rules.ts";

type Outcome =
	| { kind: "sent"; personCheckPath?: string | undefined }
	| { kind: "rejected"; errors: FieldError[] }
	| { kind: "failed" };

type SentEnquiry = Enquiry & { leaveEmpty: string; service?: string; notice?: string; answers?: QuestionAnswers };

let keyOf = createKeyPerBody();

/**
 * Sends an enquiry and returns the outcome; never throws.
 * Sending it again after a lost response uses the same Idempotency-Key and never stores a second one.
 */
export async function sendEnquiry(enquiry: SentEnquiry): Promise<Outcome> {
	const body = JSON.stringify(enquiry);
	const { ok, errors, members } = await postJson("/contactus/submit", body, keyOf(body));
	if (!ok) return errors.length > 0 ? { kind: "rejected", errors } : { kind: "failed" };
	keyOf = createKeyPerBody();
	return {
		kind: "sent",
		personCheckPath: isJsonObject(members.data) ? readPath(members.data.personCheckUrl) : undefined,
	};
}
