import { createAccountRenderers } from "../core/accounts/emails.server.tsx";
import { createAlarmRenderers } from "../core/alarms/alarm-email.server.tsx";
import { createRecordRenderers } from "../core/conversations/emails.server.tsx";
import { createNoticeRenderers } from "../core/incidents/notice-email.server.tsx";
import { createDigestRenderers } from "../core/records/quarantine-digest.server.tsx";
import { type RecordKind, findKindNamed } from "../core/records/record-kind.ts";
import { createWeeklyEmailRenderers } from "../features/analytics/weekly-email.server.tsx";
import { createBookingRenderers } from "../features/booking/emails.server.tsx";
import { createAlertRenderers } from "../features/careers/alerts/emails.server.tsx";
import { applicationNames } from "../features/careers/applications/application-names.ts";
import { createApplicationRenderers } from "../features/careers/applications/emails.server.tsx";
import { createInterviewRenderers } from "../features/careers/interviews/emails.server.tsx";
import { createEnquiryRenderers } from "../features/enquiries/emails.server.tsx";
import { createNewsletterRenderers } from "../features/newsletter/emails.server.tsx";
import { createRequestRenderers } from "../features/privacy-requests/emails.server.tsx";
import { logoPath } from "../features/publishing/logo-path.ts";
import { createContentRenderers } from "../features/publishing/releases/emails.server.tsx";
import type { Config } from "../platform/config.ts";
import type { EmailCompany } from "../platform/email/email-layout.server.tsx";
import type { EmailRenderers } from "../platform/email/email.ts";
import { createServerRenderers } from "../platform/email/limit-alarm.server.tsx";
import { createTestEmailRenderers } from "../platform/email/test-email.server.tsx";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Company } from "../shared/company.ts";
import { createHostDeps } from "./hosts.ts";
import { findMailboxes } from "./mailboxes.ts";

/** Combines the renderers of all kinds of e-mails; a kind that is missing here is never sent. */
export function createEmailRenderers({
	config,
	company: settings,
	kinds,
	files,
}: {
	config: Pick<Config, "publicUrl" | "deskUrl" | "videoRoomsUrl" | "salesEmail" | "careersEmail" | "retentionMonths">;
	company: Company;
	/** Of records with replies, and the store of their files. */
	kinds: readonly RecordKind[];
	files: Pick<FileStore, "read">;
}): EmailRenderers {
	const { publicUrl, deskUrl } = config;
	const company = withLogo(settings, publicUrl);
	const { salesEmail, careersEmail } = findMailboxes(config, company);
	return {
		...createEnquiryRenderers({ company, salesEmail, deskUrl }),
		...createRecordRenderers({ company, deskUrl, kinds, files }),
		...createBookingRenderers({ company, salesEmail, publicUrl, deskUrl, hosts: createHostDeps({ config, company }) }),
		...createApplicationRenderers({
			company,
			careersEmail,
			publicUrl,
			deskUrl,
			kind: findKindNamed(kinds, applicationNames),
		}),
		...createInterviewRenderers({
			company,
			careersEmail,
			publicUrl,
			deskUrl,
			hosts: createHostDeps({ config, company }),
			kinds,
		}),
		...createAlertRenderers({ company, publicUrl, keptMonths: config.retentionMonths.jobAlerts }),
		...createNewsletterRenderers({ company, publicUrl }),
		...createRequestRenderers({ company, publicUrl, deskUrl }),
		...createAccountRenderers({ company, deskUrl }),
		...createWeeklyEmailRenderers({ company, deskUrl }),
		...createContentRenderers({ company, deskUrl }),
		...createServerRenderers({ company, deskUrl }),
		...createAlarmRenderers({ company, deskUrl }),
		...createTestEmailRenderers({ company }),
		...createNoticeRenderers({ company }),
		...createDigestRenderers({ company, deskUrl }),
	};
}

/** Settings change while a server runs, so it is read each time. */
export function withLogo(company: Company, publicUrl: string): EmailCompany {
	return company.logo ? { ...company, logoUrl: publicUrl + logoPath } : company;
}
