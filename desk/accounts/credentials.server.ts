import { z } from "zod";

const codeMessage = "Enter the code of your authenticator app, or a recovery code";

/** What a form sends of somebody who says who they are by password and second factor. */
export const credentials = z.object({
	password: z.string().min(1, "Enter your password").max(1_000, "Enter your password"),
	code: z.string().trim().min(1, codeMessage).max(100, codeMessage),
});

/** Says how long somebody has to wait who was wrong too often. */
export function describeWait(seconds: number): string {
	return `There were too many wrong answers. Wait ${seconds === 1 ? "a second" : `${seconds} seconds`}, then try again`;
}
