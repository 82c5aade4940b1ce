import { Text } from "@react-email/text";
import { z } from "zod";
import { EmailLines, EmailLink, emailText, renderEmail } from "../../platform/email/email-layout.server.tsx";
import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import type { EmailIntent, EmailRenderers, RenderedEmail } from "../../platform/email/email.ts";
import type { Company } from "../../shared/company.ts";

export const alarmKind = "alarm-notice";
/** Shared by everything about alarms, so that webhooks get them in order. */
export const alarmsReference = "alarms";

const textsSchema = z.object({ begun: z.array(z.string()), ended: z.array(z.string()) });
/** The problems that begin and those that are over, in whole sentences. */
type AlarmTexts = z.infer<typeof textsSchema>;

type AlarmDeps = { company: Company; deskUrl: string };

/** Creates the e-mail about problems that have begun or ended. */
export function createAlarmEmail(parameters: AlarmTexts, recipient: string): EmailIntent<typeof alarmKind> {
	return { kind: alarmKind, reference: alarmsReference, recipient, parameters };
}

/** Creates the renderer of alarms; their texts are stored with them. */
export function createAlarmRenderers(deps: AlarmDeps): EmailRenderers<typeof alarmKind> {
	return { [alarmKind]: async ({ parameters }) => renderAlarm(textsSchema.parse(parameters), deps) };
}

async function renderAlarm({ begun, ended }: AlarmTexts, { company, deskUrl }: AlarmDeps): Promise<RenderedEmail> {
	const [title, texts] = begun.length > 0 ? ["Needs attention", begun] : ["Solved", ended];
	const [first = ""] = texts;
	const rest = texts.length - 1;
	return renderEmail(
		{ title, subject: `${title}: ${first}${rest > 0 ? ` (and ${rest} more)` : ""}`, preview: first, company },
		<>
			<EmailLines lines={texts} />
			{begun.length > 0 && ended.length > 0 && (
				<>
					<Text style={emailText}>Solved:</Text>
					<EmailLines lines={ended} />
				</>
			)}
			{begun.length > 0 && (
				<Text style={emailText}>You get one more e-mail when it is solved, and none in between.</Text>
			)}
			<Text style={emailText}>
				Open System status: <EmailLink href={`${deskUrl}/operations`} />
			</Text>
		</>,
	);
}

/** The e-mails about problems of the installation, for `npm run emails`. */
export const alarmEmails: FeatureEmails = {
	kinds: [alarmKind],
	async createPreviews({ company, deskUrl }) {
		const write = async (texts: AlarmTexts) => ({
			...createAlarmEmail(texts, company.email),
			...(await renderAlarm(texts, { company, deskUrl })),
		});
		const text = "The last backup is 27 hours old.";
		return [
			{ about: "To the owners, when a problem begins", email: await write({ begun: [text], ended: [] }) },
			{ about: "To the owners, when it is solved", email: await write({ begun: [], ended: [text] }) },
		];
	},
};
