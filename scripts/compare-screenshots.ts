import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium, type Browser } from "@playwright/test";
import { openStaffSession } from "../tests/support/staff.ts";
import { chromiumFlags, getChromium } from "./chromium.ts";
import { sendSampleRecords } from "./sample-records.ts";
import { capturePages, loadCaptures, saveCaptures, type Capture } from "./screenshots/capture-pages.ts";
import { compareCaptures, isUnexplained } from "./screenshots/compare-captures.ts";
import { listDeskPages, listSitePages, type PageToCapture } from "./screenshots/list-pages.ts";
import { collectPrivateLinks } from "./screenshots/private-links.ts";
import { replaceWords, type ChangedWords } from "./screenshots/replace-words.ts";
import { serveCheckout } from "./screenshots/serve-checkout.ts";
import { describeComparison, summarise, writeReport } from "./screenshots/write-report.ts";

/**
 * Compares how two built checkouts look: every page of the sitemap, further pages, private pages and the desk with sample records, each
 * whole at 360 and 1280 px. Prints a line for each and the differing lines of text, and writes a report with pictures.
 *
 * Exits with 1 when a page differs although its text is the same, when its status differs, or when only one checkout has it.
 *
 * Variation is removed: servers and browser share a fixed time, ids are sequential, and references are replaced by their number on the
 * page. Secrets and nonces stay random, because no page shows them.
 */
const usage = `Usage: npm run compare:screenshots -- --before FOLDER [--after FOLDER]
  --before FOLDER        a built checkout
  --before-shots FOLDER  in its place: what --save has kept of one
  --after FOLDER         a built checkout; by default this one
  --save FOLDER          keeps what is captured of --before
  --report FOLDER        where the report goes; by default test-results/screenshots
  --words FILE           JSON object of words that were changed, such as {"Notes": "Messages"}. In --before they are replaced before
                         the pictures are taken, so that everything else can be compared, and in the addresses of pages; with
                         --before-shots in the addresses alone
  --only TEXT            only the pages whose name contains it; those of the desk begin with "desk"`;

const { values: options } = parseArgs({
	options: {
		before: { type: "string" },
		"before-shots": { type: "string" },
		after: { type: "string", default: fileURLToPath(new URL("..", import.meta.url)) },
		save: { type: "string" },
		report: { type: "string", default: join("test-results", "screenshots") },
		words: { type: "string" },
		only: { type: "string", default: "" },
		help: { type: "boolean", default: false },
	},
});
const { before: beforeCheckout, "before-shots": beforeShots } = options;
if (options.help || (beforeCheckout === undefined) === (beforeShots === undefined)) {
	console.log(usage);
	process.exit(options.help ? 0 : 2);
}

/** Half past ten on a Tuesday in India: calls can be booked, and the sample positions are open. */
const now = Temporal.Instant.from("2026-11-24T05:00:00Z");
/** When e-mails leave: later than everything stored. */
const later = now.add({ minutes: 10 });
/** How many people get a private link of each kind: one for each booking and application of the sample records, and one for job alerts. */
const privateLinksExpected = { "/demo/booking/": 3, "/career/application/": 3, "/career/alerts/": 1 };

const words = options.words === undefined ? {} : (JSON.parse(await readFile(options.words, "utf8")) as ChangedWords);
const report = resolve(options.report);
const scratch = await mkdtemp(join(tmpdir(), "screenshots-"));
const browser = await chromium.launch({ executablePath: getChromium(), args: [...chromiumFlags] });
try {
	await mkdir(report, { recursive: true });
	const beforeFolder = resolve(beforeShots ?? options.save ?? join(scratch, "before"));
	const afterFolder = join(scratch, "after");
	if (beforeCheckout !== undefined)
		await saveCaptures(beforeFolder, await captureCheckout(browser, resolve(beforeCheckout), beforeFolder, words));
	const before = (await loadCaptures(beforeFolder)).filter(({ page }) => page.includes(options.only));
	const after = await captureCheckout(browser, resolve(options.after), afterFolder, {});
	const comparisons = await compareCaptures(
		{
			folder: beforeFolder,
			captures: before.map((capture) => ({ ...capture, page: replaceWords(capture.page, words) })),
		},
		{ folder: afterFolder, captures: after },
		report,
	);
	if (comparisons.length === 0) throw new Error(`No page has "${options.only}" in its name`);
	for (const comparison of comparisons) {
		const { page, width, changedLines } = comparison;
		console.log(`${page} at ${width} px: ${describeComparison(comparison)}`);
		for (const line of changedLines) console.log(`    ${line}`);
	}
	await writeReport(report, comparisons, { beforeFolder, afterFolder });
	console.log(`\n${summarise(comparisons)}\n${join(report, "index.html")}`);
	if (comparisons.some(isUnexplained)) process.exitCode = 1;
} finally {
	await browser.close();
	await rm(scratch, { recursive: true, force: true });
}

/** Starts the server of a checkout on an empty folder, sends it sample records, and takes all pictures. */
async function captureCheckout(
	inBrowser: Browser,
	checkout: string,
	folder: string,
	replaced: ChangedWords,
): Promise<Capture[]> {
	const dataDirectory = await mkdtemp(join(scratch, "data-"));
	const capture = (pages: PageToCapture[], time: Temporal.Instant) =>
		capturePages(
			inBrowser,
			pages.filter(({ name }) => name.includes(options.only)),
			{ folder, now: time, words: replaced },
		);
	const captures: Capture[] = [];
	console.log(`Taking pictures of ${checkout}`);
	const server = await serveCheckout(checkout, { dataDirectory, now });
	try {
		const sitePages = await listSitePages(server.url);
		await sendSampleRecords(server.url);
		await askForJobAlerts(server.url);
		const { cookie } = await openStaffSession(
			{ dataDirectory, databaseUrl: undefined },
			{ email: "meera@screenshots.example" },
		);
		captures.push(...(await capture([...sitePages, ...(await listDeskPages(server.deskUrl, cookie))], now)));
	} finally {
		await server.stop();
	}
	captures.push(...(await capturePrivatePages(checkout, dataDirectory, (pages) => capture(pages, later))));
	return captures;
}

/** Restarts the server with a mail server, because only e-mails hold private links. */
async function capturePrivatePages(
	checkout: string,
	dataDirectory: string,
	capture: (pages: PageToCapture[]) => Promise<Capture[]>,
): Promise<Capture[]> {
	const privateLinks = await collectPrivateLinks();
	try {
		const server = await serveCheckout(checkout, { dataDirectory, now: later, smtpUrl: privateLinks.smtpUrl });
		try {
			const links = await privateLinks.waitForFirst(privateLinksExpected);
			const pages = links.flatMap(({ kind, path }) => [
				{ name: `${kind}{token}`, url: server.url + path },
				{ name: `${kind}{unknown token}`, url: `${server.url}${kind}${"0".repeat(40)}` },
			]);
			return await capture(pages);
		} finally {
			await server.stop();
		}
	} finally {
		await privateLinks.close();
	}
}

async function askForJobAlerts(origin: string): Promise<void> {
	const response = await fetch(`${origin}/api/job-alerts`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ email: "alerts@visitor.example", q: "react", location: "" }),
	});
	if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
}
