import { randomUUID } from "node:crypto";
import { Writable, type Readable } from "node:stream";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { expect, onTestFinished } from "vitest";
import { createAccounts } from "../../core/accounts/accounts.server.ts";
import { createCalendarReader } from "../../core/appointments/calendar-reader.server.ts";
import type { CompanySettings } from "../../core/company/current-settings.ts";
import type { MailboxReader } from "../../core/conversations/incoming/mailbox-reader.server.ts";
import { endFeedsOf } from "../../features/booking/calendar-feed.server.ts";
import { createContentBuilder } from "../../features/publishing/documents/build-content.server.ts";
import type { ContentSource } from "../../features/publishing/documents/content-source.server.ts";
import { createPictureProcessor } from "../../features/publishing/pictures/picture-processor.server.ts";
import { readConfig, type Config } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import type { EmailRenderers } from "../../platform/email/email.ts";
import { nameMessageIds } from "../../platform/email/name-message-ids.ts";
import { openFileStore, type FileStore } from "../../platform/files/file-store.ts";
import { getNetworkSecret } from "../../platform/http/network-buckets.ts";
import { createPostCounts } from "../../platform/http/post-counts.ts";
import { createProxyWatch } from "../../platform/http/proxy-watch.ts";
import { createReadinessProbe } from "../../platform/http/readiness-probe.ts";
import { createLog } from "../../platform/log.ts";
import { createMetrics, type Metrics } from "../../platform/metrics.ts";
import type { PageCache } from "../../platform/pages/page-cache.ts";
import type { SitePages } from "../../platform/pages/site-pages.ts";
import type { AppDeps } from "../../server/app-deps.ts";
import { createApp } from "../../server/app.ts";
import { createDesk } from "../../server/desk.ts";
import { createEmailRenderers } from "../../server/email-renderers.ts";
import { findArticle } from "../../server/find-article.ts";
import { findAppointmentIds } from "../../server/hosts.ts";
import { createDeskImports } from "../../server/imports.ts";
import { createIncomingMail } from "../../server/incoming-mail.ts";
import { createDeskRecords, listRecordKinds } from "../../server/records.ts";
import { createSiteDesk } from "../../server/site-desk.ts";
import type { CareersSettings } from "../../shared/careers.ts";
import type { Company } from "../../shared/company.ts";
import type { DeskSettings } from "../../shared/desk.ts";
import type { Role } from "../../shared/roles.ts";
import { testCareers } from "./careers.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { openTestDatabase, type DatabaseConfig, type DatabaseKind } from "./databases.ts";
import { testDesk } from "./desk-settings.ts";
import { signInStaff } from "./staff.ts";
import { loadTestDesk } from "./test-desk.ts";
import { withoutDns } from "./without-dns.ts";

export const testCompany: Company = {
	name: "Narangi Technologies",
	legalName: "Narangi Technologies Private Limited",
	description: "An IT services company.",
	country: "IN",
	timeZone: "Asia/Kolkata",
	timeZoneLabel: "India",
	locale: "en-IN",
	currency: "INR",
	accentColour: "#2F9E8F",
	founded: 2016,
	email: "hello@narangi.example",
	salesEmail: "sales@narangi.example",
	careersEmail: "careers@narangi.example",
	phone: { display: "+91 11 4000 0155", e164: "+911140000155" },
	offices: [
		{
			id: "new-delhi",
			city: "New Delhi",
			careersCity: "New Delhi",
			street: "27 Long Road",
			locality: "New Delhi",
			region: "Delhi",
			postalCode: "110001",
			country: "IN",
			headquarters: true,
			people: 27,
			careersNote: "Our head office.",
		},
	],
	hours: {
		days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
		opens: "10:00",
		closes: "18:00",
		text: "Monday-Saturday 10am to 6pm",
	},
	replyWithinBusinessHours: 24,
	statistics: { projectsMade: 155, clientsServed: "85+", averageRating: "4.8" },
	socials: [{ network: "linkedin", label: "LinkedIn", url: "https://www.linkedin.com/company/narangi-example" }],
	copyrightYear: 2025,
	jurisdictionCity: "New Delhi",
	privacyContact: { name: "Ritu Malhotra", email: "privacy@narangi.example" },
	demo: {
		callMinutes: 30,
		noticeMinutes: 60,
		windowDays: 90,
		callsPerSlot: 1,
		closures: [],
		publicHolidays: [{ date: "2026-12-25", reason: "Christmas" }],
		domains: ["Web development", "Hosting", "Security"],
	},
	parts: { booking: true, careers: true, blog: true, portfolio: true, newsletter: false },
};

/** Checks that every stored file that a test opens is closed: a forgotten open file ends the process later. */
function watchReads(files: FileStore): FileStore {
	const opened: Readable[] = [];
	onTestFinished(() => expect.poll(() => opened.filter(({ closed }) => !closed)).toEqual([]));
	return {
		...files,
		async read(name) {
			const content = await files.read(name);
			if (content) opened.push(content);
			return content;
		},
	};
}

/** Pages with one built page at "/", one rendered page for everything else, and an error page with its status and the refused values. */
export function createTestPages(
	render: SitePages["render"] = async () =>
		new Response("<h1>Rendered</h1>", { headers: { "content-type": "text/html" } }),
): SitePages {
	return {
		serve(request, response) {
			if (request.url !== "/" || request.method !== "GET") return false;
			response.writeHead(200, ["content-type", "text/html"]).end("<h1>Built</h1>");
			return true;
		},
		findReady: () => undefined,
		isUnknown: () => false,
		render,
		errorPage: async (status, refusal) => ({
			headers: { "content-type": "text/html" },
			body: `<h1>Error page for ${status}</h1>${[refusal?.message, refusal?.backTo].filter(Boolean).join(" ")}`,
		}),
	};
}

/** Settings of a company for a server without releases. */
export const testSettings: CompanySettings = { company: testCompany, careers: testCareers, deskSettings: testDesk };

/** Tests book more than one sender may. */
export const withoutBookingLimits = {
	LIVE_BOOKINGS_PER_ADDRESS: "0",
	LIVE_BOOKINGS_PER_NETWORK: "0",
	BOOKINGS_PER_HOUR_UNCONFIRMED: "0",
};

/** Dependencies of a page cache. */
type PageCacheDeps = Pick<AppDeps, "config" | "metrics" | "log"> & {
	company: Company;
	careers: CareersSettings;
	clock: TestClock;
	database: Database & DatabaseConfig;
};

/** The desk with a signed-in member, whose cookie is sent with every request. */
export type TestDesk = {
	app: FastifyInstance;
	accountId: string;
	cookie: string;
	inject(options: InjectOptions): Promise<LightMyRequestResponse>;
	/** With a base. */
	site: ReturnType<typeof createSiteDesk> | undefined;
};

export type TestServer = {
	app: FastifyInstance;
	/** Address of the server. */
	url: string;
	database: Database & DatabaseConfig;
	clock: TestClock;
	metrics: Metrics;
	/** Its renderers of e-mails. */
	renderers: EmailRenderers;
	/** The lines of the log. */
	lines: Record<string, unknown>[];
	/** Not started. */
	mailboxReader: MailboxReader;
	pageCache: PageCache | undefined;
	/** How often the outbox was told about new e-mails. */
	wakes(): number;
	/** Announces that the server is about to stop. */
	drain(): void;
	/** Assembles the desk's server beside it, for injected requests. */
	openDesk(options?: {
		roles?: readonly Role[];
		/** The content of the build; without it, the content cannot be edited. */
		base?: ContentSource;
	}): Promise<TestDesk>;
};

/** Starts a server on a free port with its own database and a fixed clock, for this test. */
export async function startTestServer(
	kind: DatabaseKind,
	{
		environment = {},
		pages = createTestPages(),
		company = testCompany,
		careers = testCareers,
		deskSettings = testDesk,
		databaseConfig,
		clock = createTestClock(),
		createPageCache,
		lookForChanges,
		countPatienceMs,
		previewLinks,
	}: {
		environment?: Record<string, string>;
		pages?: SitePages;
		company?: Company;
		careers?: CareersSettings;
		deskSettings?: DeskSettings;
		databaseConfig?: DatabaseConfig;
		clock?: TestClock;
		/** By default there is none, and every page is rendered on request. */
		createPageCache?: (parts: PageCacheDeps) => Promise<PageCache>;
		lookForChanges?: () => Promise<void>;
		/** How long a form post waits to be counted together with other servers. */
		countPatienceMs?: number;
		previewLinks?: AppDeps["previewLinks"];
	} = {},
): Promise<TestServer> {
	const database = await openTestDatabase(kind, databaseConfig);
	const config: Config = {
		...readConfig({ PORT: "0", DESK_PORT: "0", RATE_LIMIT_PER_MINUTE: "0", ...withoutBookingLimits, ...environment }),
		dataDirectory: database.dataDirectory,
	};
	const lines: Record<string, unknown>[] = [];
	const log = createLog(
		{ logLevel: "trace" },
		new Writable({
			write(chunk: Buffer, _encoding, done) {
				lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
				done();
			},
		}),
	);
	const files = watchReads(await openFileStore(config));
	const metrics = createMetrics({ database, clock, log });
	const draining = new AbortController();
	let wakes = 0;
	const probeReadiness = createReadinessProbe({ database, dataDirectory: database.dataDirectory, log });
	const parts = {
		config,
		company,
		careers,
		clock,
		database,
		files,
		messageIdDomain: nameMessageIds(config),
		metrics,
		log,
		probeReadiness,
		proxyWatch: createProxyWatch({ config, log }),
		outbox: { wake: () => wakes++ },
		stopping: draining.signal,
		draining: draining.signal,
	};
	const settings = { company, careers, deskSettings };
	const getSettings = () => settings;
	const kinds = listRecordKinds({ config, company, desk: deskSettings });
	const pageCache = await createPageCache?.(parts);
	if (pageCache) onTestFinished(() => pageCache.close());
	const countPost = await createPostCounts(database, log, { patienceMs: countPatienceMs });
	const { receiveMail, mailboxReader } = createIncomingMail({
		...parts,
		getKinds: () => kinds,
		secret: await getNetworkSecret(database.db),
		onEmails: () => wakes++,
		resolver: withoutDns,
	});
	const app = await createApp({
		...parts,
		getSettings,
		getKinds: () => kinds,
		pages,
		pageCache,
		lookForChanges,
		countPost,
		receiveMail,
		previewLinks,
	});
	onTestFinished(() => app.close());
	const url = await app.listen({ port: 0, host: "127.0.0.1" });
	async function openDesk({
		roles = ["admin"],
		base,
	}: { roles?: readonly Role[]; base?: ContentSource } = {}): Promise<TestDesk> {
		const content = base && (await createContentBuilder().build(base));
		const accounts = createAccounts({
			endFeedsOf,
			...parts,
			getCompany: () => company,
			secret: await getNetworkSecret(database.db),
			onEmails: () => wakes++,
		});
		const calendarReader = createCalendarReader({
			...parts,
			getTimeZone: () => company.timeZone,
			findAddresses: async () => [],
			findOwnIds: findAppointmentIds,
			allowsPrivateNetworks: config.readsPrivateCalendars,
		});
		onTestFinished(() => calendarReader.stop());
		const processor = createPictureProcessor({ log });
		onTestFinished(() => processor.close());
		const site =
			base &&
			content &&
			createSiteDesk({
				...parts,
				processor,
				pages,
				base,
				readContent: () => content,
				findArticle: (slug) => findArticle({ content, otherAddresses: new Map() }, slug),
			});
		onTestFinished(async () => site?.close());
		const records = createDeskRecords({ ...parts, kinds });
		const installation = { id: "installation" };
		const imports = createDeskImports({ ...parts, installation, kinds, processor });
		const desk = await createDesk(
			{
				...parts,
				getSettings,
				calendarReader,
				accounts,
				getRecords: () => records,
				getImports: () => imports,
				installation,
				pages,
				site,
			},
			await loadTestDesk(),
		);
		onTestFinished(() => desk.close());
		const { accountId, token } = await signInStaff(database, {
			now: clock.now(),
			roles,
			email: `${randomUUID()}@staff.example`,
		});
		const prefix = config.deskUrl.startsWith("https:") ? "__Host-" : "";
		const cookie = `${prefix}desk-session=${token}`;
		return {
			app: desk,
			site,
			accountId,
			cookie,
			inject: (options) => desk.inject({ ...options, headers: { cookie, ...options.headers } }),
		};
	}
	return {
		app,
		url,
		database,
		clock,
		metrics,
		renderers: createEmailRenderers({ config, company, files: parts.files, kinds }),
		lines,
		mailboxReader,
		pageCache,
		wakes: () => wakes,
		drain: () => draining.abort(),
		openDesk,
	};
}
