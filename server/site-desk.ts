import type { SiteDesk } from "../desk/desk-deps.server.ts";
import { writeAuditEntry } from "../features/accounts/audit-log.server.ts";
import type { ContentSource } from "../features/publishing/documents/content-source.server.ts";
import { listEditors, noteEditor } from "../features/publishing/editing/document-editors.server.ts";
import { createStudio } from "../features/publishing/editions/create-studio.server.ts";
import { renderMarkdown } from "../features/publishing/markdown.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Logger } from "../platform/log.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import { listChangedPages } from "./changed-pages.ts";
import { createSitePreview } from "./site-preview.ts";

export type SiteDeskDeps = {
	config: { publicUrl: string };
	database: Database;
	clock: Clock;
	log: Logger;
	pages: Pick<PageSource, "render">;
	/** What the site was built with. */
	base: ContentSource;
	/** Gives what is public now. */
	readContent: SiteDesk["readContent"];
};

/** Makes what the desk does with the content of the site. */
export function createSiteDesk(deps: SiteDeskDeps): SiteDesk {
	const { config, database, clock, log, readContent, pages } = deps;
	return {
		studio: createStudio({
			...deps,
			noteContent: (transaction, entry) => writeAuditEntry(database, transaction, entry, clock.now()),
			async tellScheduler(_transaction, { at, paths, problems }) {
				log.warn(
					{ at: at.toString(), documents: paths, problems: problems.length },
					"a publication that was scheduled could not be made; its documents are drafts as before",
				);
			},
		}),
		readContent,
		renderMarkdown,
		renderPreview: createSitePreview(deps),
		listChangedPages: (content) => listChangedPages({ pages, publicUrl: config.publicUrl }, readContent(), content),
		noteEditor: (path, accountId) => noteEditor(database, path, accountId),
		listEditors: (path) => listEditors(database, path),
	};
}
