import * as z from "zod/mini";
import { missingOr, optionalText, requiredEmail, requiredLine } from "../../shared/text-rules.ts";
import { requestKindKeys } from "./request-kinds.ts";

/** The longest values, in UTF-16 units. */
export const requestLimits = { name: 200, email: 254, message: 5_000 } as const;

const missingKind = "Choose what you would like us to do";

/** The form on the privacy page: the kind, a name and an address are required, a message is optional. */
export const requestSchema = z.object({
	requestKind: z.enum(requestKindKeys, { error: missingOr(missingKind, missingKind) }),
	name: requiredLine("Your name", requestLimits.name, "Enter your name"),
	email: requiredEmail(requestLimits.email),
	message: optionalText("Your message", requestLimits.message),
});

/** A valid form. */
export type PostedRequest = z.output<typeof requestSchema>;
