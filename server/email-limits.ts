import { alarmKind } from "../core/alarms/alarm-email.server.tsx";
import { noticeKind } from "../core/incidents/notice-email.server.tsx";
import { hostEmailKinds } from "../features/booking/email-intents.server.ts";
import { interviewHostEmailKinds } from "../features/careers/interviews/email-intents.server.ts";
import { newsletterTestKind } from "../features/newsletter/emails.server.tsx";
import type { Config } from "../platform/config.ts";
import type { EmailLimits } from "../platform/email/email-limits.ts";
import { createLimitAlarm } from "../platform/email/limit-alarm.server.tsx";
import type { Metrics } from "../platform/metrics.ts";
import type { Company } from "../shared/company.ts";
import { findMailboxes } from "./mailboxes.ts";

/**
 * Creates the limits that keep visitors from using the server as a mail cannon.
 * @param getCompany called whenever an e-mail leaves
 */
export function createEmailLimits({
	config,
	getCompany,
	metrics,
}: {
	config: Config;
	getCompany(): Company;
	metrics: Pick<Metrics, "createCounter">;
}): EmailLimits {
	return {
		...config.emailLimits,
		get staff() {
			const { email } = config.selfTrial;
			return [...Object.values(findMailboxes(config, getCompany())), ...(email === undefined ? [] : [email])];
		},
		staffKinds: [...hostEmailKinds, ...interviewHostEmailKinds, newsletterTestKind, alarmKind, noticeKind],
		createAlarm: (ceiling) =>
			createLimitAlarm(ceiling, config.alarmEmail ?? findMailboxes(config, getCompany()).salesEmail),
		onLimitReached: metrics.createCounter({
			name: "emails_capped_total",
			help: "E-mails held back from their recipients, and how often a limit was reached",
			label: "cap",
		}),
	};
}
