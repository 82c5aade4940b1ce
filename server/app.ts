import compress from "@fastify/compress";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { RouterContextProvider } from "react-router";
import type { BookingDeps } from "../features/booking/booking-deps.server.ts";
import { createBookingRelease } from "../features/booking/release-booking.server.ts";
import { createApplicationRelease } from "../features/careers/applications/release-application.server.ts";
import { createEnquiryRelease } from "../features/enquiries/release-enquiry.server.ts";
import { demoBookingContext } from "../features/booking/context.server.ts";
import { createDemoBooking } from "../features/booking/demo-booking.server.ts";
import { bookingCalendarRoutes, bookingRoutes } from "../features/booking/http.server.ts";
import { submitEnquiryContext } from "../features/enquiries/context.server.ts";
import {
	applicationFormRoutes,
	applicationRoutes,
	type ApplicationRoutesOptions,
} from "../features/careers/applications/http.server.ts";
import { createManageApplication } from "../features/careers/applications/manage-application.server.ts";
import { createSelfIdentificationCounter } from "../features/careers/applications/self-identification.server.ts";
import { createSubmitApplication } from "../features/careers/applications/submit-application.server.ts";
import {
	clockContext,
	jobsContext,
	manageApplicationContext,
	manageInterviewContext,
	rejectedApplicationContext,
	type RejectedApplication,
} from "../features/careers/context.server.ts";
import { callOffAnswered } from "../features/careers/interviews/call-off.server.ts";
import type { InterviewDeps } from "../features/careers/interviews/interview-deps.server.ts";
import { interviewRoutes } from "../features/careers/interviews/http.server.ts";
import { createManageInterview } from "../features/careers/interviews/manage-interview.server.ts";
import { jobAlertsContext } from "../features/careers/alerts/context.server.ts";
import { createInterviewFeed } from "../features/careers/interviews/calendar.server.ts";
import { jobAlertRoutes } from "../features/careers/alerts/http.server.ts";
import { createJobAlerts } from "../features/careers/alerts/job-alerts.server.ts";
import { jobRoutes } from "../features/careers/jobs/jobs-http.server.ts";
import { createJobsReader } from "../features/careers/jobs/jobs.server.ts";
import { openedBookingForm } from "../features/visits/store.server.ts";
import { createVisitCounter } from "../features/visits/visit-counter.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { createPictureAnswers } from "../features/publishing/pictures/picture-answers.server.ts";
import { enquiryRoutes } from "../features/enquiries/http.server.ts";
import { createSubmitEnquiry } from "../features/enquiries/submit-enquiry.server.ts";
import { listCareersChoices, type CareersFacts } from "../shared/careers.ts";
import type { Company } from "../shared/company.ts";
import { isOffered } from "../shared/site-parts.ts";
import type { Clock } from "../platform/clock.ts";
import { addDrawnPictures } from "./drawn-pictures.ts";
import { createHostDeps, isHostPerson } from "./hosts.ts";
import { addPictureAnswers, addPictureRoute } from "./picture-answers.ts";
import { readPicture } from "./read-picture.ts";
import { nameMessageIds } from "./name-message-ids.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import { apiRoutes } from "../platform/http/api-routes.ts";
import { createFailureReport, createHttpServer } from "../platform/http/create-http-server.ts";
import { createFormPostLimit } from "../platform/http/form-post-limit.ts";
import { createPostCounts, type CountPost } from "../platform/http/post-counts.ts";
import { getNetworkSecret } from "../platform/http/network-buckets.ts";
import { healthRoutes } from "../platform/http/health-routes.ts";
import { pageFailureRoutes } from "../platform/http/page-failure-routes.ts";
import { clientContext, formRefusedContext } from "../platform/pages/live-page-context.server.ts";
import { createPathMatcher } from "../platform/pages/match-path.ts";
import { personCheckContext } from "../platform/person-check/context.server.ts";
import { addressProofRoute } from "../platform/operations/address-proof-route.ts";
import { createPersonCheck } from "../platform/person-check/person-check.ts";
import { pageRoutes } from "../platform/pages/page-routes.ts";
import { addPublishedAnswers, publishAnswers } from "../platform/pages/publish-answers.ts";
import type { Publisher } from "../platform/pages/publisher.ts";
import { sendErrorPage } from "../platform/http/error-page.ts";
import { HttpProblem } from "../platform/http/problem.ts";
import type { ProxyWatch } from "../platform/http/proxy-watch.ts";
import type { ReadinessProbe } from "../platform/http/readiness-probe.ts";
import { createUploadBudget } from "../platform/http/upload-budget.ts";
import { listSecurityHeaders, pickFileHeaders } from "../platform/http/security-headers.ts";
import type { Logger } from "../platform/log.ts";
import type { Outbox } from "../platform/email/outbox.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { PageContents } from "../platform/pages/page-contents.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import type { RecordKind } from "../platform/records/record-kind.ts";
import { applicationKind } from "../features/careers/applications/store.server.ts";
import { findToldStage } from "../features/records/told-stage.server.ts";

/** What a form may be answered that tells what others have changed: the slot is sold, the position is closed. */
const tellingStatuses = [409, 422];

/** Pages whose address is known to one person, and to who sends them. */
const privatePages = [
	"/demo/booking/:token",
	"/career/application/:token",
	"/career/interview/:token",
	"/career/alerts/:token",
	"/person/:token",
];

/** Calendars that staff, visitors and applicants hold on to, of what was agreed while that could be done. */
const isKeptForOthers = createPathMatcher([
	"/demo/calendar/:file",
	"/demo/booking/:token/:file",
	"/career/interview/:token/:file",
]);

declare module "fastify" {
	interface FastifyInstance {
		/** Writes to those who asked for job alerts about jobs that they have not been told of. */
		announceJobs(): Promise<void>;
		/** Cancels the interviews that answers have called off which have left. */
		callOffInterviews(): Promise<void>;
	}
}

export type AppDeps = {
	config: Config;
	company: Company;
	careers: CareersFacts;
	clock: Clock;
	database: Database;
	files: FileStore;
	outbox: Pick<Outbox, "wake">;
	pages: PageSource;
	/** Makes the context of pages, with what they show of the content. */
	contents?: Pick<PageContents, "createContext"> | undefined;
	/** Gives the content that is public now, for pictures that are drawn of it. */
	readContent?: (() => Content) | undefined;
	/** Counts what applicants say of themselves, where more than this server does. */
	countSelfIdentification?: ReturnType<typeof createSelfIdentificationCounter>["count"] | undefined;
	/** Counts form posts, where that goes on when a server takes the place of another. */
	countPost?: CountPost | undefined;
	/** Whether it takes the place of one that listens, which does what comes up every minute. */
	isSuccessor?: boolean | undefined;
	/** What is public comes from it, where it is given; otherwise every page is rendered for the request. */
	publisher?: Publisher | undefined;
	/** Looks at once for what other processes have changed, where there is one that follows them. */
	lookForChanges?: (() => Promise<void>) | undefined;
	/** Kinds of records, for private pages that say where one stands. */
	kinds?: readonly RecordKind[] | undefined;
	metrics: Metrics;
	log: Logger;
	probeReadiness: ReadinessProbe;
	proxyWatch: ProxyWatch;
	/** Aborted when the server is told to stop: it says so at /readyz and serves everything else as before. */
	stopping: AbortSignal;
	/** Aborted when the server takes no new connections any more: it keeps none open then. */
	draining: AbortSignal;
};

/** Puts the server together from its parts; it does not listen yet. */
export async function createApp(parts: AppDeps): Promise<FastifyInstance> {
	const { config, pages, publisher, log } = parts;
	const reportFailure = createFailureReport(parts.metrics);
	const securityHeaders = listSecurityHeaders(config.publicUrl, config);
	const pictures = createPictureAnswers({ database: parts.database, headers: pickFileHeaders(securityHeaders) });
	const routed: string[] = [];
	let matchRouted: ((pathname: string) => boolean) | undefined;
	const isRouted = (pathname: string) => (matchRouted ??= createPathMatcher(routed))(pathname);
	const isPrivate = createPathMatcher(privatePages);
	const visits = createVisitCounter({
		...parts,
		publicUrl: config.publicUrl,
		namePage: (path) => nameVisitedPage(path, (page) => pages.isUnknown(page) || isRouted(page) || isPrivate(page)),
	});
	const app = createHttpServer({
		...parts,
		pages: addPictureAnswers(publisher ? addPublishedAnswers(pages, publisher, isRouted) : pages, pictures),
		securityHeaders,
		reportFailure,
		onAnswered: visits.note,
	});
	app.addHook("onRoute", ({ url, method }) => {
		if (url !== "*" && [method].flat().includes("GET")) routed.push(url);
	});
	const { parts: siteParts } = parts.company;
	app.addHook("onRequest", async ({ raw: { url = "/", method } }) => {
		const [path = "/"] = url.split("?", 1);
		// A page of a part that there is not is answered as any unknown address is.
		const isPage = (method === "GET" || method === "HEAD") && !isRouted(path) && !path.endsWith(".data");
		if (!isPage && !isPrivate(path) && !isKeptForOthers(path) && !isOffered(path, siteParts))
			throw new HttpProblem(404, "There is nothing at this address.");
	});
	if (publisher) publishAnswers(app, { publisher, pages, isRouted, privatePages, reportFailure });
	// The page that its sender looks at next says so too, when another server has changed it a moment ago.
	app.addHook("onSend", async ({ method }, { statusCode }) => {
		if (method === "POST" && tellingStatuses.includes(statusCode)) await parts.lookForChanges?.();
	});
	app.addHook("onRequest", async ({ raw }) => parts.proxyWatch.note(raw.socket.remoteAddress, raw.headers));
	// What was made when the site was built is compressed already. Bodies of requests are not unpacked: their limits are of what arrives.
	await app.register(compress, { globalDecompression: false, encodings: ["br", "gzip"] });
	const limitFormPosts = await createFormPostLimit(app, {
		perMinute: config.rateLimitPerMinute,
		countPost: parts.countPost ?? (await createPostCounts(parts.database, log)),
	});
	const features = createFeatures(parts);
	const { submitEnquiry, demoBooking, jobs, submitApplication, manageApplication, jobAlerts, personCheck } = features;

	function createContext(
		client: string | undefined,
		rejectedApplication: RejectedApplication | null = null,
	): RouterContextProvider {
		const context = parts.contents?.createContext() ?? new RouterContextProvider();
		context.set(clientContext, client);
		context.set(personCheckContext, personCheck);
		context.set(submitEnquiryContext, submitEnquiry);
		context.set(demoBookingContext, demoBooking);
		context.set(clockContext, parts.clock);
		context.set(jobsContext, jobs);
		context.set(manageApplicationContext, manageApplication);
		context.set(manageInterviewContext, features.manageInterview);
		context.set(jobAlertsContext, jobAlerts);
		context.set(rejectedApplicationContext, rejectedApplication);
		return context;
	}

	const applicationRoutesOptions: ApplicationRoutesOptions = {
		submitApplication,
		choices: listCareersChoices(parts.careers),
		files: parts.files,
		uploadBudget: createUploadBudget({ ...parts, bytesPerDay: config.uploadBytesPerNetworkPerDay }),
		limitFormPosts,
		renderRefusal(jobId, rejected, client) {
			const context = createContext(undefined, rejected);
			context.set(formRefusedContext, true);
			const url = `${config.publicUrl}/career/apply/${encodeURIComponent(jobId)}?view=whole`;
			return pages.render(new Request(url), context, normalizeIP(client));
		},
		sendErrorPage: (error, request, reply, backTo) =>
			sendErrorPage(error, request, reply, { pages, reportFailure, backTo }),
		reportFailure,
	};

	addPictureRoute(app, pictures);
	if (parts.readContent)
		addDrawnPictures(app, {
			getContent: parts.readContent,
			readPicture: (content, src) => readPicture({ config, db: parts.database.db }, content, src),
		});
	await app.register(healthRoutes, parts);
	await app.register(addressProofRoute, { getSecret: () => getNetworkSecret(parts.database.db) });
	await app.register(apiRoutes, {
		title: `${parts.company.name}: public API`,
		publicUrl: config.publicUrl,
		locale: parts.company.locale,
		features: [
			(api) => api.register(enquiryRoutes, { submitEnquiry, limitFormPosts }),
			(api) => api.register(bookingCalendarRoutes, { demoBooking }),
			(api) => api.register(interviewRoutes, features),
			(api) => api.register(pageFailureRoutes, { metrics: parts.metrics, log, limitFormPosts }),
			async (api) => {
				if (siteParts.booking)
					await api.register(bookingRoutes, { demoBooking, company: parts.company, limitFormPosts });
				if (!siteParts.careers) return;
				await api.register(jobRoutes, { jobs });
				await api.register(jobAlertRoutes, { jobAlerts, limitFormPosts });
				await api.register(applicationRoutes, applicationRoutesOptions);
			},
		],
	});
	if (siteParts.careers) await app.register(applicationFormRoutes, applicationRoutesOptions);
	await app.register(pageRoutes, {
		pages,
		publicUrl: config.publicUrl,
		limitFormPosts,
		// A mail provider ends the alerts of all its users with one click each (RFC 8058) from a few addresses of its own.
		unlimitedForms: ["/career/alerts/:token"],
		reportFailure,
		createContext,
	});

	app.addHook("onClose", () => visits.close());
	if (parts.isSuccessor) app.addHook("onReady", async () => visits.start());
	// A server that makes answers for another's visitors listens nowhere, and counts nobody.
	app.addHook("onListen", () => visits.start());
	app.decorate("callOffInterviews", () => features.callOffInterviews());
	app.decorate("announceJobs", async () => {
		if (parts.company.parts.careers) await jobAlerts.announce();
	});
	return app;
}

/**
 * Gives the name under which an answer counts as a visit of a page: its path in the way that links are written, which the data stand for
 * with which a browser goes on to it, or what opening a form asks for. Undefined for everything else: files, addresses without a page, and
 * pages that belong to one person.
 */
function nameVisitedPage(path: string, isNoPublicPage: (path: string) => boolean): string | undefined {
	// What is free is the first that the form of a call asks for.
	if (path === "/demo/availability") return openedBookingForm;
	const asked = path === "/_.data" ? "/" : path.replace(/\.data$/, "");
	const page = asked.length > 1 && asked.endsWith("/") ? asked.slice(0, -1) : asked;
	return page.includes(".") || isNoPublicPage(page) ? undefined : page;
}

/** Makes all that the features can do, of the parts that they share. */
function createFeatures(parts: AppDeps) {
	const { clock, config, company, database, metrics, outbox } = parts;
	const featureDeps = {
		...parts,
		salesEmail: config.salesEmail ?? company.salesEmail,
		messageIdDomain: nameMessageIds(config),
		publicUrl: config.publicUrl,
		hosts: createHostDeps(parts),
	};
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
		onStored(state) {
			countEnquiry(state);
			outbox.wake();
		},
	});
	const bookingDeps: BookingDeps = {
		...featureDeps,
		caps: config.bookingCaps,
		onOccurrence(occurrence) {
			countBooking(occurrence);
			outbox.wake();
		},
	};
	const demoBooking = createDemoBooking({
		...bookingDeps,
		listOthers: createInterviewFeed(config),
		isHost: isHostPerson,
	});
	const personCheck = createPersonCheck({
		...parts,
		releases: [createEnquiryRelease(parts), createBookingRelease(bookingDeps), createApplicationRelease(parts)],
		onReleased: () => outbox.wake(),
	});

	const jobs = createJobsReader(parts);
	const choices = listCareersChoices(parts.careers);
	const applicationDeps = {
		...featureDeps,
		choices,
		careersEmail: config.careersEmail ?? company.careersEmail,
		jobs,
		countSelfIdentification: parts.countSelfIdentification ?? createSelfIdentificationCounter(parts).count,
		onStored(state: string) {
			countApplication(state);
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
	const ofApplications = parts.kinds?.find(({ name }) => name === applicationKind);
	const manageApplication = createManageApplication({
		...applicationDeps,
		findToldStage:
			ofApplications && ((reference) => findToldStage(database.db, ofApplications, reference, clock.now())),
		onWithdrawn: manageInterview.cancelAll,
	});
	const jobAlerts = createJobAlerts({
		...featureDeps,
		onEmails: () => outbox.wake(),
	});
	return {
		submitEnquiry,
		demoBooking,
		jobs,
		submitApplication,
		manageApplication,
		manageInterview,
		callOffInterviews: () => callOffAnswered(interviewDeps),
		jobAlerts,
		personCheck,
	};
}
