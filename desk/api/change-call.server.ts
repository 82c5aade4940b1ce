import { z } from "zod";
import { noteWrites } from "../../core/accounts/note-writes.server.ts";
import { nameApiToken } from "../../core/api-tokens/api-token-store.server.ts";
import { maxMessageLength } from "../../core/appointments/appointment.ts";
import { HttpProblem, refuseFields } from "../../platform/http/problem.ts";
import type { ApiCaller } from "./api-caller.server.ts";
import type { readVersion } from "./send-json.server.ts";
import { startsAtSchema } from "./show-appointment.server.ts";

/** How often a change that any state of a call allows is tried while others come first. */
const mostAttempts = 20;

const oneOf = "Give startsAt to move the call, or the state cancelled, and not both";

/** The changes of a call that a program can ask for. */
export const callChangeSchema = z
	.strictObject({
		startsAt: startsAtSchema.optional().describe("One of its times."),
		state: z.literal("cancelled", "Must be cancelled").optional(),
		message: z
			.string("Enter a text")
			.trim()
			.max(maxMessageLength, `Enter at most ${maxMessageLength} characters`)
			.default("")
			.describe("A message to the visitor, for the e-mail about the change."),
	})
	.refine(({ startsAt, state }) => (startsAt === undefined) !== (state === undefined), {
		error: oneOf,
		path: ["startsAt"],
	})
	.meta({ examples: [{ startsAt: "2026-11-23T06:00:00Z", message: "We are in a meeting until eleven." }] });

/**
 * Moves or cancels a call as a member does at the desk.
 *
 * @param change with the version of the call that it is made for
 * @throws HttpProblem 412 when the call has another version, 422 when it cannot be changed so, and 503 when other changes keep coming first
 */
export async function changeCall(
	{ deps, token, now }: ApiCaller,
	reference: string,
	{ startsAt, message, version }: z.infer<typeof callChangeSchema> & { version: ReturnType<typeof readVersion> },
): Promise<void> {
	const action = `booking.${startsAt === undefined ? "cancel" : "move"}`;
	const changes = deps.openCalls(
		noteWrites(deps.database, () => ({ actor: token.id, action, subject: reference }), now),
	);
	const by = { id: token.id, name: nameApiToken(token), message, ...(version !== "any" && { sequence: version }) };
	const change = () =>
		startsAt === undefined
			? changes.cancel(reference, by)
			: changes.move(reference, Temporal.Instant.from(startsAt).epochMilliseconds, by);
	const isConflict = (found: typeof errors) => found?.some((error) => error.isConflict) === true;
	let errors = await change();
	// Each time another change came first.
	if (version === "any")
		for (let attempt = 1; isConflict(errors); attempt++) {
			if (attempt === mostAttempts)
				throw new HttpProblem(503, "Someone else is changing the call at the moment. Try again.", {
					headers: { "retry-after": "1" },
				});
			errors = await change();
		}
	if (isConflict(errors))
		throw new HttpProblem(412, "The call has changed since you read it. Read it again, then decide.");
	if (errors)
		throw refuseFields(errors.map((error) => ({ ...error, field: startsAt === undefined ? "state" : "startsAt" })));
	deps.onEmails();
}
