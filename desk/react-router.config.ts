import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { readFolders } from "../platform/config.ts";

export default {
	appDirectory: ".",
	buildDirectory: join(readFolders().buildDirectory, "desk"),
	ssr: true,
	// The manifest names routes and files, no data of the company; requesting it page by page would be one more address to guard.
	routeDiscovery: { mode: "initial" },
} satisfies Config;
