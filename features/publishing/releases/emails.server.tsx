import { Text } from "@react-email/text";
import { DeskLink, EmailLines, emailText, renderEmail } from "../../../platform/email/email-layout.server.tsx";
import type { EmailRenderers, RenderedEmail } from "../../../platform/email/email.ts";
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
	const { at, paths, problems, isEnd } = failedReleaseSchema.parse(parameters);
	const title = isEnd ? "Scheduled end failed" : "Scheduled publication failed";
	const time = Temporal.Instant.from(at)
		.toZonedDateTimeISO(company.timeZone)
		.toLocaleString(company.locale, { dateStyle: "long", timeStyle: "short" });
	return renderEmail(
		{
			title,
			subject: `${title}: ${paths.length === 1 ? paths[0] : `${paths.length} documents`}`,
			preview: isEnd ? "The documents stay as they are." : "Nothing was published. Your drafts are unchanged.",
			company,
		},
		<>
			<Text style={emailText}>
				{isEnd
					? `These documents were to go back to their earlier version on ${time}. They stay as they are:`
					: `The publication scheduled for ${time} failed. Nothing was published, and these drafts are unchanged:`}
			</Text>
			<EmailLines lines={paths} />
			<Text style={emailText}>{writeNextStep(isEnd, problems.length > 0)}</Text>
			{problems.length > 0 && <EmailLines lines={problems} />}
			<DeskLink url={`${deskUrl}/studio`} />
		</>,
	);
}

function writeNextStep(isEnd: boolean, hasProblems: boolean): string {
	if (hasProblems)
		return isEnd
			? "Fix these errors, then restore the earlier versions from the history:"
			: "Fix these errors, then publish again:";
	return isEnd
		? "Someone else has published another version of one of them in the meantime. Review them, and restore earlier versions from the history."
		: "Someone else has published one of them in the meantime. Review the drafts and publish them again.";
}
