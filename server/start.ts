import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import { createAccounts } from "../features/accounts/accounts.server.ts";
import { forgetCallUndos } from "../features/booking/call-changes-store.server.ts";
import { lapseUnconfirmed, releaseForgottenHosts } from "../features/booking/places.server.ts";
import { forgetNetworks } from "../features/booking/store.server.ts";
import type { Job } from "../features/careers/jobs/job.ts";
import { hostEmailKinds } from "../features/booking/email-intents.server.ts";
import { createSelfIdentificationCounter } from "../features/careers/applications/self-identification.server.ts";
import { forgetInterviewUndos } from "../features/careers/interviews/interview-undo.server.ts";
import { fillPhoneKeys } from "../features/careers/applications/store.server.ts";
import { interviewHostEmailKinds } from "../features/careers/interviews/email-intents.server.ts";
import { seedJobs } from "../features/careers/jobs/jobs.server.ts";
import { seedTemplates } from "../features/records/templates.server.ts";
import type { CareersFacts } from "../shared/careers.ts";
import type { Company } from "../shared/company.ts";
import type { DeskFacts } from "../shared/desk.ts";
import { createApp } from "./app.ts";
import { systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { createDesk, type DeskSource } from "./desk.ts";
import type { Editions } from "./editions.ts";
import { followFacts, takeFacts } from "./follow-facts.ts";
import { findHostAddresses } from "./hosts.ts";
import { createEmailRenderers } from "./email-renderers.ts";
import { nameMessageIds } from "./name-message-ids.ts";
import { createLiveView } from "../platform/live-view.ts";
import { keepForEdition, keepForEver } from "../platform/pages/page-contents.ts";
import { openDatabase } from "../platform/database/database.ts";
import { deleteOldChanges, followChanges } from "../platform/database/follow-changes.ts";
import { listOpenToOthers } from "../platform/database/sqlite.ts";
import { listPersonalRecords } from "./personal-data.ts";
import { eraseRestoredPeople } from "../platform/retention/erased-people.ts";
import { createDailySweep } from "../platform/retention/daily-sweep.ts";
import { createCalendarReader } from "../platform/hosts/calendar-reader.ts";
import { deletePastHostTimes } from "../platform/hosts/delete-past-times.ts";
import { deleteExpiredKeys } from "../platform/http/idempotency.ts";
import { createDrain } from "../platform/http/drain-server.ts";
import { getNetworkSecret } from "../platform/http/network-buckets.ts";
import { createProxyWatch } from "../platform/http/proxy-watch.ts";
import { createReadinessProbe } from "../platform/http/readiness-probe.ts";
import { createPostCounts, deleteEndedPostCounts } from "../platform/http/post-counts.ts";
import { deleteExpiredPersonChecks } from "../platform/person-check/person-check.ts";
import { createLog, type Logger } from "../platform/log.ts";
import { createCeilingAlarm } from "../platform/email/ceiling-alarm.server.tsx";
import type { EmailCaps } from "../platform/email/email-caps.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createSmtpTransport } from "../platform/email/transport.ts";
import { createMetrics, listenForMetrics } from "../platform/metrics.ts";
import { createAnswerWorkers } from "../platform/pages/answer-workers.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import { createPublisher } from "../platform/pages/publisher.ts";
import { createJobDesk } from "./job-desk.ts";
import { migrations } from "./migrations.ts";
import { createDeskRecords, listRecordKinds, listTemplateSeeds, registerMissing } from "./records.ts";
import { listPublications, listWatched } from "./publications.ts";
import { createSiteDesk } from "./site-desk.ts";
import { createSummaryEmails } from "./summary-emails.ts";
import { createPeople } from "./people.ts";
import { openInstallation } from "./open-installation.ts";

const sweepMs = 60 * 60 * 1_000;
/** How long it takes at most until those who asked for job alerts are written to about a new job. */
const announceMs = 60_000;
/** How often calls are given up that nobody confirmed in time; what is free knows of them at once. */
const lapseMs = 60_000;
/** How often is looked whether the day's digest of what is in quarantine, and the week's numbers, have been written. */
const digestMs = 5 * 60 * 1_000;

/** How often is looked whether the time of a publication has come. */
const publishDueMs = 5_000;

export type RunningServer = {
	/** Where the server listens. */
	url: string;
	/** Where the desk does; undefined when its port is taken. */
	deskUrl: string | undefined;
	/**
	 * Stops without failing a request: /readyz says so while everything is served for DRAIN_SECONDS more, then nothing new is taken and
	 * requests under way end, then outbox and database close.
	 */
	stop(): Promise<void>;
};

export type StartOptions = {
	config: Config;
	/** What the company is, as content has it whenever it is read. */
	company: Company;
	careers: CareersFacts;
	/** How staff work with records. */
	deskFacts: DeskFacts;
	/** What the studio publishes over what the site was built with; without it, content stays as it was built. */
	editions?: Editions;
	/** What an empty jobs table is filled with. */
	jobs: readonly Job[];
	pages: PageSource;
	desk: DeskSource;
	/** Starts the thread that makes public answers; without it, every page is rendered for the request. */
	createWorker?: () => Worker;
	log?: Logger;
};

/**
 * Starts the server: database, outbox, metrics, the public listener, and the staff's.
 *
 * Where the staff's port is taken, the public site runs all the same, and the log says how to have both.
 *
 * @throws when the database or the folder of files cannot be opened, they do not belong together, or a port is taken; nothing keeps
 * running then
 */
export async function startServer({
	config,
	company,
	careers,
	deskFacts,
	editions,
	jobs,
	pages,
	desk: deskSource,
	createWorker,
	log = createLog(config),
}: StartOptions): Promise<RunningServer> {
	const clock = systemClock;
	const { database, files, installation } = await openInstallation({ config, company, clock }, () =>
		openDatabase(config, { migrations, log }),
	);
	/** What has to be closed again, last opened first. */
	const closers: (() => Promise<unknown>)[] = [() => database.close()];
	const closeAll = async () => {
		for (const close of closers) await close();
	};
	try {
		await editions?.follow(database);
		closers.unshift(async () => editions?.close());
		const personalRecords = listPersonalRecords(config, company);
		// Before anybody can look at them.
		const erasedAgain = await eraseRestoredPeople({ database, files, personalRecords, now: clock.now() });
		if (erasedAgain.people > 0) {
			log.warn(
				erasedAgain,
				"an older copy of the database had brought back people who were erased; they are erased again",
			);
			await database.overwriteDeleted({ thoroughly: true });
		}
		await seedJobs(database, jobs, clock.now());
		await registerMissing(database);
		await seedTemplates(database, listTemplateSeeds(deskFacts), clock.now());
		const transport =
			config.smtpUrl !== undefined && config.mailFrom
				? createSmtpTransport(config.smtpUrl, config.mailFrom)
				: undefined;
		const metrics = createMetrics({ database, clock, log });
		const countCapped = metrics.createCounter({
			name: "emails_capped_total",
			help: "E-mails withheld from their recipients, and times that a ceiling was reached",
			label: "cap",
		});
		const findSalesEmail = () => config.salesEmail ?? company.salesEmail;
		const findCareersEmail = () => config.careersEmail ?? company.careersEmail;
		const caps: EmailCaps = {
			...config.emailCaps,
			get staff() {
				return [findSalesEmail(), findCareersEmail()];
			},
			staffKinds: [...hostEmailKinds, ...interviewHostEmailKinds],
			createAlarm: (ceiling) => createCeilingAlarm(ceiling, config.alarmEmail ?? findSalesEmail()),
			onCapped: countCapped,
		};
		/** Makes what takes facts of the company when it is put together, and again when they have changed. */
		const ofFacts = <Made>(make: () => Made) =>
			editions ? keepForEdition(editions.contents, make) : keepForEver(make);
		const getKinds = ofFacts(() => listRecordKinds({ config, company, desk: deskFacts }));
		const renderers = createLiveView(
			ofFacts(() => createEmailRenderers({ config, company, files, kinds: getKinds() })),
		);
		const outbox = createOutbox({ database, transport, renderers, clock, log, caps });
		closers.unshift(() => outbox.stop());
		const dailySweep = createDailySweep({ database, files, installation, clock, log, personalRecords });
		closers.unshift(() => dailySweep.stop());
		const calendarReader = createCalendarReader({
			database,
			clock,
			company,
			log,
			findAddresses: findHostAddresses,
			allowsPrivateNetworks: config.readsPrivateCalendars,
		});
		closers.unshift(() => calendarReader.stop());
		const probeReadiness = createReadinessProbe({ database, dataDirectory: config.dataDirectory, log });
		const accounts = createAccounts({
			config,
			company,
			database,
			clock,
			log,
			messageIdDomain: nameMessageIds(config),
			secret: await getNetworkSecret(database.db),
			onEmails: () => outbox.wake(),
		});
		const stopping = new AbortController();
		const draining = new AbortController();
		const parts = {
			config,
			clock,
			database,
			files,
			outbox,
			metrics,
			log,
			probeReadiness,
			proxyWatch: createProxyWatch({ config, log }),
			stopping: stopping.signal,
			draining: draining.signal,
		};
		const follower = await followChanges({ database, config, watched: listWatched(clock), log });
		closers.unshift(() => follower.close());
		const publisher =
			createWorker &&
			createPublisher({
				listPublications: ofFacts(() => listPublications({ ...parts, company, careers, editions })),
				workers: createAnswerWorkers({ createWorker, log }),
				changes: database.changes,
				clock,
				metrics,
				log,
			});
		if (publisher) closers.unshift(() => publisher.close());
		const countSelfIdentification = createSelfIdentificationCounter({ ...parts, company }).count;
		// Those who have sent too much have done so with new facts of the company too.
		const countPost = await createPostCounts(database, log);
		const countDeskPost = await createPostCounts(database, log);
		// Previews of the site's pages load its fonts and pictures from where they are shown.
		const answerDeskFile: DeskSource["answerAsset"] = (request, response) =>
			deskSource.answerAsset(request, response) || (isSiteFile(request.url ?? "/") && pages.answer(request, response));
		const site =
			editions &&
			createSiteDesk({
				...parts,
				pages,
				base: editions.base,
				built: editions.built,
				readContent: () => editions.current().content,
			});
		closers.unshift(async () => site?.close());
		/** Puts together what serves with the facts of the company as they are now. */
		const compose = async (isSuccessor: boolean) => {
			const facts = takeFacts({ company, careers, deskFacts });
			const kinds = getKinds();
			const records = createDeskRecords({ ...parts, ...facts, kinds });
			const app = await createApp({
				...parts,
				...facts,
				kinds,
				pages,
				contents: editions?.contents,
				readContent: editions && (() => editions.current().content),
				publisher,
				lookForChanges: follower.look,
				countSelfIdentification,
				countPost,
				isSuccessor,
			});
			const desk = await createDesk(
				{
					...parts,
					...facts,
					countPost: countDeskPost,
					accounts,
					records,
					calendarReader,
					people: createPeople({ ...parts, ...facts, installation }),
					site,
					jobs: createJobDesk({ ...parts, ...facts, pages, contents: editions?.contents }),
				},
				{ ...deskSource, answerAsset: answerDeskFile },
			);
			return { facts, records, app, desk };
		};
		const first = await compose(false);
		const { app, desk } = first;
		const drainApp = createDrain(app.server, { log });
		closers.unshift(() => app.close());
		const drainDesk = createDrain(desk.server, { log });
		closers.unshift(() => desk.close());
		const succession = editions && followFacts({ first, editions, compose, log });
		closers.unshift(async () => succession?.close());
		const getServing = () => succession?.current() ?? first;
		if (config.metricsPort !== undefined) {
			const listener = await listenForMetrics(metrics, config.metricsPort);
			closers.unshift(() => listener.close());
			log.info({ url: listener.url }, "metrics");
		}
		await outbox.start();
		void publisher?.warm();
		const url = await app.listen({ port: config.port, host: config.host });
		const deskUrl = await listenForStaff(desk, config, log);
		const firstAdmin = await accounts.joining.createFirstLink();
		if (firstAdmin !== undefined)
			log.warn(
				{ open: firstAdmin },
				"nobody can sign in to the desk yet: open this address to make the first admin. It can be used once, and the next start makes another",
			);
		// There may be many, and nobody needs to wait for them.
		const filling = fillPhoneKeys(database, stopping.signal).catch((error: unknown) =>
			log.warn({ err: error }, "phone numbers of applications could not be made comparable; the next hour tries again"),
		);
		closers.unshift(() => filling);
		const sweep = setInterval(() => {
			Promise.all([
				deleteExpiredKeys(database.db, clock.now()),
				deleteEndedPostCounts(database),
				deleteOldChanges(database),
				deleteExpiredPersonChecks(database.db, clock.now()),
				forgetNetworks(database.db, clock.now()),
				releaseForgottenHosts(database),
				forgetCallUndos(database.db, clock.now()),
				forgetInterviewUndos(database.db, clock.now()),
				deletePastHostTimes(database.db, clock.now()),
				registerMissing(database),
				fillPhoneKeys(database, stopping.signal),
				accounts.deleteEnded(),
			]).catch((error: unknown) =>
				log.warn({ err: error }, "expired idempotency keys, counts, links, sessions and changes could not be deleted"),
			);
		}, sweepMs);
		const getSummaries = ofFacts(() => {
			const { facts, records } = getServing();
			return createSummaryEmails({
				...parts,
				company: facts.company,
				records,
				recipients: { sales: findSalesEmail(), careers: findCareersEmail() },
			});
		});
		const announcing = setInterval(() => {
			getServing()
				.app.announceJobs()
				.catch((error: unknown) =>
					log.warn({ err: error }, "job alerts could not be written; the next minute tries again"),
				);
		}, announceMs);
		const lapsing = setInterval(() => {
			database
				.write((transaction) => lapseUnconfirmed(transaction, clock.now()))
				.catch((error: unknown) =>
					log.warn({ err: error }, "calls that nobody confirmed could not be given up; the next minute tries again"),
				);
			getServing()
				.app.callOffInterviews()
				.catch((error: unknown) =>
					log.warn({ err: error }, "interviews could not be called off; the next minute tries again"),
				);
		}, lapseMs);
		const digest = setInterval(() => {
			const { writeWeeklyEmail, writeDigest } = getSummaries();
			writeWeeklyEmail().catch((error: unknown) =>
				log.warn({ err: error }, "the e-mail of the week could not be written; it tries again"),
			);
			writeDigest().catch((error: unknown) =>
				log.warn({ err: error }, "the digest of what is in quarantine could not be written; it tries again"),
			);
		}, digestMs);
		const scheduled = setInterval(() => {
			site?.studio
				.publishDue()
				.catch((error: unknown) => log.warn({ err: error }, "what is due could not be published; it is tried again"));
		}, publishDueMs);
		dailySweep.start();
		calendarReader.start();
		const openToOthers = database.kind === "sqlite" ? listOpenToOthers(config.dataDirectory) : [];
		if (openToOthers.length > 0)
			log.warn(
				{ paths: openToOthers },
				"other users of this machine may look at the data; close these to them (chmod go=)",
			);
		log.info({ url, publicUrl: config.publicUrl, database: database.kind }, "listening");

		const stop = async () => {
			log.info("stopping");
			stopping.abort();
			outbox.pause();
			await sleep(config.drainSeconds * 1_000);
			draining.abort();
			clearInterval(sweep);
			clearInterval(digest);
			clearInterval(announcing);
			clearInterval(lapsing);
			clearInterval(scheduled);
			await Promise.all([drainApp(), deskUrl !== undefined && drainDesk()]);
			await closeAll();
			log.info("stopped");
		};
		let stopped: Promise<void> | undefined;
		return { url, deskUrl, stop: () => (stopped ??= stop()) };
	} catch (error) {
		await closeAll();
		throw error;
	}
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
			"the desk does not run, for nobody can listen there: set DESK_PORT or DESK_HOST to something else. The public site runs without it",
		);
		return undefined;
	}
}
