import type { CompanySettings } from "../core/company/current-settings.ts";
import { createNoteNotice } from "../core/notices/create-note-notice.server.ts";
import { createPersonCheck } from "../core/people/person-check.server.ts";
import { findKindNamed } from "../core/records/record-kind.ts";
import { findFormPoolMonths } from "../core/records/talent-pool.server.ts";
import { findToldStage } from "../core/records/told-stage.server.ts";
import type { BookingDeps } from "../features/booking/booking-deps.server.ts";
import { bookingNames } from "../features/booking/booking-names.ts";
import { createDemoBooking } from "../features/booking/demo-booking.server.ts";
import type { BookingNotice } from "../features/booking/submit-booking.server.ts";
import { createJobAlerts } from "../features/careers/alerts/job-alerts.server.ts";
import { applicationNames } from "../features/careers/applications/application-names.ts";
import { createManageApplication } from "../features/careers/applications/manage-application.server.ts";
import type { createSelfIdentificationCounter } from "../features/careers/applications/self-identification.server.ts";
import { createSubmitApplication } from "../features/careers/applications/submit-application.server.ts";
import { createTalentPool } from "../features/careers/applications/talent-pool.server.ts";
import { createInterviewFeed } from "../features/careers/interviews/calendar.server.ts";
import { callOffReplied } from "../features/careers/interviews/call-off.server.ts";
import type { InterviewDeps } from "../features/careers/interviews/interview-deps.server.ts";
import { createManageInterview } from "../features/careers/interviews/manage-interview.server.ts";
import type { JobsReader } from "../features/careers/jobs/jobs.server.ts";
import { createSubmitEnquiry } from "../features/enquiries/submit-enquiry.server.ts";
import { createNewsletter } from "../features/newsletter/newsletter.server.ts";
import { createPrivacyRequests } from "../features/privacy-requests/privacy-requests.server.ts";
import { listCareersChoices } from "../shared/careers.ts";
import { applicationOutcomes } from "../shared/desk.ts";
import type { AppDeps } from "./app-deps.ts";
import { createHostDeps, isHostPerson, maySeeCalls } from "./hosts.ts";
import { findMailboxes } from "./mailboxes.ts";

/** Creates the functions of all features from shared dependencies. */
export function createPublicFeatures(
	parts: AppDeps &
		CompanySettings & {
			jobs: JobsReader;
			countSelfIdentification: ReturnType<typeof createSelfIdentificationCounter>["count"];
		},
) {
	const { config, company, database, metrics, outbox, jobs } = parts;
	const { salesEmail, careersEmail } = findMailboxes(config, company);
	const featureDeps = {
		...parts,
		salesEmail,
		publicUrl: config.publicUrl,
		hosts: createHostDeps(parts),
	};
	const noteNoticeOf = createNoteNotice(company, config.retentionMonths);
	const countEnquiry = metrics.createCounter({ name: "enquiries_total", help: "Enquiries stored", label: "state" });
	const countBooking = metrics.createCounter({
		name: "bookings_total",
		help: "What happened to demo bookings",
		label: "event",
	});
	const countApplication = metrics.createCounter({
		name: "applications_total",
		help: "Job applications stored",
		label: "state",
	});
	const submitEnquiry = createSubmitEnquiry({
		...featureDeps,
		noteNotice: noteNoticeOf("enquiry"),
		onStored(state) {
			if (state !== "trial") countEnquiry(state);
			outbox.wake();
		},
	});
	const bookingDeps: BookingDeps & BookingNotice = {
		...featureDeps,
		limits: config.bookingLimits,
		noteNotice: noteNoticeOf("booking"),
		onOccurrence(occurrence) {
			countBooking(occurrence);
			outbox.wake();
		},
	};
	const demoBooking = createDemoBooking({
		...bookingDeps,
		listOthers: createInterviewFeed({ deskUrl: config.deskUrl, hosts: bookingDeps.hosts }),
		isHost: isHostPerson,
		maySeeCalls,
	});
	const personCheck = createPersonCheck({
		...parts,
		kinds: parts.getKinds?.() ?? [],
		onAnswered(kind, result) {
			if (kind.name === bookingNames.name && result.kind === "released")
				bookingDeps.onOccurrence(result.confirm ? "asked-to-confirm" : "booked");
			else if (kind.name === bookingNames.name && result.kind === "refused" && result.isLimit)
				bookingDeps.onOccurrence("limit-reached");
			outbox.wake();
		},
	});

	const choices = listCareersChoices(parts.careers);
	const ofApplications = findKindNamed(parts.getKinds?.() ?? [], applicationNames);
	const applicationDeps = {
		...featureDeps,
		poolMonths: ofApplications ? findFormPoolMonths(ofApplications) : 0,
		choices,
		careersEmail,
		jobs,
		noteNotice: noteNoticeOf("application"),
		onStored(state: string) {
			if (state !== "trial") countApplication(state);
			outbox.wake();
		},
	};
	const countInterview = metrics.createCounter({
		name: "interviews_total",
		help: "What happened to interviews",
		label: "event",
	});
	const interviewDeps: InterviewDeps = {
		...applicationDeps,
		onOccurrence(occurrence) {
			countInterview(occurrence);
			outbox.wake();
		},
	};
	const manageInterview = createManageInterview(interviewDeps);
	const submitApplication = createSubmitApplication(applicationDeps);
	const manageApplication = createManageApplication({
		...applicationDeps,
		kinds: parts.getKinds?.() ?? [],
		findToldStage: ofApplications && ((reference) => findToldStage(database.db, ofApplications, reference)),
		onWithdrawn: manageInterview.cancelAll,
		reasons: ofApplications?.stages.find(({ key }) => key === applicationOutcomes.withdrawn)?.reasons,
	});
	const talentPool = createTalentPool({ ...featureDeps, kind: ofApplications });
	const jobAlerts = createJobAlerts({
		...featureDeps,
		keptMonths: config.retentionMonths.jobAlerts,
		noteNotice: noteNoticeOf("jobAlerts"),
		onEmails: () => outbox.wake(),
	});
	const newsletter = createNewsletter({
		...featureDeps,
		keptMonths: config.retentionMonths.newsletter,
		timeZone: company.timeZone,
		noteNotice: noteNoticeOf("newsletter"),
		onEmails: () => outbox.wake(),
	});
	const privacyRequests = createPrivacyRequests({
		...featureDeps,
		privacyEmail: company.privacyContact.email,
		noteNotice: noteNoticeOf("dataRequest"),
		onEmails: () => outbox.wake(),
	});
	return {
		submitEnquiry,
		demoBooking,
		jobs,
		submitApplication,
		manageApplication,
		talentPool,
		manageInterview,
		callOffInterviews: () => callOffReplied(interviewDeps),
		jobAlerts,
		newsletter,
		privacyRequests,
		personCheck,
	};
}
