import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RouterContextProvider } from "react-router";
import { mailEntrance } from "../core/conversations/incoming/mail-entrance.server.ts";
import { personCheckContext } from "../core/people/context.server.ts";
import { findPublicReplyTimes, publicReplyTimesContext } from "../core/records/public-reply-times.server.ts";
import { sourceLinkRoutes } from "../core/records/source-link-routes.server.ts";
import { findTrialOfMark, trialHeader } from "../core/self-trial/trial-mark.server.ts";
import type { TrialForm } from "../core/self-trial/trial-store.server.ts";
import { demoBookingContext } from "../features/booking/context.server.ts";
import { bookingCalendarRoutes, bookingRoutes } from "../features/booking/http.server.ts";
import { jobAlertsContext } from "../features/careers/alerts/context.server.ts";
import { jobAlertRoutes } from "../features/careers/alerts/http.server.ts";
import {
	applicationFormRoutes,
	applicationRoutes,
	type ApplicationRoutesOptions,
} from "../features/careers/applications/http.server.ts";
import { createSelfIdentificationCounter } from "../features/careers/applications/self-identification.server.ts";
import {
	clockContext,
	jobsContext,
	manageApplicationContext,
	manageInterviewContext,
	rejectedApplicationContext,
	talentPoolContext,
	type RejectedApplication,
} from "../features/careers/context.server.ts";
import { interviewRoutes } from "../features/careers/interviews/http.server.ts";
import { jobRoutes } from "../features/careers/jobs/jobs-http.server.ts";
import { createJobsReader } from "../features/careers/jobs/jobs.server.ts";
import { submitEnquiryContext } from "../features/enquiries/context.server.ts";
import { enquiryRoutes } from "../features/enquiries/http.server.ts";
import { newsletterContext } from "../features/newsletter/context.server.ts";
import { createPageViewCounter } from "../features/page-views/page-view-counter.server.ts";
import { openedBookingForm } from "../features/page-views/store.server.ts";
import { privacyRequestsContext } from "../features/privacy-requests/context.server.ts";
import { indexNowKeyRoute } from "../features/publishing/index-now/key-route.server.ts";
import { listPageDates, pageDatesContext } from "../features/publishing/page-dates/page-dates.server.ts";
import { createPictureResponses } from "../features/publishing/pictures/picture-responses.server.ts";
import { apiRoutes } from "../platform/http/api-routes.ts";
import { createFailureReport, createHttpServer } from "../platform/http/create-http-server.ts";
import { sendErrorPage } from "../platform/http/error-page.ts";
import { createFormPostLimit } from "../platform/http/form-post-limit.ts";
import { healthRoutes } from "../platform/http/health-routes.ts";
import { getNetworkSecret } from "../platform/http/network-buckets.ts";
import { pageFailureRoutes } from "../platform/http/page-failure-routes.ts";
import { createPostCounts } from "../platform/http/post-counts.ts";
import { HttpProblem } from "../platform/http/problem.ts";
import { discardFiles, receiveFiles, type FileLimits } from "../platform/http/receive-files.ts";
import { listSecurityHeaders, pickFileHeaders } from "../platform/http/security-headers.ts";
import { createUploadLimit } from "../platform/http/upload-limit.ts";
import { memoiseByState } from "../platform/memoise-by-state.ts";
import { addressProofRoute } from "../platform/operations/address-proof-route.ts";
import { findPageOfData, isDataPath } from "../platform/pages/data-path.ts";
import { clientContext, formRefusedContext } from "../platform/pages/live-page-context.server.ts";
import { createPathMatcher } from "../platform/pages/match-path.ts";
import { addCachedPages, addPageCacheRoutes } from "../platform/pages/page-cache-routes.ts";
import { pageRoutes } from "../platform/pages/page-routes.ts";
import { listCareersChoices } from "../shared/careers.ts";
import { isQuestionField } from "../shared/question-answers.ts";
import { answerFileLimits } from "../shared/questions.ts";
import { isOffered as isOfferedBy } from "../shared/site-modules.ts";
import type { AppDeps } from "./app-deps.ts";
import { addDrawnFiles } from "./drawn-files.ts";
import { addPictureResponses, addPictureRoute } from "./picture-responses.ts";
import { previewRoutes } from "./preview-routes.ts";
import { createPublicFeatures } from "./public-features.ts";
import { readPicture } from "./read-picture.ts";

/** Responses to forms that reveal somebody else's change: the slot is taken, the position is closed. */
const tellingStatuses = [409, 422];

/** Pages whose address is known only to one person. */
const privatePages = [
	"/demo/booking/:token",
	"/career/application/:token",
	"/career/talent-pool/:token",
	"/career/interview/:token",
	"/career/alerts/:token",
	"/newsletter/:token",
	"/privacy/request/:token",
	"/person/:token",
];

/** Calendar files of agreed appointments, which staff, visitors and applicants keep using when their site module is off. */
const isKeptForOthers = createPathMatcher([
	"/demo/calendar/:file",
	"/demo/booking/:token/:file",
	"/career/interview/:token/:file",
]);

declare module "fastify" {
	interface FastifyInstance {
		/** Sends job alerts about unannounced jobs. */
		announceJobs(): Promise<void>;
		/** Cancels the interviews that sent replies have called off. */
		callOffInterviews(): Promise<void>;
	}
}

/** Assembles the server; it does not listen yet. */
export async function createApp(parts: AppDeps): Promise<FastifyInstance> {
	const { config, pages, pageCache, log } = parts;
	const reportFailure = createFailureReport(parts.metrics);
	const securityHeaders = listSecurityHeaders(config.publicUrl, config);
	const pictures = createPictureResponses({ database: parts.database, headers: pickFileHeaders(securityHeaders) });
	const routed: string[] = [];
	let matchRouted: ((pathname: string) => boolean) | undefined;
	const isRouted = (pathname: string) => (matchRouted ??= createPathMatcher(routed))(pathname);
	const isPrivate = createPathMatcher(privatePages);
	const { getSettings } = parts;
	const getTimeZone = () => getSettings().company.timeZone;
	const isOffered = (path: string) => isOfferedBy(path, getSettings().company.parts);
	const pageViews = createPageViewCounter({
		...parts,
		getTimeZone,
		publicUrl: config.publicUrl,
		namePage: (path) => nameViewedPage(path, (page) => pages.isUnknown(page) || isRouted(page) || isPrivate(page)),
	});
	const app = createHttpServer({
		...parts,
		pages: addPictureResponses(pageCache ? addCachedPages(pages, pageCache, isRouted) : pages, pictures),
		securityHeaders,
		reportFailure,
		onResponse: pageViews.note,
	});
	app.addHook("onRoute", ({ url, method }) => {
		if (url !== "*" && [method].flat().includes("GET")) routed.push(url);
	});
	app.addHook("onRequest", async ({ raw: { url = "/", method } }) => {
		const path = decodePath(url.split("?", 1)[0] ?? "/");
		// A page of a site module that is off gets the response of an unknown address.
		const isPage = (method === "GET" || method === "HEAD") && !isRouted(path) && !isDataPath(path);
		if (!isPage && !isPrivate(path) && !isKeptForOthers(path) && !isOffered(path))
			throw new HttpProblem(404, "There is nothing at this address.");
	});
	if (pageCache) addPageCacheRoutes(app, { pageCache, pages, isRouted, privatePages, reportFailure });
	// The sender's next page shows the change too, if another server made it.
	app.addHook("onSend", async ({ method }, { statusCode }) => {
		if (method === "POST" && tellingStatuses.includes(statusCode)) await parts.lookForChanges?.();
	});
	app.addHook("onRequest", async ({ raw }) => parts.proxyWatch.note(raw.socket.remoteAddress, raw.headers));
	// Files of the build are compressed already. Requests are not decompressed, because their limits are for the received bytes.
	if (parts.compresses !== false) {
		const { default: compress } = await import("@fastify/compress");
		await app.register(compress, { globalDecompression: false, encodings: ["br", "gzip"] });
	}
	const limitFormPosts = await createFormPostLimit(app, {
		perMinute: config.rateLimitPerMinute,
		countPost: parts.countPost ?? (await createPostCounts(parts.database, log)),
	});
	const countSelfIdentification = createSelfIdentificationCounter({ ...parts, getTimeZone }).count;
	const jobs = parts.jobs ?? createJobsReader({ ...parts, getTimeZone });
	const getFeatures = memoiseByState(getSettings, (settings) =>
		createPublicFeatures({ ...parts, ...settings, jobs, countSelfIdentification }),
	);
	// Its counters are in the metrics from the start.
	getFeatures();

	function createContext(
		client: string | undefined,
		rejectedApplication: RejectedApplication | null = null,
	): RouterContextProvider {
		const features = getFeatures();
		const context = parts.contents?.createContext() ?? new RouterContextProvider();
		context.set(clientContext, client);
		context.set(personCheckContext, features.personCheck);
		context.set(submitEnquiryContext, features.submitEnquiry);
		context.set(demoBookingContext, features.demoBooking);
		context.set(clockContext, parts.clock);
		context.set(pageDatesContext, () => listPageDates(parts.database.db));
		context.set(publicReplyTimesContext, (kind) =>
			findPublicReplyTimes(parts.database.db, kind, { now: parts.clock.now(), timeZone: getTimeZone() }),
		);
		context.set(jobsContext, features.jobs);
		context.set(manageApplicationContext, features.manageApplication);
		context.set(talentPoolContext, features.talentPool);
		context.set(manageInterviewContext, features.manageInterview);
		context.set(jobAlertsContext, features.jobAlerts);
		context.set(newsletterContext, features.newsletter);
		context.set(privacyRequestsContext, features.privacyRequests);
		context.set(rejectedApplicationContext, rejectedApplication);
		return context;
	}

	async function findTrial({ headers }: FastifyRequest, form: TrialForm) {
		const id = await findTrialOfMark(headers[trialHeader], form, {
			db: parts.database.db,
			getSecret: () => getNetworkSecret(parts.database.db),
			now: parts.clock.now(),
		});
		return id === undefined ? undefined : { id, email: config.selfTrial.email };
	}

	const uploadLimit = createUploadLimit({ ...parts, bytesPerDay: config.uploadBytesPerNetworkPerDay });
	const applicationRoutesOptions: ApplicationRoutesOptions = {
		submitApplication: (form, options) => getFeatures().submitApplication(form, options),
		files: parts.files,
		uploadLimit,
		findTrial: (request) => findTrial(request, "application"),
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

	const getDemoBooking = () => getFeatures().demoBooking;
	addPictureRoute(app, pictures);
	if (parts.readContent)
		addDrawnFiles(app, {
			getContent: parts.readContent,
			readPicture: (content, src) => readPicture({ config, db: parts.database.db }, content, src),
		});
	await app.register(healthRoutes, parts);
	if (parts.receiveMail) await app.register(mailEntrance, { ...parts, receiveMail: parts.receiveMail });
	await app.register(sourceLinkRoutes, parts);
	if (config.indexNowUrl !== undefined)
		await app.register(indexNowKeyRoute, { getSecret: () => getNetworkSecret(parts.database.db) });
	await app.register(addressProofRoute, { getSecret: () => getNetworkSecret(parts.database.db) });
	await app.register(apiRoutes, {
		getNamedSettings() {
			const { company, careers } = getSettings();
			const { countries, locations } = listCareersChoices(careers);
			return {
				timeZone: company.timeZoneLabel,
				windowDays: String(company.demo.windowDays),
				domains: company.demo.domains,
				countries,
				locations,
			};
		},
		getTitle: () => `${getSettings().company.name}: public API`,
		publicUrl: config.publicUrl,
		documentUrl: "/openapi.json",
		below: "/api",
		getLocale: () => getSettings().company.locale,
		isOffered,
		features: [
			(api) =>
				api.register(enquiryRoutes, {
					getSubmitEnquiry: () => getFeatures().submitEnquiry,
					findTrial: (request) => findTrial(request, "enquiry"),
					limitFormPosts,
				}),
			(api) => api.register(bookingCalendarRoutes, { getDemoBooking }),
			(api) => api.register(interviewRoutes, { getManageInterview: () => getFeatures().manageInterview }),
			(api) => api.register(pageFailureRoutes, { metrics: parts.metrics, log, limitFormPosts }),
			(api) =>
				api.register(bookingRoutes, {
					getDemoBooking,
					findTrial: (request) => findTrial(request, "call"),
					limitFormPosts,
				}),
			(api) => api.register(jobRoutes, { getJobs: () => getFeatures().jobs }),
			(api) => api.register(jobAlertRoutes, { getJobAlerts: () => getFeatures().jobAlerts, limitFormPosts }),
			(api) => api.register(applicationRoutes, applicationRoutesOptions),
		],
	});
	await app.register(applicationFormRoutes, applicationRoutesOptions);
	if (parts.previewLinks)
		await app.register(previewRoutes, {
			previewLinks: parts.previewLinks,
			pages,
			publicUrl: config.publicUrl,
			createContext,
			reportFailure,
		});
	await app.register(pageRoutes, {
		pages,
		publicUrl: config.publicUrl,
		limitFormPosts,
		// A mail provider ends the subscriptions of all its users with one click each (RFC 8058) from a few addresses.
		unlimitedForms: ["/career/alerts/:token", "/newsletter/:token"],
		fileForms: {
			patterns: ["/contactUs/:service", "/demo/by-form", "/calls/:callType/by-form"],
			async receive({ raw, ip }) {
				const form = await receiveFiles(raw, parts.files, answerFormLimits);
				const discard = () => discardFiles(parts.files, form.files);
				const bytes = form.files.reduce((sum, { file }) => sum + file.bytes, 0);
				try {
					if (bytes > 0) await uploadLimit.spend(ip, bytes);
				} catch (error) {
					await discard();
					throw error;
				}
				return { form, discard };
			},
		},
		reportFailure,
		createContext,
	});

	app.addHook("onClose", () => pageViews.close());
	app.addHook("onClose", async () => pictures.close());
	// A server that renders for another one does not listen and counts nothing.
	app.addHook("onListen", () => pageViews.start());
	app.decorate("callOffInterviews", () => getFeatures().callOffInterviews());
	app.decorate("announceJobs", async () => {
		if (getSettings().company.parts.careers) await getFeatures().jobAlerts.announce();
	});
	return app;
}

/** Of a form with the company's own questions, some of which may ask for a file. */
const answerFormLimits: FileLimits = {
	isField: isQuestionField,
	maxFiles: answerFileLimits.files,
	maxBytes: answerFileLimits.bytes,
	maxTextBytes: 128 * 1024,
};

/** Decodes a path as routers do, which refuse a malformed one. */
function decodePath(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		return path;
	}
}

const availabilityPath = /^\/(?:demo|calls\/[^/]+)\/availability$/;

/**
 * Returns the name of a page view: the canonical path, also for the data that a browser navigates with, or the booking form when it is
 * opened. Undefined for files, unknown addresses and personal pages.
 */
function nameViewedPage(path: string, isNoPublicPage: (path: string) => boolean): string | undefined {
	// The booking form first requests the free slots.
	if (availabilityPath.test(path)) return openedBookingForm;
	const asked = findPageOfData(path);
	const page = asked.length > 1 && asked.endsWith("/") ? asked.slice(0, -1) : asked;
	return page.includes(".") || isNoPublicPage(page) ? undefined : page;
}
