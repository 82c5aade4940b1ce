import { z } from "zod";
import type { EmailIntent } from "../../../platform/email/email.ts";
import { writeProblem } from "../documents/content-error.ts";
import type { FailedPublication } from "./studio-deps.ts";

/** To the member whose scheduled release could not be made. */
export const failedPublicationKind = "publication-failed";
export const contentEmailKinds = [failedPublicationKind] as const;

/** Most lines; the studio lists all. */
const mostLines = 20;

export const failedPublicationSchema = z.object({
	at: z.string(),
	paths: z.array(z.string()),
	problems: z.array(z.string()),
});

/** Creates the e-mail about a scheduled release that could not be made. */
export function createFailedPublicationEmail(
	{ at, paths, problems }: Omit<FailedPublication, "by">,
	recipient: string,
): EmailIntent<typeof failedPublicationKind> {
	const parameters = {
		at: at.toString(),
		paths: paths.slice(0, mostLines),
		problems: problems.slice(0, mostLines).map(writeProblem),
	};
	return { kind: failedPublicationKind, reference: "studio", recipient, parameters };
}
