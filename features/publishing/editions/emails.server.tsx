import { Text } from "@react-email/text";
import { z } from "zod";
import type { EmailIntent, EmailRenderers, RenderedEmail } from "../../../platform/email/email.ts";
import {
	DeskLink,
	EmailLayout,
	EmailLines,
	emailText,
	renderEmail,
} from "../../../platform/email/email-layout.server.tsx";
import type { Company } from "../../../shared/company.ts";
import { writeProblem } from "../documents/content-error.ts";
import type { FailedPublication } from "./studio-deps.ts";

/** To who had scheduled a publication that could not be made. */
const failedKind = "publication-failed";
export const contentEmailKinds = [failedKind] as const;

/** So many lines say enough; the studio lists all. */
const mostLines = 20;

const parametersSchema = z.object({
	at: z.string(),
	paths: z.array(z.string()),
	problems: z.array(z.string()),
});

type ContentEmailDeps = { company: Company; deskUrl: string };

/** Makes the e-mail about a publication that was due and could not be made. */
export function createFailedPublicationEmail(
	{ at, paths, problems }: Omit<FailedPublication, "by">,
	recipient: string,
): EmailIntent<typeof failedKind> {
	const parameters = {
		at: at.toString(),
		paths: paths.slice(0, mostLines),
		problems: problems.slice(0, mostLines).map(writeProblem),
	};
	return { kind: failedKind, reference: "studio", recipient, parameters };
}

/** Renders what the studio writes to staff. */
export function createContentRenderers(deps: ContentEmailDeps): EmailRenderers<typeof failedKind> {
	return { [failedKind]: ({ parameters }) => renderFailedPublication(parameters, deps) };
}

/** Writes what createFailedPublicationEmail is about. */
export async function renderFailedPublication(
	parameters: unknown,
	{ company, deskUrl }: ContentEmailDeps,
): Promise<RenderedEmail> {
	const { at, paths, problems } = parametersSchema.parse(parameters);
	const title = "What you scheduled was not published";
	const time = Temporal.Instant.from(at)
		.toZonedDateTimeISO(company.timeZone)
		.toLocaleString(company.locale, { dateStyle: "long", timeStyle: "short" });
	return {
		subject: `${title}: ${paths.length === 1 ? paths[0] : `${paths.length} documents`}`,
		...(await renderEmail(
			<EmailLayout title={title} preview="Nothing of it is public. It is a draft as before." company={company}>
				<Text style={emailText}>
					It was due on {time}. Nothing of it is public, and nothing is lost: these documents are drafts as before.
				</Text>
				<EmailLines lines={paths} />
				<Text style={emailText}>
					{problems.length > 0
						? "With them, this would be wrong:"
						: "Somebody else has published one of them meanwhile. Look at both, and publish again what is still wanted."}
				</Text>
				{problems.length > 0 && <EmailLines lines={problems} />}
				<DeskLink url={`${deskUrl}/studio`} />
			</EmailLayout>,
		)),
	};
}
