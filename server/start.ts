import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import { createAccounts, type Accounts } from "../core/accounts/accounts.server.ts";
import { tellAlarms } from "../core/alarms/tell-alarms.server.ts";
import { createCalendarReader } from "../core/appointments/calendar-reader.server.ts";
import type { GetSettings } from "../core/company/current-settings.ts";
import { listCurrentNotices } from "../core/notices/compose-notice.server.ts";
import { createNoticesKeeper } from "../core/notices/notices-keeper.server.ts";
import { createDailySweep } from "../core/people/daily-sweep.server.ts";
import { fillSenderColumns } from "../core/records/fill-sender-columns.server.ts";
import { endFeedsOf } from "../features/booking/calendar-feed.server.ts";
import { fillPhoneKeys } from "../features/careers/applications/store.server.ts";
import type { Job } from "../features/careers/jobs/job.ts";
import { createJobsReader } from "../features/careers/jobs/jobs.server.ts";
import { createIssueSender } from "../features/newsletter/send-issues.server.ts";
import { createPictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { createAutomaticBackups } from "../platform/backup/automatic-backups.ts";
import { createBackupProcess } from "../platform/backup/backup-process.ts";
import { systemClock } from "../platform/clock.ts";
import { collectGarbage } from "../platform/collect-garbage.ts";
import type { Config } from "../platform/config.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { followChanges } from "../platform/database/follow-changes.ts";
import { listOpenToOthers } from "../platform/database/sqlite.ts";
import { nameMessageIds } from "../platform/email/name-message-ids.ts";
import { createDrain } from "../platform/http/drain-server.ts";
import { getNetworkSecret } from "../platform/http/network-buckets.ts";
import { createProxyWatch } from "../platform/http/proxy-watch.ts";
import { createReadinessProbe } from "../platform/http/readiness-probe.ts";
import { createLog, type Logger } from "../platform/log.ts";
import { memoiseByState } from "../platform/memoise-by-state.ts";
import { createMetrics, listenForMetrics } from "../platform/metrics.ts";
import { createPageCache } from "../platform/pages/page-cache.ts";
import { createRenderingThreads } from "../platform/pages/rendering-threads.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import { getProgramUrl } from "../platform/program-url.ts";
import { startRecurringWork } from "../platform/recurring-work.ts";
import { createApp } from "./app.ts";
import { createDesk, type DeskSource } from "./desk.ts";
import { createErasureLock } from "./erasure-lock.ts";
import { findArticle } from "./find-article.ts";
import { findAppointmentIds, findHostAddresses } from "./hosts.ts";
import { createDeskImports } from "./imports.ts";
import { createIncomingMail } from "./incoming-mail.ts";
import { createIndexNow } from "./index-now.ts";
import { listProblems } from "./list-problems.ts";
import { migrations } from "./migrations.ts";
import { openInstallation } from "./open-installation.ts";
import { openOutboxes } from "./outboxes.ts";
import { createPageDatesKeeper } from "./page-dates-keeper.ts";
import { listPageSources, listWatched } from "./page-sources.ts";
import { listFileOwners, listPersonalRecords } from "./personal-data.ts";
import { prepareData } from "./prepare-data.ts";
import { createDeskRecords, listRecordKinds } from "./records.ts";
import { listRecurringTasks } from "./recurring-tasks.ts";
import type { Releases } from "./releases.ts";
import { createSiteDesk } from "./site-desk.ts";
import { createSiteTrial } from "./site-trial.ts";

export type RunningServer = {
	/** Address of the server. */
	url: string;
	/** Address of the desk; undefined when its port is taken. */
	deskUrl: string | undefined;
	/**
	 * Stops without failing a request: /readyz reports it while everything is served for DRAIN_SECONDS; then no new requests are accepted,
	 * current ones end, and outbox and database close.
	 */
	stop(): Promise<void>;
};

export type StartOptions = {
	config: Config;
	getSettings: GetSettings;
	/** The studio's releases over the build; without them, the content stays as built. */
	releases?: Releases;
	/** Fills an empty jobs table. */
	jobs: readonly Job[];
	pages: SitePages;
	desk: DeskSource;
	/** Starts the rendering thread; without it, every page is rendered on request. */
	createWorker?: () => Worker;
	/** Called before the log says that the server listens. */
	onRunning?: (server: RunningServer) => void;
	log?: Logger;
};

/**
 * Starts the server: database, outbox, metrics, the public listener and the desk's.
 * If the desk's port is taken, the public site runs anyway, and the log explains it.
 * @throws when database or files cannot be opened or do not belong together, or the public port is taken; nothing keeps running then
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
	const open = new AsyncDisposableStack();
	try {
		return await start(options, open);
	} catch (error) {
		await open.disposeAsync();
		throw error;
	}
}

/** @param open registers what is closed when the server stops or fails to start: last opened first, and each even if others fail */
async function start(
	{
		config,
		getSettings,
		releases,
		jobs,
		pages,
		desk: deskSource,
		createWorker,
		onRunning,
		log = createLog(config),
	}: StartOptions,
	open: AsyncDisposableStack,
): Promise<RunningServer> {
	const clock = systemClock;
	const getCompany = () => getSettings().company;
	const { database, files, installation } = await openInstallation({ config, company: getCompany(), clock, log }, () =>
		openDatabase(config, { migrations, log }),
	);
	open.defer(() => database.close());
	await releases?.follow(database);
	open.defer(async () => releases?.close());
	const getPersonalRecords = memoiseByState(getSettings, ({ company }) => listPersonalRecords(config, company));
	const getLock = memoiseByState(getSettings, ({ company }) => createErasureLock({ config, files, company }));
	const { deskSettings } = getSettings();
	const getKinds = memoiseByState(getSettings, ({ company, deskSettings: desk }) =>
		listRecordKinds({ config, company, desk }),
	);
	await prepareData({
		database,
		files,
		personalRecords: getPersonalRecords(),
		lock: getLock(),
		jobs,
		kinds: getKinds(),
		deskSettings,
		clock,
		log,
	});
	const metrics = createMetrics({ database, clock, log });
	const outboxes = await openOutboxes({ config, getSettings, getKinds, database, files, metrics, clock, log });
	open.defer(() => outboxes.stop());
	const secret = await getNetworkSecret(database.db);
	const stopping = new AbortController();
	const draining = new AbortController();
	const indexNow = createIndexNow({ config, database, clock, secret, stopping: stopping.signal });
	const pageDates =
		releases &&
		createPageDatesKeeper({
			database,
			clock,
			releases,
			log,
			onChanged: indexNow?.queue,
		});
	await pageDates?.keep();
	open.defer(async () => pageDates?.keep());
	const dailySweep = createDailySweep({
		database,
		files,
		installation,
		clock,
		log,
		listPersonalRecords: getPersonalRecords,
		listFileOwners: () => listFileOwners(config, getCompany()),
		getLock,
	});
	open.defer(() => dailySweep.stop());
	const calendarReader = createCalendarReader({
		database,
		clock,
		getTimeZone: () => getCompany().timeZone,
		log,
		findAddresses: findHostAddresses,
		findOwnIds: findAppointmentIds,
		allowsPrivateNetworks: config.readsPrivateCalendars,
	});
	open.defer(() => calendarReader.stop());
	const messageIdDomain = nameMessageIds(config);
	const base = {
		database,
		clock,
		log,
		messageIdDomain,
		onEmails: () => outboxes.emails.wake(),
	};
	const { mailboxReader, receiveMail } = createIncomingMail({ ...base, config, files, getKinds, secret, metrics });
	open.defer(() => mailboxReader.stop());
	const probeReadiness = createReadinessProbe({ database, dataDirectory: config.dataDirectory, log });
	const accounts = createAccounts({ ...base, endFeedsOf, config, getCompany, secret });
	const parts = {
		config,
		clock,
		database,
		files,
		messageIdDomain,
		outbox: outboxes.emails,
		metrics,
		log,
		probeReadiness,
		proxyWatch: createProxyWatch({ config, log }),
		stopping: stopping.signal,
		draining: draining.signal,
	};
	const follower = await followChanges({ database, config, watched: listWatched(clock), log });
	open.defer(() => follower.close());
	const openJobs = createJobsReader({ database, clock, getTimeZone: () => getCompany().timeZone });
	const pageCache =
		createWorker &&
		createPageCache({
			listPageSources: memoiseByState(getSettings, (settings) =>
				listPageSources({ database, clock, ...settings, jobs: openJobs, releases }),
			),
			workers: createRenderingThreads({ createWorker, log }),
			changes: database.changes,
			clock,
			metrics,
			log,
		});
	if (pageCache) open.defer(() => pageCache.close());
	// Previews of the site's pages load its fonts and pictures from the desk.
	const serveDeskFile: DeskSource["serveAsset"] = (request, response) =>
		deskSource.serveAsset(request, response) || (isSiteFile(request.url ?? "/") && pages.serve(request, response));
	const processor = createPictureProcessor({ log });
	open.defer(() => processor.close());
	const site =
		releases &&
		createSiteDesk({
			...parts,
			processor,
			pages,
			base: releases.base,
			built: releases.built,
			readContent: () => releases.current().content,
			findArticle: (slug) => findArticle(releases.current(), slug),
		});
	open.defer(async () => site?.close());
	const app = await createApp({
		...parts,
		getSettings,
		getKinds,
		pages,
		contents: releases?.contents,
		readContent: releases && (() => releases.current().content),
		previewLinks: site?.previewLinks,
		pageCache,
		jobs: openJobs,
		lookForChanges: follower.look,
		receiveMail,
	});
	const getRecords = memoiseByState(getSettings, (settings) =>
		createDeskRecords({ ...parts, ...settings, kinds: getKinds() }),
	);
	const getImports = memoiseByState(getSettings, (settings) =>
		createDeskImports({ ...parts, ...settings, installation, kinds: getKinds(), processor }),
	);
	const desk = await createDesk(
		{
			...parts,
			getSettings,
			accounts,
			getRecords,
			getImports,
			calendarReader,
			installation,
			pages,
			contents: releases?.contents,
			site,
			settleReleases: releases?.settle,
		},
		{ ...deskSource, serveAsset: serveDeskFile },
	);
	const drainApp = createDrain(app.server, { log });
	open.defer(() => app.close());
	const drainDesk = createDrain(desk.server, { log });
	open.defer(() => desk.close());
	if (config.metricsPort !== undefined) {
		const listener = await listenForMetrics(metrics, config.metricsPort);
		open.defer(() => listener.close());
		log.info({ url: listener.url }, "metrics");
	}
	await outboxes.start();
	// Starting leaves much behind, and nobody waits for a response yet.
	if (pageCache) await collectGarbage();
	void pageCache?.warm();
	const url = await app.listen({ port: config.port, host: config.host });
	const deskUrl = await listenForStaff(desk, config, log);
	await inviteFirstAdmin(accounts, log);
	const filling = fillEarlierRecords(database, stopping.signal, log);
	open.defer(() => filling);
	const endRecurringWork = startRecurringWork(
		listRecurringTasks({
			...base,
			getKinds,
			accounts,
			app,
			getCompany,
			getRecords,
			issueSender: createIssueSender({
				...base,
				perHour: config.newslettersPerHour,
				findArticle: (slug) => (getCompany().parts.newsletter ? site?.findArticle(slug) : undefined),
				onNewsletters: () => outboxes.newsletters?.wake(),
			}),
			getImports,
			publishDue: site && (() => site.studio.publishDue()),
			keepPageDates: pageDates?.keep,
			tellSearchEngines: indexNow?.send,
			backUp: config.backups.place
				? createAutomaticBackups({
						config,
						getCompany,
						database,
						clock,
						log,
						installation: installation.id,
						runJob: createBackupProcess(getProgramUrl("./backup-program.ts", import.meta.url)),
						stopping: stopping.signal,
					})
				: undefined,
			keepNotices: createNoticesKeeper({
				database,
				clock,
				getCurrent: () => listCurrentNotices(getCompany().notices, config.retentionMonths),
			}),
			trySite: createSiteTrial({ ...parts, getSettings, getPersonalRecords, secret }),
			tellAlarms: () =>
				tellAlarms({
					...base,
					listProblems: () => listProblems({ config, database, clock, company: getCompany() }),
					alarmEmail: config.alarmEmail,
				}),
			stopping: stopping.signal,
		}),
		log,
	);
	open.defer(endRecurringWork);
	dailySweep.start();
	calendarReader.start();
	mailboxReader.start();
	if (database.kind === "sqlite") warnOfOpenPaths(config, log);

	const stop = async () => {
		log.info("stopping");
		stopping.abort();
		outboxes.pause();
		await sleep(config.drainSeconds * 1_000);
		draining.abort();
		await Promise.all([endRecurringWork(), drainApp(), deskUrl !== undefined && drainDesk()]);
		await open.disposeAsync();
		log.info("stopped");
	};
	let stopped: Promise<void> | undefined;
	const server = { url, deskUrl, stop: () => (stopped ??= stop()) };
	onRunning?.(server);
	log.info({ url, publicUrl: config.publicUrl, database: database.kind }, "listening");
	return server;
}

function isSiteFile(url: string): boolean {
	return url.startsWith("/assets/") || url.startsWith("/pictures/");
}

async function listenForStaff(
	desk: FastifyInstance,
	{ deskPort, deskHost }: Config,
	log: Logger,
): Promise<string | undefined> {
	try {
		const url = await desk.listen({ port: deskPort, host: deskHost });
		log.info({ url }, "desk");
		return url;
	} catch (error) {
		log.error(
			{ host: deskHost, port: deskPort, err: error },
			"the desk is not running: its port cannot be used. Change DESK_PORT or DESK_HOST. The public site runs without it",
		);
		return undefined;
	}
}

async function inviteFirstAdmin({ joining }: Pick<Accounts, "joining">, log: Logger): Promise<void> {
	const link = await joining.createFirstLink();
	if (link !== undefined)
		log.warn(
			{ open: link },
			"no account yet: open this link to create the first admin. It works once, and each start creates a new one",
		);
}

/** Fills in what records of earlier releases lack. There may be many, and nothing waits for them. Never rejects. */
async function fillEarlierRecords(database: Database, stopping: AbortSignal, log: Logger): Promise<void> {
	try {
		await fillPhoneKeys(database, stopping);
		await fillSenderColumns(database, stopping);
	} catch (error) {
		log.warn(
			{ err: error },
			"could not fill in phone numbers, domains and names of earlier records; retrying in an hour",
		);
	}
}

function warnOfOpenPaths({ dataDirectory }: Pick<Config, "dataDirectory">, log: Logger): void {
	const paths = listOpenToOthers(dataDirectory);
	if (paths.length > 0)
		log.warn({ paths }, "other users of this machine can read the data; restrict these paths (chmod go=)");
}
