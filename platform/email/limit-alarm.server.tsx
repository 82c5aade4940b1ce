import { Text } from "@react-email/text";
import { z } from "zod";
import type { Company } from "../../shared/company.ts";
import { EmailLink, emailText, renderEmail } from "./email-layout.server.tsx";
import type { ReachedEmailLimit } from "./email-limits.ts";
import type { FeatureEmails } from "./email-preview.ts";
import type { EmailIntent, EmailRenderers, RenderedEmail } from "./email.ts";

const kind = "email-ceiling-alarm";
const reachedLimitSchema = z.object({ window: z.enum(["hour", "day"]), cap: z.number(), waiting: z.number() });

type AlarmDeps = { company: Company; deskUrl: string };

/** Creates the e-mail that reports a reached limit of e-mails. It bypasses the outbox, which has stopped. */
export function createLimitAlarm(ceiling: ReachedEmailLimit, recipient: string): EmailIntent<typeof kind> {
	return { kind, reference: "email-ceiling", recipient, parameters: ceiling };
}

/** Creates the renderers of the server's own e-mails, which concern no record. */
export function createServerRenderers(deps: AlarmDeps): EmailRenderers<typeof kind> {
	return { [kind]: async ({ parameters }) => renderLimitAlarm(reachedLimitSchema.parse(parameters), deps) };
}

async function renderLimitAlarm(
	{ window, cap, waiting }: ReachedEmailLimit,
	{ company, deskUrl }: AlarmDeps,
): Promise<RenderedEmail> {
	const title = "E-mail limit reached";
	const [span, key] = window === "hour" ? ["an hour", "EMAILS_PER_HOUR"] : ["24 hours", "EMAILS_PER_DAY"];
	const count = (number: number) => number.toLocaleString(company.locale);
	return renderEmail(
		{ title, subject: `${title}: ${count(cap)} in ${span}`, preview: `${count(waiting)} waiting`, company },
		<>
			<Text style={emailText}>
				{count(cap)} e-mails have left in {span}, which is the limit. {count(waiting)} are waiting and leave as soon as
				the limit allows.
			</Text>
			<Text style={emailText}>
				If your site is just busy, raise {key} and restart the server. If not, someone may be using a form to e-mail
				strangers: review the latest records and mark them as spam to hold their e-mails.
			</Text>
			<Text style={emailText}>
				Open the desk: <EmailLink href={deskUrl} />
			</Text>
		</>,
	);
}

/** The server's own e-mails, which concern no record. */
export const serverEmails: FeatureEmails = {
	kinds: [kind],
	async createPreviews({ company, deskUrl }) {
		const write = async (window: ReachedEmailLimit["window"], cap: number, waiting: number) => {
			const ceiling: ReachedEmailLimit = { window, cap, waiting };
			return {
				...createLimitAlarm(ceiling, company.salesEmail),
				...(await renderLimitAlarm(ceiling, { company, deskUrl })),
			};
		};
		return [
			{ about: "To the owner, about an hour", email: await write("hour", 500, 1_284) },
			{ about: "To the owner, about a day", email: await write("day", 5_000, 37) },
		];
	},
};
