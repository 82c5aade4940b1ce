import { basename, resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import { readCompanyFile } from "./features/publishing/company-file.server.ts";
import { readFolders } from "./platform/config.ts";
import { chromiumFlags, getChromium } from "./scripts/chromium.ts";
import { isSample } from "./tests/support/sample-company.ts";

const { contentDirectory, buildDirectory } = readFolders();
const company = readCompanyFile(contentDirectory);
const isSecondCompany = contentDirectory === resolve("e2e/fixtures/second-company");

/** End-to-end tests through the built site in a real browser; each worker runs a server of its own (e2e/fixtures.ts). */
export default defineConfig({
	testDir: "e2e",
	testIgnore: [
		// Only another company's site can be tested for silence about the company in content/.
		...(isSecondCompany ? [] : ["second-company/**"]),
		// Nobody but the sample company was promised to say these words, and it alone becomes another.
		...(isSample(company) ? [] : ["texts.spec.ts", "first-hour.spec.ts"]),
	],
	// Tests of tasks on every site also run on the second company's, as far as a company's content can affect them.
	...(isSecondCompany && { grep: /@any-company/ }),
	workers: 2,
	fullyParallel: true,
	// Both of what hangs, not of what is slow: a machine may be a tenth as fast as another.
	timeout: 300_000,
	expect: { timeout: 60_000 },
	forbidOnly: true,
	// A browser on a busy machine can hang once. `npm test` names each test that passed only when it ran again.
	retries: 1,
	reporter: "list",
	outputDir: `test-results/${basename(buildDirectory)}`,
	use: {
		browserName: "chromium",
		viewport: { width: 1280, height: 800 },
		locale: company.locale,
		timezoneId: company.timeZone,
		screenshot: "only-on-failure",
		launchOptions: {
			executablePath: getChromium(),
			args: [
				...chromiumFlags,
				// Without a renderer kept in reserve for each page, which costs a tenth of the processor time.
				"--renderer-process-limit=1",
				// A page is open for seconds, too short for its code to run faster by as much as V8 takes to optimize it.
				"--js-flags=--no-turbofan --no-maglev",
			],
		},
	},
});
