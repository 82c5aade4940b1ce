import { createAccounts } from "../core/accounts/migrations/0064-create-accounts.ts";
import { addWeeklyEmailChoice } from "../core/accounts/migrations/0082-add-weekly-email-choice.ts";
import { hideFirstSteps } from "../core/accounts/migrations/0215-hide-first-steps.ts";
import { addAccountUse } from "../core/accounts/migrations/0517-add-account-use.ts";
import { createAlarms } from "../core/alarms/migrations/0492-create-alarms.ts";
import { createApiTokens } from "../core/api-tokens/migrations/0490-create-api-tokens.ts";
import { createHosts } from "../core/appointments/migrations/0100-create-hosts.ts";
import { addCalendarProblems } from "../core/appointments/migrations/0270-add-calendar-problems.ts";
import { createConsents } from "../core/consents/migrations/0497-create-consents.ts";
import { createRecordDrafts } from "../core/conversations/migrations/0220-create-record-drafts.ts";
import { createMailboxes } from "../core/conversations/migrations/0280-create-mailboxes.ts";
import { addCopies } from "../core/conversations/migrations/0310-add-copies.ts";
import { addForwards } from "../core/conversations/migrations/0320-add-forwards.ts";
import { createSetAsideMessages } from "../core/conversations/migrations/0350-create-set-aside-messages.ts";
import { indexReplyRecipients } from "../core/conversations/migrations/0360-index-reply-recipients.ts";
import { countRepliesAgain } from "../core/conversations/migrations/0511-count-replies-again.ts";
import { createImports } from "../core/imports/migrations/0450-create-imports.ts";
import { addImportRetries } from "../core/imports/migrations/0513-add-import-retries.ts";
import { createIncidents } from "../core/incidents/migrations/0506-create-incidents.ts";
import { createNotices } from "../core/notices/migrations/0496-create-notices.ts";
import { rememberErasedFiles } from "../core/people/migrations/0020-remember-erased-files.ts";
import { createPersonChecks } from "../core/people/migrations/0033-create-person-checks.ts";
import { rememberSweeps } from "../core/people/migrations/0250-remember-sweeps.ts";
import { createMergedAddresses } from "../core/people/migrations/0330-create-merged-addresses.ts";
import { createLockedArchives } from "../core/people/migrations/0501-create-locked-archives.ts";
import { addPersonCheckAnswer } from "../core/people/migrations/0515-add-person-check-answer.ts";
import { createCompletedErasures } from "../core/people/migrations/0516-create-completed-erasures.ts";
import { createPushSubscriptions } from "../core/push/migrations/0400-create-push-subscriptions.ts";
import { createReadLog } from "../core/read-log/migrations/0505-create-read-log.ts";
import { createRecords } from "../core/records/migrations/0070-create-records.ts";
import { createRecordWork } from "../core/records/migrations/0072-create-record-work.ts";
import { indexAnswersByReceipt } from "../core/records/migrations/0083-index-answers-by-receipt.ts";
import { orderReplyTemplates } from "../core/records/migrations/0085-order-reply-templates.ts";
import { extendNotifications } from "../core/records/migrations/0086-extend-notifications.ts";
import { createRecordLinks } from "../core/records/migrations/0112-create-record-links.ts";
import { createRecordAnswers } from "../core/records/migrations/0131-create-record-answers.ts";
import { createScorecards } from "../core/records/migrations/0132-create-scorecards.ts";
import { indexStagesByReceipt } from "../core/records/migrations/0190-index-stages-by-receipt.ts";
import { addSearchWords } from "../core/records/migrations/0260-add-search-words.ts";
import { indexSenderDomains } from "../core/records/migrations/0330-index-sender-domains.ts";
import { addSnooze } from "../core/records/migrations/0340-add-snooze.ts";
import { addValueAndReason } from "../core/records/migrations/0370-add-value-and-reason.ts";
import { createSavedViews } from "../core/records/migrations/0380-create-saved-views.ts";
import { indexContacts } from "../core/records/migrations/0390-index-contacts.ts";
import { addRecommendations } from "../core/records/migrations/0410-add-recommendations.ts";
import { addCriterionLabels } from "../core/records/migrations/0431-add-criterion-labels.ts";
import { createSourceLinks } from "../core/records/migrations/0434-create-source-links.ts";
import { addTalentPool } from "../core/records/migrations/0435-add-talent-pool.ts";
import { addRecordFacets } from "../core/records/migrations/0454-add-record-facets.ts";
import { addPoolText } from "../core/records/migrations/0455-add-pool-text.ts";
import { indexWaitingAndValues } from "../core/records/migrations/0470-index-waiting-and-values.ts";
import { createPublicReplyTimes } from "../core/records/migrations/0495-create-public-reply-times.ts";
import { indexNameKeys } from "../core/records/migrations/0514-index-name-keys.ts";
import { createSelfTrials } from "../core/self-trial/migrations/0493-create-self-trials.ts";
import { addTrialRecords } from "../core/self-trial/migrations/0510-add-trial-records.ts";
import { createWebhooks } from "../core/webhooks/migrations/0486-create-webhooks.ts";
import { createBookings } from "../features/booking/migrations/0005-create-bookings.ts";
import { createCalendarFeeds } from "../features/booking/migrations/0006-create-calendar-feeds.ts";
import { addBookingLength } from "../features/booking/migrations/0017-add-booking-length.ts";
import { capBookings } from "../features/booking/migrations/0030-cap-bookings.ts";
import { addBookingHost } from "../features/booking/migrations/0101-add-booking-host.ts";
import { registerBookings } from "../features/booking/migrations/0110-register-bookings.ts";
import { createBookingLinks } from "../features/booking/migrations/0111-create-booking-links.ts";
import { createHostFeeds } from "../features/booking/migrations/0113-create-host-feeds.ts";
import { createCallChanges } from "../features/booking/migrations/0160-create-call-changes.ts";
import { addCallTypes } from "../features/booking/migrations/0420-add-call-types.ts";
import { addCallLimits } from "../features/booking/migrations/0421-add-call-limits.ts";
import { addCoHosts } from "../features/booking/migrations/0422-add-co-hosts.ts";
import { addBookingAnswers } from "../features/booking/migrations/0452-add-booking-answers.ts";
import { addBookingGuests } from "../features/booking/migrations/0453-add-booking-guests.ts";
import { createCallFeeds } from "../features/booking/migrations/0512-create-call-feeds.ts";
import { createJobAlerts } from "../features/careers/alerts/migrations/0012-create-job-alerts.ts";
import { addToldJobs } from "../features/careers/alerts/migrations/0014-add-told-jobs.ts";
import { createJobAlertLinks } from "../features/careers/alerts/migrations/0300-create-job-alert-links.ts";
import { createApplications } from "../features/careers/applications/migrations/0011-create-applications.ts";
import { quarantineApplications } from "../features/careers/applications/migrations/0015-quarantine-applications.ts";
import { indexApplicationReceipts } from "../features/careers/applications/migrations/0081-index-application-receipts.ts";
import { registerApplications } from "../features/careers/applications/migrations/0130-register-applications.ts";
import { compareApplicants } from "../features/careers/applications/migrations/0150-compare-applicants.ts";
import { indexApplicationsByJob } from "../features/careers/applications/migrations/0191-index-applications-by-job.ts";
import { createWithdrawalCounts } from "../features/careers/applications/migrations/0433-create-withdrawal-counts.ts";
import { createInterviews } from "../features/careers/interviews/migrations/0140-create-interviews.ts";
import { addInterviewUndo } from "../features/careers/interviews/migrations/0194-add-interview-undo.ts";
import { addInterviewChoices } from "../features/careers/interviews/migrations/0195-add-interview-choices.ts";
import { createJobs } from "../features/careers/jobs/migrations/0010-create-jobs.ts";
import { indexJobChanges } from "../features/careers/jobs/migrations/0063-index-job-changes.ts";
import { createJobQuestions } from "../features/careers/jobs/migrations/0120-create-job-questions.ts";
import { createJobCriteria } from "../features/careers/jobs/migrations/0430-create-job-criteria.ts";
import { addJobPay } from "../features/careers/jobs/migrations/0432-add-job-pay.ts";
import { createEnquiries } from "../features/enquiries/migrations/0003-create-enquiries.ts";
import { registerEnquiries } from "../features/enquiries/migrations/0071-register-enquiries.ts";
import { addEnquirySource } from "../features/enquiries/migrations/0290-add-enquiry-source.ts";
import { addEnquiryAnswers } from "../features/enquiries/migrations/0451-add-enquiry-answers.ts";
import { createNewsletter } from "../features/newsletter/migrations/0476-create-newsletter.ts";
import { createVisitCounts } from "../features/page-views/migrations/0080-create-visit-counts.ts";
import { createPrivacyRequests } from "../features/privacy-requests/migrations/0500-create-privacy-requests.ts";
import { createIndexNow } from "../features/publishing/index-now/migrations/0474-create-index-now.ts";
import { createKeptSamples } from "../features/publishing/launch/migrations/0479-create-kept-samples.ts";
import { createPageDates } from "../features/publishing/page-dates/migrations/0473-create-page-dates.ts";
import { createContentPictures } from "../features/publishing/pictures/migrations/0180-create-content-pictures.ts";
import { createPreviewLinks } from "../features/publishing/preview-links/migrations/0477-create-preview-links.ts";
import { createEditions } from "../features/publishing/releases/migrations/0170-create-editions.ts";
import { addEndings } from "../features/publishing/releases/migrations/0478-add-endings.ts";
import { createBackupRuns } from "../platform/backup/migrations/0090-create-backup-runs.ts";
import { createBackupState } from "../platform/backup/migrations/0460-create-backup-state.ts";
import type { Migrations } from "../platform/database/migrate.ts";
import { createRequiredMigrations } from "../platform/database/migrations/0025-create-required-migrations.ts";
import { createChangesTable } from "../platform/database/migrations/0050-create-changes.ts";
import { createLetters } from "../platform/email/migrations/0001-create-letters.ts";
import { addLetterExpiry } from "../platform/email/migrations/0004-add-letter-expiry.ts";
import { renameLettersToEmails } from "../platform/email/migrations/0016-rename-letters-to-emails.ts";
import { withholdEmails } from "../platform/email/migrations/0032-withhold-emails.ts";
import { renderEmailsWhenTheyLeave } from "../platform/email/migrations/0061-render-emails-when-they-leave.ts";
import { indexLeasedEmails } from "../platform/email/migrations/0062-index-leased-emails.ts";
import { createIdempotencyKeys } from "../platform/http/migrations/0002-create-idempotency-keys.ts";
import { addIdempotencyReference } from "../platform/http/migrations/0013-add-idempotency-reference.ts";
import { limitUploads } from "../platform/http/migrations/0020-limit-uploads.ts";
import { createFormPostCounts } from "../platform/http/migrations/0026-create-form-post-counts.ts";
import { createNetworkSecret } from "../platform/http/migrations/0031-create-network-secret.ts";
import { createInstallation } from "../platform/installation/migrations/0020-create-installation.ts";

/**
 * Every migration, ordered by name. Names and migrations that have run anywhere never change.
 * The release before may run beside this one on the same database: a migration may remove or change only what that release does not use,
 * and then says so by `contracts: true` (docs/decisions/0021-expand-then-contract.md).
 */
export const migrations: Migrations = {
	"0001-create-letters": createLetters,
	"0002-create-idempotency-keys": createIdempotencyKeys,
	"0003-create-enquiries": createEnquiries,
	"0004-add-letter-expiry": addLetterExpiry,
	"0005-create-bookings": createBookings,
	"0006-create-calendar-feeds": createCalendarFeeds,
	"0010-create-jobs": createJobs,
	"0011-create-applications": createApplications,
	"0012-create-job-alerts": createJobAlerts,
	"0013-add-idempotency-reference": addIdempotencyReference,
	"0014-add-told-jobs": addToldJobs,
	"0015-quarantine-applications": quarantineApplications,
	"0016-rename-letters-to-emails": renameLettersToEmails,
	"0017-add-booking-length": addBookingLength,
	"0020-create-installation": createInstallation,
	"0020-limit-uploads": limitUploads,
	"0020-remember-erased-files": rememberErasedFiles,
	"0025-create-required-migrations": createRequiredMigrations,
	"0026-create-form-post-counts": createFormPostCounts,
	"0030-cap-bookings": capBookings,
	"0031-create-network-secret": createNetworkSecret,
	"0032-withhold-emails": withholdEmails,
	"0033-create-person-checks": createPersonChecks,
	"0050-create-changes": createChangesTable,
	"0061-render-emails-when-they-leave": renderEmailsWhenTheyLeave,
	"0062-index-leased-emails": indexLeasedEmails,
	"0063-index-job-changes": indexJobChanges,
	"0064-create-accounts": createAccounts,
	"0070-create-records": createRecords,
	"0071-register-enquiries": registerEnquiries,
	"0072-create-record-work": createRecordWork,
	"0080-create-visit-counts": createVisitCounts,
	"0081-index-application-receipts": indexApplicationReceipts,
	"0082-add-weekly-email-choice": addWeeklyEmailChoice,
	"0083-index-answers-by-receipt": indexAnswersByReceipt,
	"0085-order-reply-templates": orderReplyTemplates,
	"0086-extend-notifications": extendNotifications,
	"0090-create-backup-runs": createBackupRuns,
	"0100-create-hosts": createHosts,
	"0101-add-booking-host": addBookingHost,
	"0110-register-bookings": registerBookings,
	"0111-create-booking-links": createBookingLinks,
	"0112-create-record-links": createRecordLinks,
	"0113-create-host-feeds": createHostFeeds,
	"0120-create-job-questions": createJobQuestions,
	"0130-register-applications": registerApplications,
	"0131-create-record-answers": createRecordAnswers,
	"0132-create-scorecards": createScorecards,
	"0140-create-interviews": createInterviews,
	"0150-compare-applicants": compareApplicants,
	"0160-create-call-changes": createCallChanges,
	"0170-create-editions": createEditions,
	"0180-create-content-pictures": createContentPictures,
	"0190-index-stages-by-receipt": indexStagesByReceipt,
	"0191-index-applications-by-job": indexApplicationsByJob,
	"0194-add-interview-undo": addInterviewUndo,
	"0195-add-interview-choices": addInterviewChoices,
	"0215-hide-first-steps": hideFirstSteps,
	"0220-create-record-drafts": createRecordDrafts,
	"0250-remember-sweeps": rememberSweeps,
	"0260-add-search-words": addSearchWords,
	"0270-add-calendar-problems": addCalendarProblems,
	"0280-create-mailboxes": createMailboxes,
	"0290-add-enquiry-source": addEnquirySource,
	"0300-create-job-alert-links": createJobAlertLinks,
	"0310-add-copies": addCopies,
	"0320-add-forwards": addForwards,
	"0330-create-merged-addresses": createMergedAddresses,
	"0330-index-sender-domains": indexSenderDomains,
	"0340-add-snooze": addSnooze,
	"0350-create-set-aside-messages": createSetAsideMessages,
	"0360-index-reply-recipients": indexReplyRecipients,
	"0370-add-value-and-reason": addValueAndReason,
	"0380-create-saved-views": createSavedViews,
	"0390-index-contacts": indexContacts,
	"0400-create-push-subscriptions": createPushSubscriptions,
	"0410-add-recommendations": addRecommendations,
	"0420-add-call-types": addCallTypes,
	"0421-add-call-limits": addCallLimits,
	"0422-add-co-hosts": addCoHosts,
	"0430-create-job-criteria": createJobCriteria,
	"0431-add-criterion-labels": addCriterionLabels,
	"0432-add-job-pay": addJobPay,
	"0433-create-withdrawal-counts": createWithdrawalCounts,
	"0434-create-source-links": createSourceLinks,
	"0435-add-talent-pool": addTalentPool,
	"0450-create-imports": createImports,
	"0451-add-enquiry-answers": addEnquiryAnswers,
	"0452-add-booking-answers": addBookingAnswers,
	"0453-add-booking-guests": addBookingGuests,
	"0454-add-record-facets": addRecordFacets,
	"0455-add-pool-text": addPoolText,
	"0460-create-backup-state": createBackupState,
	"0470-index-waiting-and-values": indexWaitingAndValues,
	"0473-create-page-dates": createPageDates,
	"0474-create-index-now": createIndexNow,
	"0476-create-newsletter": createNewsletter,
	"0477-create-preview-links": createPreviewLinks,
	"0478-add-endings": addEndings,
	"0479-create-kept-samples": createKeptSamples,
	"0486-create-webhooks": createWebhooks,
	"0490-create-api-tokens": createApiTokens,
	"0492-create-alarms": createAlarms,
	"0493-create-self-trials": createSelfTrials,
	"0495-create-public-reply-times": createPublicReplyTimes,
	"0496-create-notices": createNotices,
	"0497-create-consents": createConsents,
	"0500-create-privacy-requests": createPrivacyRequests,
	"0501-create-locked-archives": createLockedArchives,
	"0505-create-read-log": createReadLog,
	"0506-create-incidents": createIncidents,
	"0510-add-trial-records": addTrialRecords,
	"0511-count-replies-again": countRepliesAgain,
	"0512-create-call-feeds": createCallFeeds,
	"0513-add-import-retries": addImportRetries,
	"0514-index-name-keys": indexNameKeys,
	"0515-add-person-check-answer": addPersonCheckAnswer,
	"0516-create-completed-erasures": createCompletedErasures,
	"0517-add-account-use": addAccountUse,
};
