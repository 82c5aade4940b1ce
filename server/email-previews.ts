import { accountEmails } from "../core/accounts/email-previews.server.ts";
import { alarmEmails } from "../core/alarms/alarm-email.server.tsx";
import { recordEmails } from "../core/conversations/email-previews.server.ts";
import { noticeEmails } from "../core/incidents/notice-email.server.tsx";
import { digestEmails } from "../core/records/quarantine-digest.server.tsx";
import { weeklyEmails } from "../features/analytics/email-previews.server.ts";
import { bookingEmails } from "../features/booking/email-previews.server.ts";
import { alertEmails } from "../features/careers/alerts/email-previews.server.ts";
import { applicationEmails } from "../features/careers/applications/email-previews.server.ts";
import { interviewEmails } from "../features/careers/interviews/email-previews.server.ts";
import { enquiryEmails } from "../features/enquiries/email-previews.server.ts";
import { newsletterEmails } from "../features/newsletter/email-previews.server.ts";
import { privacyRequestEmails } from "../features/privacy-requests/email-previews.server.ts";
import { contentEmails } from "../features/publishing/releases/email-previews.server.ts";
import type { EmailPreview, EmailPreviewDeps, FeatureEmails } from "../platform/email/email-preview.ts";
import { serverEmails } from "../platform/email/limit-alarm.server.tsx";
import { testEmails } from "../platform/email/test-email.server.tsx";

/** Every feature with e-mails, for `npm run emails`. */
const features: readonly FeatureEmails[] = [
	enquiryEmails,
	recordEmails,
	bookingEmails,
	applicationEmails,
	interviewEmails,
	alertEmails,
	newsletterEmails,
	privacyRequestEmails,
	accountEmails,
	weeklyEmails,
	contentEmails,
	serverEmails,
	alarmEmails,
	testEmails,
	noticeEmails,
	digestEmails,
];

/** Every kind of e-mail. */
export const emailKinds: readonly string[] = features.flatMap(({ kinds }) => kinds);

/** Renders e-mails with sample data, at least one of every kind. */
export async function createEmailPreviews(deps: EmailPreviewDeps): Promise<EmailPreview[]> {
	return (await Promise.all(features.map(({ createPreviews }) => createPreviews(deps)))).flat();
}
