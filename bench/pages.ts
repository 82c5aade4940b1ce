import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import retry from "p-retry";
import { listLinkedContent } from "../features/publishing/content-files.server.ts";
import { listIndexedPaths } from "../features/publishing/site-paths.ts";
import { readFolders } from "../platform/config.ts";
import { chromiumFlags, getChromium } from "../scripts/chromium.ts";
import { startFrontOffice } from "../tests/support/front-office.ts";

/**
 * Measures pages of the built site as Lighthouse sees them on a phone (its default throttling), and exits with 1 if one misses the budget.
 * A value is the median of the runs; bytes are compressed, as transferred.
 *
 * The column "machine" is Lighthouse's benchmarkIndex: the speed of the processor just before the measurement, more is faster. Where it is
 * much lower than in the other rows, the machine was busy, and perf, LCP and TBT say as much about that as about the page.
 */
const { values: options } = parseArgs({
	options: {
		routes: { type: "string" },
		runs: { type: "string", default: "3" },
		help: { type: "boolean", default: false },
	},
});
const runs = Number(options.runs);
if (options.help || !Number.isInteger(runs) || runs < 1) {
	console.log(
		"Usage: npm run bench:pages -- [--routes /,/contactUs] [--runs 3]\nMeasures every page of the sitemap unless routes are named.",
	);
	process.exit(options.help ? 0 : 2);
}

const kilobyte = 1_000;

type Measurement = {
	performance: number;
	accessibility: number;
	bestPractices: number;
	seo: number;
	/** Largest Contentful Paint, milliseconds. */
	lcp: number;
	/** Total Blocking Time, milliseconds. */
	tbt: number;
	cls: number;
	scriptBytes: number;
	totalBytes: number;
	/** Speed of the machine. */
	benchmarkIndex: number;
};

type Limits = Partial<Record<keyof Measurement, number>>;

/** Lowest scores. */
const leastScores: Limits = { performance: 98, accessibility: 100, bestPractices: 100, seo: 100 };
const leastScoresOfFirstPages: Limits = { ...leastScores, performance: 99 };
/** Highest values of everything else. */
const mostOfFirstPages: Limits = { lcp: 1_200, tbt: 50, cls: 0, totalBytes: 350 * kilobyte };
const mostOfHome: Limits = { ...mostOfFirstPages, scriptBytes: 120 * kilobyte };

/** Pages that many visitors see first. */
const firstPages = ["/", "/contactUs"];

const columns: [title: string, key: keyof Measurement, format: (value: number) => string][] = [
	["perf", "performance", String],
	["a11y", "accessibility", String],
	["best", "bestPractices", String],
	["seo", "seo", String],
	["LCP ms", "lcp", (value) => value.toFixed(0)],
	["TBT ms", "tbt", (value) => value.toFixed(0)],
	["CLS", "cls", (value) => value.toFixed(3)],
	["JS B", "scriptBytes", (value) => value.toLocaleString("en")],
	["total B", "totalBytes", (value) => value.toLocaleString("en")],
	["machine", "benchmarkIndex", (value) => value.toFixed(0)],
];

const routes = options.routes?.split(",") ?? listSitemap();
const width = Math.max(...routes.map((route) => route.length));
const browser = await launch({
	chromePath: getChromium(),
	chromeFlags: ["--headless=new", ...chromiumFlags],
	logLevel: "silent",
});
const misses: string[] = [];
try {
	const office = await startFrontOffice();
	try {
		await measureRoutes(office.url);
	} finally {
		await office.stop();
	}
} finally {
	browser.kill();
}
for (const recordNotRun of misses) console.log(`over budget: ${recordNotRun}`);
console.log(
	misses.length === 0 ? `All ${routes.length} routes are within the budget.` : `${misses.length} budgets missed.`,
);
process.exitCode = misses.length === 0 ? 0 : 1;

function listSitemap(): string[] {
	return listIndexedPaths(listLinkedContent(readFolders().contentDirectory));
}

/** Measures every route, prints a line for each, and collects values over the budget. */
async function measureRoutes(url: string): Promise<void> {
	// A browser that has just started is still busy with itself, which would count as the page's work.
	await retry(() => measure(url), { retries: 2, minTimeout: 1_000 });
	console.log(["route".padEnd(width), ...columns.map(([title]) => title.padStart(9))].join(" "));
	for (const route of routes) {
		const measurements: Measurement[] = [];
		// A busy machine sometimes loses a trace.
		for (let run = 0; run < runs; run++)
			measurements.push(await retry(() => measure(url + route), { retries: 2, minTimeout: 1_000 }));
		const median = medianOf(measurements);
		console.log([route.padEnd(width), ...columns.map(([, key, format]) => format(median[key]).padStart(9))].join(" "));
		misses.push(...listMisses(route, median));
	}
}

/** @throws if Lighthouse could not load the page */
async function measure(url: string): Promise<Measurement> {
	const result = (await lighthouse(url, { port: browser.port, output: "json", logLevel: "silent" }))?.lhr;
	if (!result || result.runtimeError)
		throw new Error(`Lighthouse could not measure ${url}: ${result?.runtimeError?.message ?? "no result"}`);
	const score = (category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);
	const value = (audit: string) => result.audits[audit]?.numericValue ?? Number.NaN;
	const { items = [] } = (result.audits["network-requests"]?.details ?? {}) as {
		items?: { url: string; resourceType?: string; transferSize?: number }[];
	};
	// A data URL is part of the page itself.
	const travelled = items.filter(({ url: address }) => !address.startsWith("data:"));
	const bytes = (wanted: (type: string | undefined) => boolean) =>
		travelled.reduce((sum, item) => sum + (wanted(item.resourceType) ? (item.transferSize ?? 0) : 0), 0);
	return {
		performance: score("performance"),
		accessibility: score("accessibility"),
		bestPractices: score("best-practices"),
		seo: score("seo"),
		lcp: value("largest-contentful-paint"),
		tbt: value("total-blocking-time"),
		cls: value("cumulative-layout-shift"),
		scriptBytes: bytes((type) => type === "Script"),
		totalBytes: bytes(() => true),
		benchmarkIndex: result.environment.benchmarkIndex,
	};
}

function medianOf(measurements: Measurement[]): Measurement {
	const middle = (key: keyof Measurement) => {
		const sorted = measurements.map((measurement) => measurement[key]).toSorted((a, b) => a - b);
		return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
	};
	return Object.fromEntries(columns.map(([, key]) => [key, middle(key)])) as Measurement;
}

function listMisses(route: string, measured: Measurement): string[] {
	const least = firstPages.includes(route) ? leastScoresOfFirstPages : leastScores;
	const most = route === "/" ? mostOfHome : firstPages.includes(route) ? mostOfFirstPages : {};
	return columns.flatMap(([title, key, format]) => {
		const minimum = least[key];
		const maximum = most[key];
		if (minimum !== undefined && !(measured[key] >= minimum))
			return [`${route} ${title} is ${format(measured[key])}, at least ${format(minimum)} wanted`];
		if (maximum !== undefined && !(measured[key] <= maximum))
			return [`${route} ${title} is ${format(measured[key])}, at most ${format(maximum)} wanted`];
		return [];
	});
}
