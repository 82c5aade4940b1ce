import { RouterContextProvider } from "react-router";
import type { CompanySettings, GetSettings } from "../core/company/current-settings.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { ContentError } from "../features/publishing/documents/content-error.ts";
import type { ContentSource } from "../features/publishing/documents/content-source.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import {
	applyOverlay,
	contentChangeKey,
	listRedirects,
	readOverlay,
	type Overlay,
} from "../features/publishing/releases/release-store.server.ts";
import {
	caseStudyPdfEnding,
	listCaseStudyPdfs,
	listPathsWithJobs,
	listPathsWithReplyTimes,
	listPrerenderedPaths,
	publishedPaths,
} from "../features/publishing/site-paths.ts";
import { isAmong } from "../platform/database/changes.ts";
import type { Database } from "../platform/database/database.ts";
import type { Logger } from "../platform/log.ts";
import type { PageContents } from "../platform/pages/page-contents.ts";
import { isOffered } from "../shared/site-modules.ts";
import { listDrawnPaths } from "./drawn-files.ts";

/** Delay of a retry after a release could not be read. */
const retryMs = 1_000;
/** Attempts to leave out documents that this release does not understand; one may hide another. */
const mostRepairs = 10;

/** The served content: the build's, with the studio's published changes. */
export type Release = {
	/** 0 while the studio has published nothing. */
	number: number;
	content: Content;
	/** Whether it equals the build. */
	isAsBuilt: boolean;
	/** Addresses of pages and of documents such as the sitemap. */
	paths: ReadonlySet<string>;
	/** Addresses of pages of sections that show open positions. */
	pathsWithJobs: ReadonlySet<string>;
	/** Addresses of pages that show how soon enquiries had a reply. */
	pathsWithReplyTimes: ReadonlySet<string>;
	/** Addresses of drawn files. */
	drawnPaths: ReadonlySet<string>;
	/** Addresses in lower case, and former addresses, with their targets. */
	otherAddresses: ReadonlyMap<string, string>;
};

export type Releases = {
	/** The content's source in the build. */
	base: ContentSource;
	/** The content built from it. */
	built: Content;
	current(): Release;
	/** The same, for rendering pages. */
	contents: PageContents;
	/** The company settings in it. */
	getSettings: GetSettings;
	/** Reads the studio's last release, and from then on each new one. */
	follow(database: Database): Promise<void>;
	/**
	 * Resolves once everything that was announced has been read.
	 * @throws when that failed; it is tried again
	 */
	settle(): Promise<void>;
	/** Calls the listener with each new release. */
	listen(listener: (edition: Release) => void): void;
	close(): void;
};

/**
 * Serves the latest release of the content: the build's, until `follow` has read the studio's. A release is taken over whole, so what is
 * rendered in one piece shows one release.
 * A document that this software does not understand is replaced by the file's and logged: the site is served anyway.
 * @param built the content of the build
 * @param base the documents and pictures that it was built from
 */
export function createReleases({ built, base, log }: { built: Content; base: ContentSource; log: Logger }): Releases {
	const builder = createContentBuilder();
	builder.takeOver(base, built);
	const listeners: ((edition: Release) => void)[] = [];
	let database: Database | undefined;
	let edition = describeRelease(0, built, { isAsBuilt: true, documents: base.documents, former: new Map() });
	let settings = readSettings(built);
	let count = 0;
	/** How often a release was announced, and up to which announcement it was read. */
	let announced = 0;
	let taken = 0;
	let taking: Promise<void> | undefined;
	let retry: NodeJS.Timeout | undefined;
	let endListening: (() => void) | undefined;

	const isSettled = () => announced === taken;

	function settle(): Promise<void> {
		if (isSettled()) return Promise.resolve();
		taking ??= takeOver().finally(() => (taking = undefined));
		return taking;
	}

	async function takeOver(): Promise<void> {
		if (!database) return;
		clearTimeout(retry);
		try {
			while (!isSettled()) {
				const wanted = announced;
				const overlay = await readOverlay(database.db);
				if (overlay.edition !== edition.number) await publish(overlay);
				taken = wanted;
			}
		} catch (error) {
			log.error({ err: error }, "could not adopt the latest release; retrying");
			retry = setTimeout(() => void settle().catch(() => undefined), retryMs);
			retry.unref();
			throw error;
		}
	}

	async function publish(overlay: Overlay): Promise<void> {
		const isAsBuilt = overlay.documents.size === 0 && overlay.pictures.size === 0 && overlay.redirects.size === 0;
		const { content, documents } = isAsBuilt
			? { content: built, documents: base.documents }
			: await buildWhatFits(overlay);
		edition = describeRelease(overlay.edition, content, { isAsBuilt, documents, former: overlay.redirects });
		const published = readSettings(content);
		if (JSON.stringify(published) !== JSON.stringify(settings)) settings = published;
		count++;
		for (const listener of listeners) listener(edition);
	}

	async function buildWhatFits(overlay: Overlay): Promise<{ content: Content } & Pick<ContentSource, "documents">> {
		const documents = new Map(overlay.documents);
		for (let repairs = 0; repairs < mostRepairs; repairs++) {
			try {
				const source = applyOverlay(base, { ...overlay, documents });
				return { content: await builder.build(source), documents: source.documents };
			} catch (error) {
				if (!(error instanceof ContentError)) throw error;
				const unfit = error.problems.map(({ file }) => file).filter((file) => documents.has(file));
				log.error(
					{ problems: error.problems.length, documents: unfit },
					"some studio documents do not fit this version and are left out; see the desk",
				);
				if (unfit.length === 0) break;
				for (const file of unfit) documents.delete(file);
			}
		}
		log.error("no studio document fits this version; serving the site as built");
		return { content: built, documents: base.documents };
	}

	return {
		base,
		built,
		current: () => edition,
		contents: {
			isAsBuilt: () => edition.isAsBuilt && isSettled(),
			edition: () => count,
			findAddress: (path) => edition.otherAddresses.get(path) ?? edition.otherAddresses.get(path.toLowerCase()),
			hasPage: (path) => edition.paths.has(path),
			isOffered: (path) => isOffered(path, edition.content.company.parts),
			createContext() {
				const context = new RouterContextProvider();
				context.set(contentContext, edition.content);
				return context;
			},
		},
		getSettings: () => settings,
		async follow(given) {
			database = given;
			endListening = given.changes.listen((changeKeys) => {
				if (!isAmong(contentChangeKey, changeKeys)) return;
				announced++;
				settle().catch(() => undefined);
			});
			announced++;
			await settle();
		},
		settle,
		listen: (listener) => void listeners.push(listener),
		close() {
			clearTimeout(retry);
			endListening?.();
		},
	};
}

function readSettings({ company, careers, desk: deskSettings }: Content): CompanySettings {
	return { company, careers, deskSettings };
}

function describeRelease(
	number: number,
	content: Content,
	{
		isAsBuilt,
		documents,
		former,
	}: Pick<ContentSource, "documents"> & { isAsBuilt: boolean; former: Overlay["redirects"] },
): Release {
	const { parts } = content.company;
	const pathsWithJobs = new Set(listPathsWithJobs(content));
	const pathsWithReplyTimes = new Set(listPathsWithReplyTimes(content));
	const paths = new Set([
		...listPrerenderedPaths(content),
		...publishedPaths.filter((path) => isOffered(path, parts)),
		...pathsWithJobs,
		...pathsWithReplyTimes,
	]);
	const otherAddresses = new Map<string, string>();
	// Counting down by hand leads to the first page.
	if (parts.blog) otherAddresses.set("/blog/page/1", "/blog");
	const pdfs = new Set(listCaseStudyPdfs(content));
	const redirects = listRedirects(documents, former, paths);
	for (const [from, to] of redirects) {
		otherAddresses.set(from, to);
		if (pdfs.has(to + caseStudyPdfEnding)) otherAddresses.set(from + caseStudyPdfEnding, to + caseStudyPdfEnding);
	}
	const drawnPaths = new Set(listDrawnPaths(content));
	for (const path of [...paths, ...drawnPaths]) otherAddresses.set(path.toLowerCase(), path);
	for (const [from, to] of redirects)
		if (!otherAddresses.has(from.toLowerCase())) otherAddresses.set(from.toLowerCase(), to);
	return { number, content, isAsBuilt, paths, pathsWithJobs, pathsWithReplyTimes, drawnPaths, otherAddresses };
}
