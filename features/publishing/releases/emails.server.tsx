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
import { failedReleaseKind, failedReleaseSchema } from "./email-intents.server.ts";

type ContentEmailDeps = { company: Company; deskUrl: string };

/** Creates the renderers of e-mails from the studio to staff. */
export function createContentRenderers(deps: ContentEmailDeps): EmailRenderers<typeof failedReleaseKind> {
	return { [failedReleaseKind]: ({ parameters }) => renderFailedRelease(parameters, deps) };
}

/** Renders the e-mail of createFailedReleaseEmail. */
export async function renderFailedRelease(
	parameters: unknown,
	{ company, deskUrl }: ContentEmailDeps,
): Promise<RenderedEmail> {
	const { at, paths, problems } = failedReleaseSchema.parse(parameters);
	const title = "Scheduled publication failed";
	const time = Temporal.Instant.from(at)
		.toZonedDateTimeISO(company.timeZone)
		.toLocaleString(company.locale, { dateStyle: "long", timeStyle: "short" });
	return {
		subject: `${title}: ${paths.length === 1 ? paths[0] : `${paths.length} documents`}`,
		...(await renderEmail(
			<EmailLayout title={title} preview="Nothing was published. Your drafts are unchanged." company={company}>
				<Text style={emailText}>
					The publication scheduled for {time} failed. Nothing was published, and these drafts are unchanged:
				</Text>
				<EmailLines lines={paths} />
				<Text style={emailText}>
					{problems.length > 0
						? "Fix these errors, then publish again:"
						: "Someone else has published one of them in the meantime. Review the drafts and publish them again."}
				</Text>
				{problems.length > 0 && <EmailLines lines={problems} />}
				<DeskLink url={`${deskUrl}/studio`} />
			</EmailLayout>,
		)),
	};
}
