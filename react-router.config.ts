import type { Config } from "@react-router/dev/config";
import { listLinkedContent } from "./features/publishing/content-files.server.ts";
import { listPrerenderedPaths } from "./features/publishing/site-paths.ts";
import { readFolders } from "./platform/config.ts";

const { contentDirectory, buildDirectory } = readFolders();

export default {
	appDirectory: "site",
	buildDirectory,
	ssr: true,
	prerender: {
		paths: () => listPrerenderedPaths(listLinkedContent(contentDirectory)),
		concurrency: 2,
	},
	// The route manifest is one small cached file; asking the server for it page by page would cost a request per visit.
	routeDiscovery: { mode: "initial" },
} satisfies Config;
