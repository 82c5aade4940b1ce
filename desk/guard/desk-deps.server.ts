import type { Readable } from "node:stream";
import type { OpenAPIV3_1 } from "openapi-types";
import type { Accounts } from "../../core/accounts/accounts.server.ts";
import type { HostPerson } from "../../core/appointments/host-store.server.ts";
import type { Imports } from "../../core/imports/imports.server.ts";
import type { PersonRecord } from "../../core/people/describe-person.server.ts";
import type { ErasedPerson } from "../../core/people/erase-person.server.ts";
import type { OwnDevices } from "../../core/push/own-devices.server.ts";
import type { ReadLog } from "../../core/read-log/read-log.server.ts";
import type { Records } from "../../core/records/records.server.ts";
import type { Analytics } from "../../features/analytics/analytics.server.ts";
import type { DeskCalls } from "../../features/booking/desk-calls.server.ts";
import type { ApplicationExport } from "../../features/careers/applications/export-applications.server.ts";
import type { DeskInterviews } from "../../features/careers/interviews/desk-interviews.server.ts";
import type { JobCriteria } from "../../features/careers/jobs/job-criteria.server.ts";
import type { JobText } from "../../features/careers/jobs/job-draft.ts";
import type { JobStages } from "../../features/careers/jobs/job-stages.server.ts";
import type { JobWriting } from "../../features/careers/jobs/job-writing.server.ts";
import type { Job } from "../../features/careers/jobs/job.ts";
import type { ViewResume } from "../../features/careers/resumes/resume-viewer.server.ts";
import type { Issues } from "../../features/newsletter/issues.server.ts";
import type { FindArticle } from "../../features/newsletter/sendable-article.ts";
import type { AppIcon } from "../../features/publishing/app-icons.ts";
import type { Content } from "../../features/publishing/documents/content.ts";
import type { DocumentEditor } from "../../features/publishing/editing/document-editors.server.ts";
import type { PageWeight } from "../../features/publishing/page-budget.ts";
import type { PastedMarkdown } from "../../features/publishing/pasted-markdown.ts";
import type { PictureLibrary } from "../../features/publishing/pictures/picture-library.server.ts";
import type { Uploads } from "../../features/publishing/pictures/uploads.server.ts";
import type { PreviewLinks } from "../../features/publishing/preview-links/preview-links.server.ts";
import type { Studio } from "../../features/publishing/releases/studio.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { ProxyWatch } from "../../platform/http/proxy-watch.ts";
import type { ReadinessProbe } from "../../platform/http/readiness-probe.ts";
import type { AddressFinding } from "../../platform/operations/address-check.ts";
import type { Operations } from "../../platform/operations/operations.ts";
import type { CareersSettings } from "../../shared/careers.ts";
import type { Company } from "../../shared/company.ts";

export type JobDesk = {
	writing: JobWriting;
	stages: JobStages;
	criteria: JobCriteria;
	departments: CareersSettings["departments"];
	/** Their labels. */
	locations: string[];
	/** Counts the job alerts that match a job. */
	countAlerts(job: Job): Promise<number>;
	/** Renders a job as the site would show it, with the Content-Security-Policy for showing it here. */
	preview(text: JobText): Promise<{ html: string; policy: string }>;
};

/** Something to replace or set before the launch. */
type LaunchFinding = { kind: "content" | "setting" | "position"; name: string; field: string; text: string };

/** A page of the site that a release changes. */
export type ChangedPage = {
	path: string;
	change: "new" | "changed" | "gone";
	/** Its future weight; of many pages, only those that grow most are weighed. */
	weight?: PageWeight;
	/** Its present weight. */
	weightNow?: PageWeight;
	/** Limits of the page budget that it newly exceeds. */
	pushedOver?: (keyof PageWeight)[];
};

/** The desk's functions of the site's content. */
export type SiteDesk = {
	studio: Studio;
	pictures: PictureLibrary;
	uploads: Uploads;
	/** Returns the public content. */
	readContent(): Content;
	findArticle: FindArticle;
	/** Private links to the site with drafts. */
	previewLinks: PreviewLinks;
	renderMarkdown(markdown: string): Promise<string>;
	/** Converts pasted HTML to Markdown; undefined when it is too complicated to read. */
	convertPasted(html: string): Promise<PastedMarkdown | undefined>;
	/**
	 * Renders a page with a content, with the Content-Security-Policy for a frame; undefined when the content has no such page.
	 * @param options isEditable: its texts name their fields, and a script in it tells which one is pressed
	 */
	renderPreview(
		path: string,
		content: Content,
		options?: { isEditable?: boolean },
	): Promise<{ html: string; policy: string } | undefined>;
	/** Counts the public pages that have the text of each field of a document, by the names of the inputs. */
	countPages(path: string): Promise<Record<string, number>>;
	/** Weighs a page with a content, as a phone loads it; undefined when the content has no such page. */
	weighPage(path: string, content: Content): Promise<PageWeight | undefined>;
	/**
	 * Lists the pages that publishing drafts changes.
	 * @param versions of the drafts, by path
	 * @throws ContentError
	 */
	listChangedPages(versions: ReadonlyMap<string, number>): Promise<ChangedPage[]>;
	/** Lists what is left to do before the launch, as npm run check:launch does. */
	checkLaunch(): Promise<LaunchFinding[]>;
	/** Requests the site at its public address, as a visitor does. */
	checkAddress(): Promise<AddressFinding[]>;
	/** Tells others that somebody is changing a document. */
	noteEditor(path: string, accountId: string): Promise<void>;
	listEditors(path: string): Promise<DocumentEditor[]>;
};

/** A purpose that hosts can be booked for, with the possible hosts. */
export type HostPurpose = {
	key: string;
	name: string;
	/** The consequence while there is no host: half a sentence. */
	withoutHosts: string;
	people: HostPerson[];
};

/** The desk's functions of a person's data. */
export type People = {
	/** Finds the address of the person whose record a reference names; undefined when there is none. */
	find(reference: string): Promise<string | undefined>;
	/** Lists a person's records with those of merged addresses, latest first. */
	describe(email: string): Promise<PersonRecord[]>;
	/** Lists what is stored of a person besides records that have pages, such as job alerts; the latest first. */
	describeOthers(email: string): Promise<PersonRecord[]>;
	/** Streams a ZIP of all of them. */
	pack(email: string): Promise<Readable>;
	/**
	 * Erases a person for good, in a restored backup too.
	 * @param addresses all that are erased
	 * @param finish ends the transaction; a throw from it keeps everything
	 */
	erase(addresses: readonly string[], finish: (transaction: WriteTransaction) => Promise<void>): Promise<ErasedPerson>;
	/** Months for which an encrypted archive of each erased record is kept; 0 for none. */
	lockedMonths: number;
};

/** The company's logo as a PNG: its address, which changes with the logo, and how to draw it. */
export type DeskLogo = { address: string; draw(): Promise<Buffer> };

export type DeskDeps = {
	database: Database;
	clock: Clock;
	files: Pick<FileStore, "read" | "receive" | "keep" | "discard" | "remove">;
	viewResume: ViewResume;
	applicationExport: ApplicationExport;
	company: Pick<
		Company,
		| "name"
		| "legalName"
		| "shortName"
		| "offices"
		| "phone"
		| "privacyContact"
		| "accentColour"
		| "locale"
		| "currency"
		| "timeZone"
		| "timeZoneLabel"
		| "hours"
		| "demo"
		| "parts"
		| "publicReplyTimes"
	>;
	/** Finds the public logo or the square icon; undefined without one, and in development. */
	findLogo(shape: "logo" | "icon"): DeskLogo | undefined;
	/** Draws the icon of the installed desk as a PNG. */
	drawAppIcon(icon: AppIcon): Promise<Buffer>;
	config: Config;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	probeReadiness: ReadinessProbe;
	proxyWatch: Pick<ProxyWatch, "hasSeenProxy">;
	accounts: Accounts;
	/** The log of whose records members and programs were shown. */
	readLog: Pick<ReadLog, "flush">;
	/** Staff's actions on records. */
	records: Records;
	people: People;
	imports: Imports;
	jobs: JobDesk;
	/** Undefined where the content cannot be edited: in development. */
	site?: SiteDesk | undefined;
	analytics: Analytics;
	operations: Operations;
	/** Aborted when the desk accepts no new connections; it then keeps none open. */
	draining: AbortSignal;
	listHostPurposes(db: Connection): Promise<HostPurpose[]>;
	/** Creates what staff do with calls, on a database that logs their actions; by default on the desk's own. */
	openCalls(database?: Database): DeskCalls;
	/** Creates what staff do with interviews, on a database that logs their actions; by default on the desk's own. */
	openInterviews(database?: Database): DeskInterviews;
	/** Members' actions on issues of the newsletter. */
	issues: Issues;
	/** Members' choices about notifications on their devices; undefined where the installation sends none. */
	ownDevices: OwnDevices | undefined;
	/** Returns the OpenAPI document of the API for other programs. */
	describeApi(): OpenAPIV3_1.Document;
	/** Called when e-mails may have become due. */
	onEmails(): void;
	/** Reads hosts' due calendars; resolves when that is done or takes longer than a page may. */
	readCalendars(): Promise<void>;
};
