import { defineConfig } from "@playwright/test";
import { resolve } from "node:path";
import { readCompanyFile } from "./features/publishing/company-file.server.ts";
import { readFolders } from "./platform/config.ts";
import { chromiumFlags, getChromium } from "./scripts/chromium.ts";
import { isSample } from "./tests/support/sample-company.ts";

const { contentDirectory } = readFolders();
const company = readCompanyFile(contentDirectory);

/** End-to-end tests through the built site in a real browser; each worker runs a server of its own (e2e/fixtures.ts). */
export default defineConfig({
	testDir: "e2e",
	// What it is to be silent about the company in content/ can be told of another alone.
	testIgnore: contentDirectory === resolve("content") ? "second-company/**" : [],
	// Nobody but the sample company was promised to say these words.
	...(!isSample(company) && { grepInvert: /@sample/ }),
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
		locale: company.locale,
		timezoneId: company.timeZone,
		screenshot: "only-on-failure",
		// Without a renderer kept in reserve for each page, which costs a tenth of the processor time.
		launchOptions: { executablePath: getChromium(), args: [...chromiumFlags, "--renderer-process-limit=1"] },
	},
});
