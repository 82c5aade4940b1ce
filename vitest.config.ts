import { defineConfig } from "vitest/config";
import { contentPlugin } from "./features/publishing/content-plugin.server.ts";
import { serverModulesFromSource } from "./scripts/server-modules.ts";
import { secondCompanyDirectory } from "./tests/support/second-company.ts";

export default defineConfig({
	// What a page shows when a test gives it no content of its own.
	plugins: [contentPlugin(secondCompanyDirectory), serverModulesFromSource(import.meta.dirname)],
	test: {
		include: ["{server,platform,core,shared,features,site,desk,ui,scripts,tests,bench}/**/*.test.{ts,tsx}"],
		globalSetup: ["tests/support/databases-for-tests.ts", "tests/support/desk-for-tests.ts"],
		setupFiles: "tests/support/check-answers.ts",
		// Each file runs a mail server, an HTTP server or a database beside it.
		maxWorkers: 2,
		// Of what hangs, not of what is slow: a machine may be a tenth as fast as another.
		testTimeout: 240_000,
		hookTimeout: 240_000,
		expect: { poll: { timeout: 60_000 } },
	},
});
