import { writeAuditEntry } from "../core/accounts/audit-log.server.ts";
import { findAccount } from "../core/accounts/store.server.ts";
import type { SiteDesk } from "../desk/guard/desk-deps.server.ts";
import type { ContentSource } from "../features/publishing/documents/content-source.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { listEditors, noteEditor } from "../features/publishing/editing/document-editors.server.ts";
import { readKeptSamples } from "../features/publishing/launch/kept-samples.server.ts";
import { resolveMarkdownPictures } from "../features/publishing/markdown-pictures.server.ts";
import { renderMarkdown } from "../features/publishing/markdown.server.ts";
import { listPictureBytes, weighPage } from "../features/publishing/page-weight.server.ts";
import { convertPasted } from "../features/publishing/paste-html.server.ts";
import type { PictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { createUploads } from "../features/publishing/pictures/uploads.server.ts";
import { createPreviewLinks } from "../features/publishing/preview-links/preview-links.server.ts";
import { createStudio } from "../features/publishing/releases/create-studio.server.ts";
import type { NoteContent } from "../features/publishing/releases/note-content.ts";
import { applyOverlay, readOverlay } from "../features/publishing/releases/release-store.server.ts";
import { getNetworkSecret } from "../platform/http/network-buckets.ts";
import { checkAddress } from "../platform/operations/address-check.ts";
import { findDate } from "../shared/zoned-time.ts";
import type { AppDeps } from "./app-deps.ts";
import { createChangedPages } from "./changed-pages.ts";
import { createPageCounts } from "./count-pages-of-texts.ts";
import { checkLaunch, checkPositions, withoutKeptFindings, type LaunchFinding } from "./launch-check.ts";
import { createDeskPictures } from "./pictures.ts";
import { createSitePreview } from "./site-preview.ts";
import { createTellScheduler } from "./tell-scheduler.ts";

export type SiteDeskDeps = Pick<AppDeps, "config" | "database" | "clock" | "messageIdDomain" | "log" | "pages"> & {
	/** The content's source in the build. */
	base: ContentSource;
	/** The build's result, so that the first check only processes what differs. */
	built?: Content;
	/** Returns the public content. */
	readContent: SiteDesk["readContent"];
	/** Finds public articles. */
	findArticle: SiteDesk["findArticle"];
	processor: PictureProcessor;
};

/** Creates what the desk does with the site's content; closing it waits for uploads. */
export function createSiteDesk(deps: SiteDeskDeps): SiteDesk & { close(): Promise<void> } {
	const { base, config, database, clock, log, readContent, findArticle, pages } = deps;
	const tellByEmail = createTellScheduler(deps);
	const listChangedPages = createChangedPages({ pages, publicUrl: config.publicUrl });
	const noteContent: NoteContent = (transaction, entry) => writeAuditEntry(transaction, entry, clock.now());
	const countPages = createPageCounts({ pages, publicUrl: config.publicUrl });
	const studio = createStudio({
		...deps,
		noteContent,
		mayPublishReserved: async (by) => {
			const account = await findAccount(database.db, by);
			return account !== undefined && account.disabledAt === undefined && account.roles.includes("admin");
		},
		async tellScheduler(transaction, failed) {
			const { at, paths, problems, isEnd } = failed;
			log.warn(
				{ at: at.toString(), documents: paths, problems: problems.length },
				isEnd
					? "the end of a publication failed; its documents are still public"
					: "a scheduled publication failed; its documents are still drafts",
			);
			await tellByEmail(transaction, failed);
		},
	});
	let checked: { edition: number; findings: LaunchFinding[] } | undefined;
	const pictures = createDeskPictures({ ...deps, studio });
	const renderPreview = createSitePreview({ ...deps, pictures });
	const uploads = createUploads();
	return {
		studio,
		previewLinks: createPreviewLinks({ database, clock, log, studio, readContent, noteContent }),
		pictures,
		uploads,
		close: () => uploads.finish(),
		readContent,
		findArticle,
		renderMarkdown: async (markdown) => {
			const html = await renderMarkdown(markdown);
			const library = (await pictures.list()).map((picture) => [picture.path, { ...picture, variants: [] }] as const);
			return resolveMarkdownPictures(html, Object.fromEntries(library)).html;
		},
		convertPasted,
		renderPreview,
		countPages: async (path) => (await countPages(readContent())).get(path) ?? {},
		async weighPage(path, content) {
			const preview = await renderPreview(path, content);
			return preview && weighPage(preview.html, listPictureBytes(content));
		},
		listChangedPages: async (versions) =>
			listChangedPages(readContent(), await studio.buildDraft([...versions.keys()]), versions),
		noteEditor: (path, accountId) => noteEditor(database, path, accountId),
		listEditors: (path) => listEditors(database, path),
		async checkLaunch() {
			const overlay = await readOverlay(database.db);
			const { documents } = applyOverlay(base, overlay);
			// A release never changes.
			if (checked?.edition !== overlay.edition)
				checked = { edition: overlay.edition, findings: checkLaunch(documents, config, { hasPositions: true }) };
			const today = findDate(clock.now().epochMilliseconds, readContent().company.timeZone);
			const kept = await readKeptSamples(database.db);
			return [...withoutKeptFindings(checked.findings, kept), ...(await checkPositions(database.db, documents, today))];
		},
		checkAddress: async () =>
			checkAddress({ publicUrl: config.publicUrl, secret: await getNetworkSecret(database.db) }, clock.now()),
	};
}
