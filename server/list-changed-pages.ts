import type { ChangedPage } from "../desk/guard/desk-deps.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import type { Config } from "../platform/config.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import { createLog } from "../platform/log.ts";
import { loadFace } from "../platform/pages/load-face.ts";
import { createPageRenderer } from "../platform/pages/page-renderer.ts";
import { createChangedPages } from "./changed-pages.ts";

/** Lists the pages that differ between two contents, as the studio does, for commands, which serve no pages. */
export async function listChangedPages(config: Config, before: Content, after: Content): Promise<ChangedPage[]> {
	const { buildDirectory, publicUrl } = config;
	const render = createPageRenderer({
		publicUrl,
		keptMonths: config.retentionMonths,
		securityHeaders: listSecurityHeaders(publicUrl, config),
		build: await loadFace(buildDirectory),
		log: createLog({ logLevel: "silent" }),
	});
	return createChangedPages({ pages: { render }, publicUrl })(before, after, new Map());
}
