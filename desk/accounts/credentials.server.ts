import { z } from "zod";

const codeMessage = "Enter the code from your authenticator app, or a recovery code";

/** Password and second factor of a form. */
export const credentials = z.object({
	password: z.string().min(1, "Enter your password").max(1_000, "Enter your password"),
	code: z.string().trim().min(1, codeMessage).max(100, codeMessage),
});

/** Says how long to wait after too many wrong answers. */
export function describeWait(seconds: number): string {
	return `Too many failed attempts. Wait ${seconds === 1 ? "a second" : `${seconds} seconds`}, then try again`;
}
