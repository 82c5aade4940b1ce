import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Accounts } from "../core/accounts/accounts.server.ts";
import type { CalendarReader } from "../core/appointments/calendar-reader.server.ts";
import type { CompanySettings } from "../core/company/current-settings.ts";
import type { Imports } from "../core/imports/imports.server.ts";
import { createOwnDevices } from "../core/push/own-devices.server.ts";
import { createReadLog, type ReadLog, type ReferenceAlias } from "../core/read-log/read-log.server.ts";
import { getKindNamed } from "../core/records/record-kind.ts";
import type { Records } from "../core/records/records.server.ts";
import { deskApi } from "../desk/api/api.server.ts";
import type { DeskDeps, SiteDesk } from "../desk/guard/desk-deps.server.ts";
import type { DeskPages } from "../desk/guard/desk-pages.server.ts";
import { deskRoutes, writeDeskPolicy } from "../desk/guard/desk-routes.server.ts";
import { recordNames } from "../desk/guard/record-names.ts";
import { createDeskCalls } from "../features/booking/desk-calls.server.ts";
import { applicationNames } from "../features/careers/applications/application-names.ts";
import { createApplicationExport } from "../features/careers/applications/export-applications.server.ts";
import { createDeskInterviews } from "../features/careers/interviews/desk-interviews.server.ts";
import { interviewPrefix } from "../features/careers/interviews/interview-record.ts";
import { findInterview } from "../features/careers/interviews/store.server.ts";
import { createResumeViewer, type ViewResume } from "../features/careers/resumes/resume-viewer.server.ts";
import { createIssues } from "../features/newsletter/issues.server.ts";
import { writeAccentStyle } from "../features/publishing/accent-style.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { drawAppIcon, drawDeskIcon } from "../features/publishing/icons.server.ts";
import { logoPath } from "../features/publishing/logo-path.ts";
import { drawLogo, readBrand } from "../features/publishing/logo.server.ts";
import { createFailureReport, createHttpServer } from "../platform/http/create-http-server.ts";
import { sendErrorPage, type ReadyPages } from "../platform/http/error-page.ts";
import { createFormPostLimit } from "../platform/http/form-post-limit.ts";
import { isLoopback } from "../platform/http/is-loopback.ts";
import { createPostCounts } from "../platform/http/post-counts.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import type { Installation } from "../platform/installation/installation.ts";
import { memoiseByState } from "../platform/memoise-by-state.ts";
import { createOperations } from "../platform/operations/operations.ts";
import { shortenName } from "../shared/short-name.ts";
import { createDeskAnalytics } from "./analytics.ts";
import type { AppDeps } from "./app-deps.ts";
import { withLogo } from "./email-renderers.ts";
import { createHostDeps, listHostPurposes } from "./hosts.ts";
import { createJobDesk } from "./job-desk.ts";
import { findMailboxes } from "./mailboxes.ts";
import { createPeople } from "./people.ts";
import { readPicture } from "./read-picture.ts";
import { findCommit, readRelease } from "./software-version.ts";

/** Longer than the public site's: a resume of 10 MB over a slow line. */
const handlerTimeoutMs = 120_000;

/** How long a page waits for a calendar to be read, which then continues. */
const calendarWaitMs = 6_000;

/** The desk's pages and files. */
export type DeskSource = {
	pages: DeskPages;
	serveAsset: ReadyPages["serve"];
	/** Replaces the strict policy; for development only. */
	pagePolicy?: string;
};

/** An interview's pages show its applicant. */
const interviewAlias: ReferenceAlias = {
	prefix: interviewPrefix,
	findRecord: async (db, reference) => (await findInterview(db, reference))?.application,
};

const recordPrefixes = recordNames.map(({ prefix }) => prefix);

type DeskListenerDeps = Omit<AppDeps, "pageCache" | "lookForChanges"> & {
	accounts: Accounts;
	/** Returns what staff do with records. */
	getRecords(): Records;
	getImports(): Imports;
	readLog: ReadLog;
	installation: Pick<Installation, "id">;
	site?: SiteDesk | undefined;
	/** Resolves once every announced release is in force. */
	settleReleases?: (() => Promise<void>) | undefined;
	calendarReader: Pick<CalendarReader, "readDue">;
};

/**
 * Assembles the desk's server; it does not listen yet.
 * Every response has its headers, whatever its status, and browsers cache only the files that pages load.
 */
export async function createDesk(
	given: Omit<DeskListenerDeps, "readLog">,
	{ pages: deskPages, serveAsset, pagePolicy }: DeskSource,
): Promise<FastifyInstance> {
	const parts = { ...given, readLog: createReadLog({ ...given, prefixes: recordPrefixes, aliases: [interviewAlias] }) };
	const { config, getSettings, database, log } = parts;
	const viewResume = createResumeViewer(parts);
	let describeApi: DeskDeps["describeApi"] = () => {
		throw new Error("The API is not described yet");
	};
	const getDeps = memoiseByState(getSettings, (settings) =>
		createDeskDeps({ ...parts, ...settings, viewResume, describeApi: () => describeApi() }),
	);
	const pages: ReadyPages = {
		serve: serveAsset,
		findReady: () => undefined,
		errorPage: async (status, refusal) => ({
			headers: { "content-type": "text/html; charset=utf-8" },
			body: deskPages.renderError(status, refusal?.message, getSettings().company),
		}),
	};
	const securityHeaders = {
		...listSecurityHeaders(config.deskUrl, config),
		"Content-Security-Policy": writeDeskPolicy(),
		// Not no-referrer: with it, browsers send "Origin: null" with the desk's own forms. Other sites learn nothing.
		"Referrer-Policy": "same-origin",
		"X-Robots-Tag": "noindex",
		"Cache-Control": "no-store",
	};
	const reportFailure = createFailureReport(parts.metrics);
	const app = createHttpServer({ ...parts, pages, securityHeaders, reportFailure, handlerTimeoutMs });
	const countPost = parts.countPost ?? (await createPostCounts(database, log));
	const { readLog } = parts;
	app.addHook("onClose", () => readLog.close());
	const { settleReleases } = parts;
	// The page that follows a publication has its name, colours and times. A release that cannot be read is logged, and tried again.
	if (settleReleases) app.addHook("onRequest", () => settleReleases().catch(() => undefined));
	const limitFormPosts = await createFormPostLimit(app, { perMinute: config.rateLimitPerMinute, countPost });
	await app.register(deskApi, {
		getDeps,
		deskUrl: config.deskUrl,
		countPost,
		readLog,
		onDescribed: (describe) => (describeApi = describe),
	});
	await app.register(deskRoutes, {
		pages: deskPages,
		writePolicy: (nonce) => pagePolicy ?? writeDeskPolicy(nonce, writeAccentStyle(getSettings().company.accentColour)),
		getDeps,
		deskUrl: config.deskUrl,
		limitFormPosts,
		readLog,
		sendError: (error, request, reply) => sendErrorPage(error, request, reply, { pages, reportFailure }),
		reportFailure,
	});
	if (!isLoopback(config.deskHost) && !config.deskUrl.startsWith("https:"))
		log.warn(
			{ host: config.deskHost },
			"the desk is reachable from other machines without TLS, so passwords and personal data can be read on the way. Put a TLS proxy in front of it and set DESK_URL to its https:// address",
		);
	return app;
}

/** Creates the dependencies of the desk's pages from the current settings. */
function createDeskDeps({
	getRecords,
	getImports,
	installation,
	pages,
	contents,
	...parts
}: DeskListenerDeps & CompanySettings & { viewResume: ViewResume } & Pick<DeskDeps, "describeApi">): DeskDeps {
	const { config, company, database } = parts;
	const records = getRecords();
	const { salesEmail, careersEmail } = findMailboxes(config, company);
	const appointmentDeps = {
		...parts,
		publicUrl: config.publicUrl,
		hosts: createHostDeps(parts),
		onOccurrence: () => parts.outbox.wake(),
	};
	return {
		...parts,
		records,
		imports: getImports(),
		people: createPeople({ ...parts, installation }),
		jobs: createJobDesk({ ...parts, pages, contents }),
		...createDeskPictures(parts),
		applicationExport: createApplicationExport({ ...parts, kind: getKindNamed(records.kinds, applicationNames) }),
		analytics: createDeskAnalytics({ ...parts, records }),
		operations: createOperations({
			...parts,
			release: readRelease(),
			commit: findCommit(),
			timeZone: company.timeZone,
		}),
		listHostPurposes,
		openCalls: (noting = database) =>
			createDeskCalls({ ...appointmentDeps, database: noting, salesEmail, limits: config.bookingLimits }),
		openInterviews: (noting = database) =>
			createDeskInterviews({ ...appointmentDeps, database: noting, careersEmail, kinds: records.kinds }),
		issues: createIssues({
			...parts,
			company: withLogo(company, config.publicUrl),
			publicUrl: config.publicUrl,
			findArticle: (slug) => parts.site?.findArticle(slug),
			onEmails: () => parts.outbox.wake(),
		}),
		ownDevices: config.sendsPush
			? createOwnDevices({ ...parts, allowsPrivateNetworks: config.pushesToPrivateNetworks })
			: undefined,
		onEmails: () => parts.outbox.wake(),
		readCalendars: () =>
			Promise.race([parts.calendarReader.readDue(), setTimeout(calendarWaitMs, undefined, { ref: false })]),
	};
}

/** Makes what finds and draws the company's pictures of itself. */
function createDeskPictures({
	config,
	company,
	database,
	site,
}: Pick<AppDeps, "config" | "database"> & Pick<CompanySettings, "company"> & { site?: SiteDesk | undefined }): Pick<
	DeskDeps,
	"findLogo" | "drawAppIcon"
> {
	const read = (content: Content) =>
		readBrand(content, (src) => readPicture({ config, db: database.db }, content, src));
	const versionOf = ({ company: { logo, squareLogo, accentColour }, pictures }: Content) =>
		[logo, squareLogo]
			.flatMap((picture) => (picture ? [pictures[picture.src]?.url.split("/")[2] ?? ""] : []))
			.concat(accentColour.slice(1))
			.join("-");
	const findLogo: DeskDeps["findLogo"] = (shape) => {
		const content = site?.readContent();
		if (!content) return undefined;
		const { logo, squareLogo } = content.company;
		if (shape === "icon" ? !logo && !squareLogo : !logo) return undefined;
		return {
			address: `${logoPath}?${shape === "icon" ? "icon" : "v"}=${versionOf(content)}`,
			async draw() {
				const brand = await read(content);
				if (shape === "icon") return drawDeskIcon(brand);
				if (!brand.logo) throw new Error(`There is no picture ${logo?.src}`);
				return drawLogo(brand.logo);
			},
		};
	};
	return {
		findLogo,
		async drawAppIcon(icon) {
			const content = site?.readContent();
			const { accentColour } = company;
			return drawAppIcon(content ? await read(content) : { accentColour, shortName: shortenName(company) }, icon);
		},
	};
}
