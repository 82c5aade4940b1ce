import type { Readable } from "node:stream";
import type { Accounts } from "../../core/accounts/accounts.server.ts";
import type { DeskInterviews } from "../../features/careers/interviews/desk-interviews.server.ts";
import type { JobText } from "../../features/careers/jobs/job-draft.ts";
import type { Job } from "../../features/careers/jobs/job.ts";
import type { ApplicationExport } from "../../features/careers/applications/export-applications.server.ts";
import type { ViewResume } from "../../features/careers/resumes/resume-viewer.server.ts";
import type { JobStages } from "../../features/careers/jobs/job-stages.server.ts";
import type { JobWriting } from "../../features/careers/jobs/job-writing.server.ts";
import type { PictureLibrary } from "../../features/publishing/pictures/picture-library.server.ts";
import type { Content } from "../../features/publishing/documents/content.ts";
import type { DocumentEditor } from "../../features/publishing/editing/document-editors.server.ts";
import type { Studio } from "../../features/publishing/releases/studio.server.ts";
import type { PageWeight } from "../../features/publishing/page-budget.ts";
import type { AddressFinding } from "../../platform/operations/address-check.ts";
import type { Numbers } from "../../features/analytics/analytics.server.ts";
import type { DeskCalls } from "../../features/booking/desk-calls.server.ts";
import type { Records } from "../../core/records/records.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ConfigurationEntry } from "../../platform/describe-configuration.ts";
import type { DomainCheck } from "../../platform/email/sending-domain/check-sending-domain.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import type { HostPerson } from "../../core/appointments/host-store.server.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { PersonRecord } from "../../core/people/describe-person.server.ts";
import type { ErasedPerson } from "../../core/people/erase-person.server.ts";
import type { ProxyWatch } from "../../platform/http/proxy-watch.ts";
import type { ReadinessProbe } from "../../platform/http/readiness-probe.ts";
import type { Operations } from "../../platform/operations/operations.ts";
import type { CareersFacts } from "../../shared/careers.ts";
import type { Company } from "../../shared/company.ts";

/** What the desk does with jobs. */
export type JobDesk = {
	writing: JobWriting;
	stages: JobStages;
	departments: CareersFacts["departments"];
	/** Their labels. */
	locations: string[];
	/** Tells how many people who asked for alerts would be written to about a job. */
	countAlerts(job: Job): Promise<number>;
	/** Renders a job as the site would show it, with the Content-Security-Policy under which it can be shown here. */
	preview(text: JobText): Promise<{ html: string; policy: string }>;
};

/** Something that a company has to replace or set before it launches. */
type LaunchFinding = { kind: "content" | "setting" | "position"; name: string; field: string; text: string };

/** A page of the site that a publication changes. */
export type ChangedPage = {
	path: string;
	change: "new" | "changed" | "gone";
	/** What it will weigh; of many pages, those that grow most are weighed. */
	weight?: PageWeight;
	/** What it weighs now. */
	weightNow?: PageWeight;
	/** What of it will be over the budget, and is not yet. */
	pushedOver?: (keyof PageWeight)[];
};

/** What the desk does with the content of the site. */
export type SiteDesk = {
	studio: Studio;
	pictures: PictureLibrary;
	/** Gives what is public now. */
	readContent(): Content;
	renderMarkdown(markdown: string): Promise<string>;
	/**
	 * Renders a page with a content, with the Content-Security-Policy under which it can be shown here in a frame; undefined when the
	 * content has no such page.
	 */
	renderPreview(path: string, content: Content): Promise<{ html: string; policy: string } | undefined>;
	/**
	 * Lists the pages that publishing drafts changes, by their paths and versions.
	 *
	 * @throws ContentError
	 */
	listChangedPages(versions: ReadonlyMap<string, number>): Promise<ChangedPage[]>;
	/** Lists what is left until the site is this company's own, as npm run check:launch does. */
	checkLaunch(): Promise<LaunchFinding[]>;
	/** Asks for the site at its address, as a visitor does. */
	checkAddress(): Promise<AddressFinding[]>;
	/** Says to others that somebody changes a document. */
	noteEditor(path: string, accountId: string): Promise<void>;
	listEditors(path: string): Promise<DocumentEditor[]>;
};

/** What hosts can be booked for, with those who may be. */
export type HostPurpose = {
	key: string;
	name: string;
	/** What follows while nobody is a host of it: half a sentence. */
	withoutHosts: string;
	people: HostPerson[];
};

/** What the desk does with everything that is stored of one person. */
export type People = {
	/** Finds whose record a reference names: their address; undefined when there is no such record. */
	find(reference: string): Promise<string | undefined>;
	/** Lists all of a person's records, the latest first. */
	describe(email: string): Promise<PersonRecord[]>;
	/** Packs all of it as a ZIP, streamed. */
	pack(email: string): Promise<Readable>;
	/**
	 * Erases a person for good, in a restored backup too.
	 *
	 * @param finish ends the transaction; whatever it throws keeps everything
	 */
	erase(email: string, finish: (transaction: WriteTransaction) => Promise<void>): Promise<ErasedPerson>;
};

/** The company's logo: where the desk has it, which is another address for another logo, and how it is made. A PNG. */
export type DeskLogo = { address: string; draw(): Promise<Buffer> };

/** What the desk works with. */
export type DeskDeps = {
	database: Database;
	clock: Clock;
	files: Pick<FileStore, "read" | "receive" | "discard">;
	viewResume: ViewResume;
	applicationExport: ApplicationExport;
	company: Pick<
		Company,
		"name" | "accentColour" | "locale" | "timeZone" | "timeZoneLabel" | "hours" | "demo" | "parts"
	>;
	/** Finds the company's logo as it is public; undefined where there is none, and while the site is developed. */
	findLogo(): DeskLogo | undefined;
	/** The same for what stands for the company in a square; undefined where it has no logo of its own. */
	findIcon(): DeskLogo | undefined;
	/** Base of the public site's addresses. */
	publicUrl: string;
	/** How many e-mails may leave. */
	emailCaps: { perHour: number; perDay: number };
	/** Whether there is a mail server to send e-mails by. */
	sendsEmails: boolean;
	probeReadiness: ReadinessProbe;
	proxyWatch: Pick<ProxyWatch, "hasSeenProxy">;
	accounts: Accounts;
	/** What staff do with records, of the kinds that have it. */
	records: Records;
	people: People;
	jobs: JobDesk;
	/** Undefined where the content cannot be edited: while the site is developed. */
	site?: SiteDesk | undefined;
	/** How the company does. */
	numbers: Numbers;
	/** What an admin looks at to see whether all runs. */
	operations: Operations;
	/** Every key of the configuration as it is in force, without secrets. */
	configuration: readonly ConfigurationEntry[];
	/** Asks DNS about the domain that e-mails are sent from; undefined when no sender is set. */
	checkSendingDomain(): Promise<DomainCheck | undefined>;
	/** Right-hand side of the Message-IDs. */
	messageIdDomain: string;
	/** Aborted when the desk takes no new connections any more: it keeps none open then. */
	draining: AbortSignal;
	/** Lists what hosts can be booked for. */
	listHostPurposes(db: Connection): Promise<HostPurpose[]>;
	/** Makes what staff do with calls, on a database that notes what they do; without one, on the desk's own. */
	openCalls(database?: Database): DeskCalls;
	/** Makes what staff do with interviews, on a database that notes what they do; without one, on the desk's own. */
	openInterviews(database?: Database): DeskInterviews;
	/** Opens an enquiry for what a call has led to, or gives the one that was opened before; undefined when the call is gone. */
	openEnquiry(
		database: Database,
		call: string,
		options: { by: string; followUpOn: Temporal.PlainDate | undefined },
	): Promise<{ reference: string; isNew: boolean } | undefined>;
	/** Called when e-mails may have become due. */
	onEmails(): void;
	/** Reads those busy calendars of hosts that are due, and resolves when that is done or takes longer than a page may. */
	readCalendars(): Promise<void>;
};
