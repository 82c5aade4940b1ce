import type { Content } from "../features/publishing/documents/content.ts";
import type { GetSettings } from "../core/company/current-settings.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { CountPost } from "../platform/http/post-counts.ts";
import type { Publisher } from "../platform/pages/publisher.ts";
import type { ProxyWatch } from "../platform/http/proxy-watch.ts";
import type { ReadinessProbe } from "../platform/http/readiness-probe.ts";
import type { Logger } from "../platform/log.ts";
import type { Outbox } from "../platform/email/outbox.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { PageContents } from "../platform/pages/page-contents.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import type { RecordKind } from "../core/records/record-kind.ts";

export type AppDeps = {
	config: Config;
	getSettings: GetSettings;
	clock: Clock;
	database: Database;
	files: FileStore;
	outbox: Pick<Outbox, "wake">;
	pages: PageSource;
	/** Makes the context of pages, with what they show of the content. */
	contents?: Pick<PageContents, "createContext"> | undefined;
	/** Gives the content that is public now, for pictures that are drawn of it. */
	readContent?: (() => Content) | undefined;
	/** Counts form posts; by default those of this server alone. */
	countPost?: CountPost | undefined;
	/** What is public comes from it, where it is given; otherwise every page is rendered for the request. */
	publisher?: Publisher | undefined;
	/** Looks at once for what other processes have changed, where there is one that follows them. */
	lookForChanges?: (() => Promise<void>) | undefined;
	/** Gives the kinds of records, for private pages that show a stage. */
	getKinds?: (() => readonly RecordKind[]) | undefined;
	metrics: Metrics;
	log: Logger;
	probeReadiness: ReadinessProbe;
	proxyWatch: ProxyWatch;
	/** Aborted when the server is told to stop: it says so at /readyz and serves everything else as before. */
	stopping: AbortSignal;
	/** Aborted when the server takes no new connections any more: it keeps none open then. */
	draining: AbortSignal;
};
