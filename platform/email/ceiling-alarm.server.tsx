import { Text } from "@react-email/components";
import type { Company } from "../../shared/company.ts";
import { EmailLayout, EmailLink, emailText, renderEmail } from "./email-layout.server.tsx";
import type { FeatureEmails } from "./email-preview.ts";
import type { EmailCeiling } from "./outbox.ts";
import type { Email } from "./outbox-store.ts";

const kind = "email-ceiling-alarm";

/** Writes the e-mail that tells the owner that no more e-mails may leave for now. It goes past the outbox, which is what is held up. */
export async function createCeilingAlarm(
	{ window, cap, waiting }: EmailCeiling,
	{ company, recipient, deskUrl }: { company: Company; recipient: string; deskUrl: string },
): Promise<Email> {
	const title = "E-mails are held back";
	const [span, key] = window === "hour" ? ["an hour", "EMAILS_PER_HOUR"] : ["24 hours", "EMAILS_PER_DAY"];
	const count = (number: number) => number.toLocaleString(company.locale);
	return {
		kind,
		reference: "email-ceiling",
		recipient,
		subject: `${title}: ${count(cap)} in ${span}`,
		...(await renderEmail(
			<EmailLayout title={title} preview={`${count(waiting)} wait`} company={company}>
				<Text style={emailText}>
					{count(cap)} e-mails have left in {span}, which is as many as may. {count(waiting)} wait, and none is lost:
					they leave one after the other as soon as the ceiling allows it.
				</Text>
				<Text style={emailText}>
					If your site is just busy, raise {key} and restart the server. If it is not, somebody may be misusing a form
					to write to strangers: look at what came in last, and mark it as spam, which holds its e-mails.
				</Text>
				<Text style={emailText}>
					Open the desk: <EmailLink href={deskUrl} />
				</Text>
			</EmailLayout>,
		)),
	};
}

/** What the server itself writes, about no record. */
export const serverEmails: FeatureEmails = {
	kinds: [kind],
	async createPreviews({ company, deskUrl }) {
		const write = (window: EmailCeiling["window"], cap: number, waiting: number) =>
			createCeilingAlarm({ window, cap, waiting }, { company, recipient: company.salesEmail, deskUrl });
		return [
			{ about: "To the owner, about an hour", email: await write("hour", 500, 1_284) },
			{ about: "To the owner, about a day", email: await write("day", 5_000, 37) },
		];
	},
};
