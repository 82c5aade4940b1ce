import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as DeskBundle from "../desk/bundle.server.ts";
import type { Config } from "../platform/config.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import { loadAssets } from "../platform/pages/asset-files.ts";
import type { DeskSource } from "./desk.ts";

/**
 * Loads the desk as it was built.
 *
 * @param directory absolute path of its build
 */
export async function loadDeskSource(
	directory: string,
	config: Pick<Config, "deskUrl" | "hstsIncludeSubdomains">,
): Promise<DeskSource> {
	const bundleUrl = pathToFileURL(join(directory, "server", "index.js")).href;
	const { createDeskPages } = (await import(/* @vite-ignore */ bundleUrl)) as typeof DeskBundle;
	const securityHeaders = listSecurityHeaders(config.deskUrl, config);
	return {
		pages: createDeskPages(),
		answerAsset: await loadAssets(join(directory, "client", "assets"), "/assets", securityHeaders),
	};
}
