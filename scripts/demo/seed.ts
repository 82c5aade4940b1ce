import { Readable } from "node:stream";
import { sql } from "kysely";
import { createTransport } from "nodemailer";
import { TOTP } from "otpauth";
import { insertMany } from "../../bench/many-records.ts";
import { createAccounts, type Accounts } from "../../core/accounts/accounts.server.ts";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import { seedTemplates } from "../../core/conversations/templates.server.ts";
import { createNoteNotice } from "../../core/notices/create-note-notice.server.ts";
import type { Records } from "../../core/records/records.server.ts";
import { endFeedsOf } from "../../features/booking/calendar-feed.server.ts";
import { createDemoBooking, type DemoBooking } from "../../features/booking/demo-booking.server.ts";
import { createManageApplication } from "../../features/careers/applications/manage-application.server.ts";
import { createSelfIdentificationCounter } from "../../features/careers/applications/self-identification.server.ts";
import { createSubmitApplication } from "../../features/careers/applications/submit-application.server.ts";
import { createDeskInterviews, type DeskInterviews } from "../../features/careers/interviews/desk-interviews.server.ts";
import { interviewParametersSchema } from "../../features/careers/interviews/emails.server.tsx";
import { interviewPurpose } from "../../features/careers/interviews/interview-record.ts";
import {
	createManageInterview,
	type ManageInterview,
} from "../../features/careers/interviews/manage-interview.server.ts";
import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import type { Job } from "../../features/careers/jobs/job.ts";
import { createJobsReader, seedJobs } from "../../features/careers/jobs/jobs.server.ts";
import { validateEnquiry } from "../../features/enquiries/rules.ts";
import { createSubmitEnquiry } from "../../features/enquiries/submit-enquiry.server.ts";
import { addPageViews } from "../../features/page-views/store.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { claimDueEmails, markEmailSent } from "../../platform/email/delivery-store.ts";
import { nameMessageIds } from "../../platform/email/name-message-ids.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { EmailRefusedError, toMessage, type Transport } from "../../platform/email/transport.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { getNetworkSecret } from "../../platform/http/network-buckets.ts";
import { createLog } from "../../platform/log.ts";
import { createEmailRenderers } from "../../server/email-renderers.ts";
import { createHostDeps } from "../../server/hosts.ts";
import { migrations } from "../../server/migrations.ts";
import { openInstallation } from "../../server/open-installation.ts";
import { createDeskRecords, listRecordKinds, listTemplateSeeds } from "../../server/records.ts";
import { listCareersChoices, type CareersSettings } from "../../shared/careers.ts";
import type { Company } from "../../shared/company.ts";
import type { DeskSettings } from "../../shared/desk.ts";
import type { Role } from "../../shared/roles.ts";
import { judgeRecipient, type Mailbox } from "./mailbox.ts";
import { interviewDays, planDemo, type DemoEvent, type StaffKey } from "./plan.ts";
import { writePdf } from "./write-pdf.ts";

/** Older e-mails are marked as sent without rendering them, which would take most of the time. */
const shownDays = 3;
/** How often the outbox runs during the last days. */
const tickMinutes = 20;
/** Enough for the last days' inbox and overdue e-mails. */
const emailsAtOnce = 500;

/** Of every account; the demo's database exists only on this machine and only while the demo runs. */
export const demoPassword = "seven green kettles at dawn";

const staff: { key: StaffKey; name: string; mailbox: string; roles: Role[] }[] = [
	{ key: "owner", name: "Ananya Mukherjee", mailbox: "ananya", roles: ["admin"] },
	{ key: "sales", name: "Rohan Mehta", mailbox: "rohan", roles: ["sales"] },
	{ key: "recruiter", name: "Farah Siddiqui", mailbox: "farah", roles: ["recruiter"] },
];

/** An account of the demo with its credentials. */
export type DemoAccount = { key: StaffKey; id: string; name: string; email: string; roles: Role[]; secret: string };

/** The company's content of the build. */
export type DemoContent = {
	company: Company;
	careers: CareersSettings;
	deskSettings: DeskSettings;
	jobs: readonly Job[];
	/** Viewed pages. */
	pages: readonly string[];
};

export type SeedOptions = {
	/** Of the server that will use it; its data folder is empty. */
	config: Config;
	facts: DemoContent;
	mailbox: Mailbox;
	seed: number;
	weeks: number;
	/** Number of additional records of each kind. */
	more: number;
	now: Temporal.Instant;
};

/** A clock that is set to the time of each event. */
type PastClock = Clock & { set(now: Temporal.Instant): void };

/**
 * Fills an empty installation with what visitors and staff have done in the last weeks, through the server's own functions, with the clock
 * set to each event.
 */
export async function seedDemo({
	config,
	facts,
	mailbox,
	seed,
	weeks,
	more,
	now,
}: SeedOptions): Promise<DemoAccount[]> {
	const { company, careers, deskSettings } = facts;
	const choices = listCareersChoices(careers);
	const plan = planDemo({
		seed,
		now,
		weeks,
		company,
		desk: deskSettings,
		careers: {
			country: choices.countries[0] ?? "",
			locations: choices.locations,
			qualifications: choices.qualifications.length,
		},
		pages: [...facts.pages, "form:booking"],
		names: Object.fromEntries(staff.map(({ key, name }) => [key, name])) as Record<StaffKey, string>,
	});
	const clock = createPastClock(plan.begins);
	const log = createLog({ logLevel: "silent" });
	const { database, files } = await openInstallation({ config, company, clock, log }, () =>
		openDatabase(config, { migrations, log }),
	);
	try {
		// Durability is not needed here.
		await sql`pragma synchronous = off`.execute(database.db);
		await seedJobs(database, datePostings(facts.jobs, now, company), plan.begins);
		await seedTemplates(database, listTemplateSeeds(deskSettings), plan.begins);
		const messageIdDomain = nameMessageIds(config);
		const accounts = createAccounts({
			endFeedsOf,
			config,
			getCompany: () => company,
			database,
			clock,
			log,
			messageIdDomain,
			secret: await getNetworkSecret(database.db),
			onEmails: () => undefined,
		});
		const members: DemoAccount[] = [];
		for (const member of staff) members.push(await makeAccount(accounts, { ...member, company, clock }));

		// The owner and the recruiter are interviewers; there are no hosts of demo calls, as in a new company.
		for (const { id, key } of members)
			if (key !== "sales")
				await database.write((transaction) =>
					saveHost(
						transaction,
						id,
						{ purposes: [interviewPurpose], timeZone: undefined, hours: undefined, video: { kind: "room" } },
						{ version: 0, now: plan.begins },
					),
				);

		const kinds = listRecordKinds({ config, company, desk: deskSettings });
		const outbox = createOutbox({
			database,
			clock,
			log,
			getRenderers: () => createEmailRenderers({ config, company, files, kinds }),
			transport: createMailboxTransport(mailbox, config, clock),
		});
		const renderedKinds = Object.keys(createEmailRenderers({ config, company, files, kinds }));
		const shownFrom = now.subtract({ hours: shownDays * 24 });
		/** Sends due e-mails; old ones are only marked. */
		const deliver = async () => {
			if (Temporal.Instant.compare(clock.now(), shownFrom) >= 0) return outbox.runOnce();
			const due = await claimDueEmails(database.db, {
				now: clock.now(),
				leaseUntil: clock.now(),
				limit: emailsAtOnce,
				kinds: renderedKinds,
			});
			for (const email of due) await markEmailSent(database.db, email, email.queuedAt.add({ seconds: 3 }));
		};

		const noteNoticeOf = createNoteNotice(company, config.retentionMonths);
		const ofInterviews = createInterviews();
		const { manageInterview } = ofInterviews;
		const perform = createPerformer({
			members,
			files,
			records: createDeskRecords({
				company,
				messageIdDomain,
				clock,
				database,
				files,
				outbox: { wake: () => undefined },
				kinds,
			}),
			demoBooking: createDemoBooking({
				files,
				database,
				clock,
				company,
				salesEmail: config.salesEmail ?? company.salesEmail,
				publicUrl: config.publicUrl,
				messageIdDomain,
				limits: config.bookingLimits,
				noteNotice: noteNoticeOf("booking"),
				hosts: createHostDeps({ config, company }),
				listOthers: async () => [],
				isHost: async () => true,
				maySeeCalls: async () => true,
				onOccurrence: () => undefined,
			}),
			clock,
			company,
			...ofInterviews,
			submitEnquiry: createSubmitEnquiry({
				database,
				clock,
				company,
				files,
				salesEmail: config.salesEmail ?? company.salesEmail,
				publicUrl: config.publicUrl,
				messageIdDomain,
				noteNotice: noteNoticeOf("enquiry"),
				onStored: () => undefined,
			}),
			...createApplications(),
		});
		for (const event of withTicks(plan.events, { from: shownFrom, until: now })) {
			// E-mails that were due before it leave before it.
			clock.set(event.at);
			await deliver();
			if (event.kind !== "tick") await perform(event);
		}
		await database.write((transaction) => addPageViews(transaction, plan.visits));
		if (more > 0) await insertMany(database, { count: more, now, jobs: facts.jobs });
		return members;

		function createInterviews() {
			const deps = {
				database,
				clock,
				company,
				careersEmail: config.careersEmail ?? company.careersEmail,
				publicUrl: config.publicUrl,
				messageIdDomain,
				hosts: createHostDeps({ config, company }),
				onOccurrence: () => undefined,
			};
			return {
				interviews: createDeskInterviews({ ...deps, kinds }),
				manageInterview: createManageInterview(deps),
				/** Finds the private link in an offer's e-mail. */
				async findOfferToken(application: string): Promise<string | undefined> {
					const emails = await database.db
						.selectFrom("emails")
						.select("parameters")
						.where("kind", "=", "interview-offer")
						.where("reference", "=", application)
						.where("state", "=", "waiting")
						.execute();
					return interviewParametersSchema.parse(JSON.parse(emails.at(-1)?.parameters ?? "{}")).token;
				},
			};
		}

		function createApplications() {
			const jobs = createJobsReader({ database, clock, getTimeZone: () => company.timeZone });
			const deps = {
				database,
				clock,
				company,
				choices,
				files,
				jobs,
				publicUrl: config.publicUrl,
				messageIdDomain,
				careersEmail: config.careersEmail ?? company.careersEmail,
				poolMonths: 0,
				noteNotice: noteNoticeOf("application"),
				countSelfIdentification: createSelfIdentificationCounter({
					database,
					log,
					getTimeZone: () => company.timeZone,
				}).count,
				onStored: () => undefined,
			};
			return {
				jobs,
				submitApplication: createSubmitApplication(deps),
				manageApplication: createManageApplication({
					...deps,
					kinds,
					onWithdrawn: (transaction, application) => manageInterview.cancelAll(transaction, application),
				}),
			};
		}
	} finally {
		await database.close();
	}
}

/** Creates the function that performs the plan's events. */
function createPerformer({
	members,
	files,
	records,
	demoBooking,
	clock,
	company,
	interviews,
	manageInterview,
	findOfferToken,
	submitEnquiry,
	submitApplication,
	manageApplication,
	jobs,
}: {
	members: readonly DemoAccount[];
	files: FileStore;
	records: Records;
	demoBooking: DemoBooking;
	clock: Clock;
	company: Company;
	interviews: DeskInterviews;
	manageInterview: ManageInterview;
	findOfferToken(application: string): Promise<string | undefined>;
	submitEnquiry: ReturnType<typeof createSubmitEnquiry>;
	submitApplication: ReturnType<typeof createSubmitApplication>;
	manageApplication: ReturnType<typeof createManageApplication>;
	jobs: ReturnType<typeof createJobsReader>;
}): (event: DemoEvent) => Promise<void> {
	/** References of records, and tokens of private links, by key. */
	const references = new Map<string, string>();
	const tokens = new Map<string, string>();
	/** Interviews with their links, by the application's key. */
	const invited = new Map<string, { reference: string; token: string }>();
	const getMember = (key: StaffKey) => members.find((member) => member.key === key) as DemoAccount;

	return async (event) => {
		switch (event.kind) {
			case "enquiry": {
				const checked = validateEnquiry(event.fields, company);
				if (!checked.ok) throw refuse(event, checked.errors);
				const result = await submitEnquiry(checked);
				if (!result.ok) throw refuse(event, result.errors);
				references.set(event.key, result.reference);
				return;
			}
			case "change": {
				const record = await findRecord(event.key);
				if (!record) return;
				const value = event.field === "owner" ? getMember(event.by).id : event.value;
				await records.changes.change(record.reference, {
					field: event.field,
					value,
					version: record.version,
					by: getMember(event.by).id,
				});
				return;
			}
			case "note":
			case "reply": {
				const record = await findRecord(event.key);
				if (!record) return;
				const { id, name } = getMember(event.by);
				if (event.kind === "note") {
					await records.notes.add(record.reference, { text: event.text, by: id });
					return;
				}
				const draft = await records.replies.begin(record.reference, { by: { id, name } });
				if (!draft) return;
				await records.replies.send(record.reference, {
					subject: `Your ${record.kind} ${record.reference}`,
					text: event.text,
					by: { id, name },
				});
				return;
			}
			case "booking": {
				const slot = await findSlot(event);
				if (!slot) return;
				const checked = demoBooking.validateBooking({ ...event.fields, ...slot });
				if (!checked.ok) throw refuse(event, checked.errors);
				const result = await demoBooking.submitBooking(checked);
				if (result.ok) tokens.set(event.key, result.confirmation.manageUrl.split("/").at(-1) ?? "");
				return;
			}
			case "cancellation": {
				const token = tokens.get(event.key);
				if (token !== undefined) await demoBooking.manageBooking.cancel(token);
				return;
			}
			case "application": {
				const open = await jobs.list();
				const job = open[Math.floor(event.place * open.length)];
				if (!job) return;
				const file = await files.receive(Readable.from([writePdf(event.resume.lines)]));
				const result = await submitApplication({
					fields: { ...event.fields, jobId: job.id },
					resume: { ...file, name: event.resume.name },
				});
				if (!result.ok) throw refuse(event, result.errors);
				references.set(event.key, result.reference);
				tokens.set(event.key, result.manageUrl.split("/").at(-1) ?? "");
				return;
			}
			case "interview-offer":
				return offerInterview(event);
			case "interview-choice": {
				const token = invited.get(event.key)?.token ?? "";
				const free = await manageInterview.listFree(token);
				const start = free[Math.floor(event.place * free.length)];
				if (start !== undefined) await manageInterview.choose(token, start);
				return;
			}
			case "interview-cancellation": {
				await manageInterview.cancel(invited.get(event.key)?.token ?? "");
				return;
			}
			case "interview-outcome": {
				const reference = invited.get(event.key)?.reference;
				// Interviews that have not begun or were cancelled have no outcome.
				if (reference !== undefined) await interviews.setOutcome(reference, event.outcome, getMember(event.by));
				return;
			}
			case "withdrawal": {
				const token = tokens.get(event.key);
				if (token !== undefined) await manageApplication.withdraw(token);
			}
		}
	};

	async function offerInterview({ key, by, text, holds }: Extract<DemoEvent, { kind: "interview-offer" }>) {
		const application = references.get(key);
		if (application === undefined) return;
		const today = clock.now().toZonedDateTimeISO(company.timeZone).toPlainDate();
		const { id, name } = getMember(by);
		const offer = {
			first: holds === "whoever-is-free" ? whoeverIsFree : id,
			hostIds: holds === "with-owner" ? [getMember("owner").id] : [],
			length: "45",
			firstDate: today.add({ days: 1 }).toString(),
			lastDate: today.add({ days: interviewDays }).toString(),
			starts: [],
			place: "video",
			subject: `An interview with ${company.name}`,
			text,
		};
		const result = await interviews.offer(application, offer, { id, name }, { idempotencyKey: undefined });
		// An applicant who has withdrawn gets no offer.
		const token = result.ok ? await findOfferToken(application) : undefined;
		if (result.ok && token !== undefined) invited.set(key, { reference: result.reference, token });
	}

	async function findRecord(key: string) {
		const reference = references.get(key);
		return reference === undefined ? undefined : records.find(reference);
	}

	/** Finds the first day from the wished one on with a free time. */
	async function findSlot({ daysAhead, place }: Extract<DemoEvent, { kind: "booking" }>) {
		const today = clock.now().toZonedDateTimeISO(company.timeZone).toPlainDate();
		for (let ahead = daysAhead; ahead < daysAhead + 14; ahead++) {
			const date = today.add({ days: ahead }).toString();
			const free = await demoBooking.freeSlots.onDate(date);
			const time = free[Math.floor(place * free.length)];
			if (time !== undefined) return { date, time };
		}
		return undefined;
	}
}

function refuse({ kind, key }: { kind: string; key: string }, errors: readonly { field: string; message: string }[]) {
	return new Error(
		`The demo's ${kind} ${key} was refused: ${errors.map(({ field, message }) => `${field}: ${message}`).join("; ")}`,
	);
}

/** Creates an account by the link that a person would open: the first admin's, or an invitation. */
async function makeAccount(
	accounts: Accounts,
	{
		key,
		name,
		mailbox,
		roles,
		company,
		clock,
	}: { key: StaffKey; name: string; mailbox: string; roles: Role[]; company: Company; clock: Clock },
): Promise<DemoAccount> {
	const email = `${mailbox}@${company.email.split("@").at(-1) ?? ""}`;
	const url = (await accounts.joining.createFirstLink()) ?? (await invite());
	const token = url.split("/").at(-1) ?? "";
	const setup = await accounts.joining.beginAuthenticator(token);
	if (!setup) throw new Error("The link of an account opens nothing");
	const outcome = await accounts.joining.joinByPassword(token, accounts.readBrowser({ ip: "127.0.0.1", headers: {} }), {
		email,
		name,
		password: demoPassword,
		setup: setup.setup,
		code: writeCode(setup.secret, clock.now()),
	});
	if (outcome.kind !== "signed-in") throw new Error(`${email} could not be signed up: ${JSON.stringify(outcome)}`);
	const account = (await accounts.administration.list()).find((one) => one.email === email);
	if (!account) throw new Error(`${email} has no account`);
	return { key, id: account.id, name, email, roles, secret: setup.secret };

	async function invite(): Promise<string> {
		const invited = await accounts.administration.invite("command", { email, roles });
		if (invited.kind !== "done") throw new Error(`${email} could not be invited: ${JSON.stringify(invited)}`);
		return invited.url;
	}
}

/** Returns the code of an authenticator app. */
export function writeCode(secret: string, now: Temporal.Instant): string {
	return new TOTP({ secret }).generate({ timestamp: now.epochMilliseconds });
}

/** Delivers to the demo's mailbox, with the date of the event. */
function createMailboxTransport(mailbox: Mailbox, { mailFrom }: Config, clock: Clock): Transport {
	if (!mailFrom) throw new Error("The demo needs MAIL_FROM");
	const composer = createTransport({ streamTransport: true, buffer: true });
	return {
		async send(email) {
			const refusal = judgeRecipient(email.recipient);
			if (refusal) {
				const error = new Error(`Can't send mail - all recipients were rejected: ${refusal.code} ${refusal.words}`);
				throw refusal.code >= 500 ? new EmailRefusedError(error, true) : error;
			}
			const date = new Date(clock.now().epochMilliseconds);
			const { message } = await composer.sendMail({ ...toMessage(email, mailFrom), date });
			await mailbox.add(message as Buffer, { recipients: [email.recipient], arrivedAt: clock.now() });
		},
		close: () => composer.close(),
	};
}

function createPastClock(start: Temporal.Instant): PastClock {
	let now = start;
	return {
		now: () => now,
		set(next) {
			now = next;
		},
	};
}

/** Dates the content's jobs as recently posted. */
function datePostings(jobs: readonly Job[], now: Temporal.Instant, { timeZone }: Pick<Company, "timeZone">): Job[] {
	const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
	return jobs.map((job, index) => ({
		...job,
		postedOn: today.subtract({ days: 60 + index * 5 }).toString(),
		closesOn: today.add({ days: 9 + index * 11 }).toString(),
	}));
}

/** Adds the runs of the outbox between the events. */
function withTicks(
	events: readonly DemoEvent[],
	{ from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): (DemoEvent | { kind: "tick"; at: Temporal.Instant })[] {
	const ticks: { kind: "tick"; at: Temporal.Instant }[] = [];
	for (let at = from; Temporal.Instant.compare(at, until) < 0; at = at.add({ minutes: tickMinutes }))
		ticks.push({ kind: "tick", at });
	return [...events, ...ticks].toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
}
