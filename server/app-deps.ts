import type { GetSettings } from "../core/company/current-settings.ts";
import type { ReceiveMail } from "../core/conversations/incoming/receive-mail.server.ts";
import type { RecordKind } from "../core/records/record-kind.ts";
import type { JobsReader } from "../features/careers/jobs/jobs.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import type { PreviewLinks } from "../features/publishing/preview-links/preview-links.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { Outbox } from "../platform/email/outbox.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { CountPost } from "../platform/http/post-counts.ts";
import type { ProxyWatch } from "../platform/http/proxy-watch.ts";
import type { ReadinessProbe } from "../platform/http/readiness-probe.ts";
import type { Logger } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { PageCache } from "../platform/pages/page-cache.ts";
import type { PageContents } from "../platform/pages/page-contents.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";

export type AppDeps = {
	config: Config;
	getSettings: GetSettings;
	clock: Clock;
	database: Database;
	files: FileStore;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	outbox: Pick<Outbox, "wake">;
	pages: SitePages;
	/** Creates the context of pages with the content that they show. */
	contents?: Pick<PageContents, "createContext"> | undefined;
	/** Returns the public content, for drawing pictures. */
	readContent?: (() => Content) | undefined;
	/** Finds what private links to the site with drafts show; undefined without a studio. */
	previewLinks?: Pick<PreviewLinks, "open"> | undefined;
	/** Counts form posts; by default only those of this server. */
	countPost?: CountPost | undefined;
	/** Serves public pages from its cache; without it, every page is rendered on request. */
	pageCache?: PageCache | undefined;
	/** Compresses responses, as by default; not those that are made for the page cache. */
	compresses?: boolean;
	/** Checks at once for changes by other processes. */
	lookForChanges?: (() => Promise<void>) | undefined;
	/** Reads open jobs; by default with a reader of its own. */
	jobs?: JobsReader | undefined;
	/** Returns the kinds of records, for private pages that show a stage. */
	getKinds?: (() => readonly RecordKind[]) | undefined;
	/** Takes a message that another program hands over; without it, there is no address for that. */
	receiveMail?: ReceiveMail | undefined;
	metrics: Metrics;
	log: Logger;
	probeReadiness: ReadinessProbe;
	proxyWatch: ProxyWatch;
	/** Aborted when the server is told to stop: /readyz reports it, and everything else works as before. */
	stopping: AbortSignal;
	/** Aborted when the server accepts no new connections; it then keeps none open. */
	draining: AbortSignal;
};
