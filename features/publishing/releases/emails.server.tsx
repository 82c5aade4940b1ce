import { Text } from "@react-email/text";
import type { EmailRenderers, RenderedEmail } from "../../../platform/email/email.ts";
import {
	DeskLink,
	EmailLayout,
	EmailLines,
	emailText,
	renderEmail,
} from "../../../platform/email/email-layout.server.tsx";
import type { Company } from "../../../shared/company.ts";
import { failedPublicationKind, failedPublicationSchema } from "./email-intents.server.ts";

type ContentEmailDeps = { company: Company; deskUrl: string };

/** Renders what the studio writes to staff. */
export function createContentRenderers(deps: ContentEmailDeps): EmailRenderers<typeof failedPublicationKind> {
	return { [failedPublicationKind]: ({ parameters }) => renderFailedPublication(parameters, deps) };
}

/** Writes what createFailedPublicationEmail is about. */
export async function renderFailedPublication(
	parameters: unknown,
	{ company, deskUrl }: ContentEmailDeps,
): Promise<RenderedEmail> {
	const { at, paths, problems } = failedPublicationSchema.parse(parameters);
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
