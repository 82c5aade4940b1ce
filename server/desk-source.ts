import { join } from "node:path";
import { createDeskPages } from "../desk/guard/desk-pages.server.ts";
import type { Config } from "../platform/config.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import { loadAssets } from "../platform/pages/asset-files.ts";
import { loadFace } from "../platform/pages/load-face.ts";
import type { DeskSource } from "./desk.ts";

/**
 * Loads the built desk.
 * @param directory absolute path of its build
 */
export async function loadDeskSource(
	directory: string,
	config: Pick<Config, "deskUrl" | "hstsIncludeSubdomains">,
): Promise<DeskSource> {
	return {
		pages: createDeskPages(await loadFace(directory)),
		serveAsset: await loadAssets(
			join(directory, "client", "assets"),
			"/assets",
			listSecurityHeaders(config.deskUrl, config),
		),
	};
}
