import { z } from "zod";
import type { EmailIntent } from "../../../platform/email/email.ts";
import { writeProblem } from "../documents/content-error.ts";
import type { FailedRelease } from "./studio-deps.ts";

/** To the member whose scheduled release could not be published. */
export const failedReleaseKind = "publication-failed";
export const contentEmailKinds = [failedReleaseKind] as const;

/** Most lines; the studio lists all. */
const mostLines = 20;

export const failedReleaseSchema = z.object({
	at: z.string(),
	paths: z.array(z.string()),
	problems: z.array(z.string()),
	isEnd: z.boolean().default(false),
});

/** Creates the e-mail about a scheduled release that could not be published. */
export function createFailedReleaseEmail(
	{ at, paths, problems, isEnd = false }: Omit<FailedRelease, "by">,
	recipient: string,
): EmailIntent<typeof failedReleaseKind> {
	const parameters = {
		at: at.toString(),
		paths: paths.slice(0, mostLines),
		problems: problems.slice(0, mostLines).map(writeProblem),
		isEnd,
	};
	return { kind: failedReleaseKind, reference: "studio", recipient, parameters };
}
