import { defineConfig } from "@playwright/test";
import { chromiumFlags, getChromium } from "./scripts/chromium.ts";

/** End-to-end tests through the built site in a real browser; each worker runs a server of its own (e2e/fixtures.ts). */
export default defineConfig({
	testDir: "e2e",
	workers: 2,
	fullyParallel: true,
	timeout: 120_000,
	// Of a slow machine, not of a slow page: npm run bench:pages measures those.
	expect: { timeout: 15_000 },
	forbidOnly: true,
	reporter: "list",
	outputDir: "test-results",
	use: {
		browserName: "chromium",
		viewport: { width: 1280, height: 800 },
		locale: "en-IN",
		timezoneId: "Asia/Kolkata",
		screenshot: "only-on-failure",
		// Without a renderer kept in reserve for each page, which costs a tenth of the processor time.
		launchOptions: { executablePath: getChromium(), args: [...chromiumFlags, "--renderer-process-limit=1"] },
	},
});
