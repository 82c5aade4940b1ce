import { z } from "zod";
import { noteNew } from "../../core/accounts/note-writes.server.ts";
import { visitorFields, type VisitorField } from "../../features/booking/visitor-fields.ts";
import { refuseFields } from "../../platform/http/problem.ts";
import { demoSlug } from "../../shared/call-type.ts";
import { toSlot } from "../../shared/slot-texts.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { keyOf, keyReused, type ApiCaller } from "./api-caller.server.ts";
import { startsAtSchema } from "./show-appointment.server.ts";

const notFree = "That time is not free. Choose one of the times of the type of call";

const requiredText = (name: VisitorField) => z.string(`Enter ${visitorFields[name].subject.toLowerCase()}`);

/** A new call; the form's rules check its texts, in the words of the desk. */
export const newCallSchema = z
	.strictObject({
		type: z.string("Enter the type of a call").default(demoSlug),
		startsAt: startsAtSchema.describe("A free time of the type."),
		firstName: requiredText("firstName"),
		lastName: z.string().default(""),
		email: requiredText("email").describe("The invitation is sent here."),
		phone: requiredText("phone"),
		topic: z.string().optional().describe("A topic of the type; defaults to the first."),
		message: z.string().default("").describe("What the visitor says about the call."),
	})
	.meta({
		examples: [
			{
				type: demoSlug,
				startsAt: "2026-11-30T04:30:00Z",
				firstName: "Asha",
				lastName: "Rao",
				email: "asha@visitor.example",
				phone: "+91 98100 00000",
				message: "Asked for a demo at the fair.",
			},
		],
	});

/**
 * Books a call as a member does at the desk.
 * @returns its reference
 * @throws HttpProblem 422 with the errors by field
 */
export async function bookCall(
	caller: ApiCaller,
	{ type, startsAt, topic, ...visitor }: z.infer<typeof newCallSchema>,
	key: string | undefined,
): Promise<string> {
	const { deps, token, now } = caller;
	const { timeZone } = deps.company;
	const startMs = Temporal.Instant.from(startsAt).epochMilliseconds;
	const slot = toSlot(startMs, timeZone);
	const noted = noteNew(deps.database, { actor: token.id, action: "booking.book" }, now);
	const calls = deps.openCalls(noted);
	if (!calls.callTypes.some(({ slug }) => slug === type))
		throw refuseFields([{ field: "type", message: `There is no “${type}”` }]);
	if (startOfSlot(slot.date, slot.time, timeZone) !== startMs)
		throw refuseFields([{ field: "startsAt", message: notFree }]);
	const input = { ...visitor, ...slot, ...(topic !== undefined && { domain: topic }) };
	const result = await calls.book(type, input, { idempotencyKey: keyOf(caller, key), by: token.id });
	if (!result.ok)
		throw refuseFields(
			result.errors.map(({ field, message }) => {
				if (field === keyReused.field) return keyReused;
				if (["slot", "date", "time"].includes(field)) return { field: "startsAt", message: notFree };
				return { field: field === "domain" ? "topic" : field, message };
			}),
		);
	deps.onEmails();
	return result.reference;
}
