import { defineConfig } from "vitest/config";
import { contentPlugin } from "./features/publishing/content-plugin.server.ts";
import { serverModulesFromSource } from "./scripts/server-modules.ts";
import { secondCompanyDirectory } from "./tests/support/second-company.ts";

/** The floors whose tests share what they have loaded: to load it anew for each file takes longer than most tests run. */
const parts = [
	["foundation", "shared", "ui", "platform", "core"],
	["features", "features"],
	["faces", "site", "desk", "server"],
	["tools", "scripts", "bench", "tests"],
] as const;

export default defineConfig({
	test: {
		// Of each part, so that no process holds what all of them have loaded.
		projects: parts.map(([name, ...folders]) => ({
			test: {
				name,
				include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
				isolate: false,
				setupFiles: "tests/support/check-answers.ts",
				// Of what hangs, not of what is slow: a machine may be a tenth as fast as another.
				testTimeout: 240_000,
				hookTimeout: 240_000,
				expect: { poll: { timeout: 60_000 } },
			},
			// What a page shows when a test gives it no content of its own.
			plugins: [contentPlugin(secondCompanyDirectory), serverModulesFromSource(import.meta.dirname)],
		})),
		globalSetup: ["tests/support/databases-for-tests.ts", "tests/support/desk-for-tests.ts"],
		// Each file runs a mail server, an HTTP server or a database beside it.
		maxWorkers: 2,
	},
});
