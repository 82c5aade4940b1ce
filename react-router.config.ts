import { fileURLToPath } from "node:url";
import type { Config } from "@react-router/dev/config";
import { listLinkedContent } from "./features/publishing/content-files.server.ts";
import { listPrerenderedPaths } from "./features/publishing/site-paths.ts";

export default {
	appDirectory: "site",
	ssr: true,
	prerender: {
		paths: () => listPrerenderedPaths(listLinkedContent(fileURLToPath(new URL("./content", import.meta.url)))),
		concurrency: 2,
	},
	// The route manifest is one small cached file; asking the server for it page by page would cost a request per visit.
	routeDiscovery: { mode: "initial" },
} satisfies Config;
