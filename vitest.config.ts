import { defineConfig } from "vitest/config";
import { contentPlugin } from "./features/publishing/content-plugin.server.ts";
import { serverModulesFromSource } from "./scripts/server-modules.ts";
import { secondCompanyDirectory } from "./tests/support/second-company.ts";

/** The floors, in parts that can be run alone: `--project features`. */
const parts = [
	["foundation", "shared", "ui", "platform", "core"],
	["features", "features"],
	["faces", "site", "desk", "server"],
	["tools", "scripts", "bench", "tests"],
] as const;

export default defineConfig({
	test: {
		projects: parts.map(([name, ...folders]) => ({
			test: {
				name,
				include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
				setupFiles: "tests/support/check-responses.ts",
				// Starting a process and loading the modules of a server takes longer than most files' tests. Tests restore all they replace.
				isolate: false,
				// For hangs: a machine may be ten times slower than another.
				testTimeout: 240_000,
				hookTimeout: 240_000,
				expect: { poll: { timeout: 60_000 } },
			},
			// The content of pages in tests that provide none.
			plugins: [contentPlugin(secondCompanyDirectory), serverModulesFromSource(import.meta.dirname)],
		})),
		// As in the browser tests: left to `npm test -- --all`.
		tags: [{ name: "all" }],
		globalSetup: ["tests/support/databases-for-tests.ts", "tests/support/desk-for-tests.ts"],
		// Each file runs a mail server, an HTTP server or a database beside it.
		maxWorkers: 2,
	},
});
