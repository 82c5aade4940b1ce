// `npm test`: what a change must pass, in the time that a person waits; `npm test -- --all`: every check of the project. `npm run
// test:quick`: types, lint, and the unit and store tests on SQLite. Steps run side by side. Each prints its seconds and its processor time,
// and one line at the end counts every test.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { install, node, printStep, root } from "./prepare.mjs";

const isQuick = process.argv.includes("--quick");
const isAll = process.argv.includes("--all");
/** Of the steps that take minutes and two processors at most: browser tests wait half of their time for a page, a mail or a clock. */
const longStepsAtOnce = 2;
/** Beside them; while none of them runs, one more. */
const shortStepsAtOnce = 1;
/** How often the running steps are printed, so that a long one does not seem to hang. */
const heartbeatMs = 30_000;
/** Kills of the server per database in a fault test; the long form is `npm run test:faults`. */
const sqliteKills = 2;
const postgresKills = 1;
/** Backups under load; the long form is `npm run test:backup`. */
const backups = ["tests/faults/backup-load.ts", "--backups", "2", "--clients", "4"];
/** Runs of the property test of public pages; its long form is `npm run test:pages`. */
const pages = ["tests/faults/published-pages.ts", "--runs", "4"];
/** The studio's releases, once with a build of the export; the long form is `npm run test:studio`. */
const studio = ["tests/faults/studio-pages.ts", "--runs", "1", "--steps", "8"];
/** Races for one time; their long form is `npm run test:races`. */
const race = ["tests/faults/booking-race.ts", "--rounds", "2", "--clients", "50"];
const hostRace = [...race, "--hosts", "3"];
const interviewRace = ["tests/faults/interviews-race.ts", "--rounds", "2", "--clients", "50", "--pairs", "2"];
/** Upgrades that fail; the long form is `npm run test:upgrade`. */
const upgrades = ["tests/faults/upgrade-failures.ts", "--short"];
/** Hostile Markdown texts beside a visitor, who waits for as long as the machine is busy; the long form is `npm run test:markdown`. */
const markdown = ["tests/faults/hostile-markdown.ts", "--texts", "4", "--seed", "99", "--limit-ms", "60000"];
/** A mailbox with earlier messages beside a visitor, who waits for as long as the machine is busy; the long form is `npm run test:mail`. */
const backlog = ["tests/faults/mailbox-backlog.ts", "--messages", "200", "--limit-ms", "60000"];
/**
 * Generated inputs for every reader of what comes from outside: the same in each run, so that a failure is the change's. Others, for
 * longer: `npm run fuzz`.
 */
const fuzz = ["tests/fuzz/main.ts", "--minutes", "3", "--seed", "99"];
/**
 * Left to `npm test -- --all`: builds that fail, several servers side by side, a real mail server; backups, moves and data of earlier
 * releases; attacks, hostile input, races and properties; every format of pictures and resumes.
 */
const withoutLong = [
	"tests/{attacks,builds,faults,mail}/**",
	"server/commands/{backup,move,carried-*}.test.ts",
	"**/*{hostile-,-races,.property}*.test.ts",
	"server/desk-{other-sites,pictures,studio-faults}.test.ts",
	"server/{automatic-backups,backup-schedule,content-folder,disk-full,picture-removal,two-installations}.test.ts",
	"features/publishing/pictures/{picture-library,process-picture}.server.test.ts",
	"features/careers/resumes/resume-{check,viewer}.server.test.ts",
].flatMap((files) => ["--exclude", files]);
/** Leaves out the tests that both runners know as left to `npm test -- --all`. */
const withoutTagged = { vitest: ["--tags-filter", "!all"], playwright: ["--grep-invert", "@all"] };
/** Node's cache of compiled code from run to run; a changed file replaces its entry. */
const compileCache = join(root, "node_modules", ".cache", "compiled");

/** The types of the routes, which React Router deletes and writes again in one folder. */
const routeTypes = ".react-router";
/** A company as different from the sample as possible; its build and tests show that no code knows either. */
const secondCompany = { CONTENT_DIR: "e2e/fixtures/second-company", BUILD_DIR: "build-second" };

/** A program whose last output is the processor time of itself and its children, from POSIX `times`. */
const measuring = ["-c", '"$@"; status=$?; times >&3; exit $status', "measure"];

const begun = performance.now();
let processorSeconds = 0;
const totals = { passed: 0, failed: 0, skipped: 0 };
const failedSteps = [];
/** A line for each test that failed, if only once, because the end of a long output is what is read first. @type {string[]} */
const failedTests = [];
/** How long the tests of each file took, one worker's time added to the other's, and one company's to the other's. @type {Map<string, number>} */
const secondsByFile = new Map();
/** How many of the slowest files are listed. */
const slowestNamed = 6;
/** How much is repeated at the end of a failed test's message, or of the output of a step that is one test. */
const failureCharacters = 800;

install();
const reports = mkdtempSync(join(tmpdir(), "front-office-reports-"));
try {
	await runSteps(isQuick ? listQuickSteps() : isAll ? listAllSteps(findChromium()) : listSteps(findChromium()));
} finally {
	rmSync(reports, { recursive: true, force: true });
}

if (isQuick) printStep("Left to npm test: PostgreSQL, the build and the browser");
else if (!isAll)
	printStep(
		"Left to npm test -- --all: every page of the desk, the matrix, the second company, the server on PostgreSQL, kills, races, backups, patterns",
	);
if (secondsByFile.size > 0) printStep(`Slowest files: ${describeSlowest()}`);
printStep(`All steps: ${describeTime(begun, processorSeconds)}`);
for (const line of failedTests) printStep(line);
if (failedSteps.length > 0) printStep(`Failed: ${failedSteps.join("; ")}`);
console.log(
	`${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ""}`,
);
process.exitCode = totals.failed > 0 ? 1 : 0;

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} [environment] beside that of this process
 * @property {string} [writes] what no other step that writes it may run beside
 * @property {string} [after] name of the step that must have passed before
 * @property {boolean} [isLong] whether it takes minutes, and more than one processor
 * @property {string} [impossible] why it cannot run; it counts as failed then, for what was not checked is not known to work
 * @property {(status: number) => object} [count] reads how many of its tests passed, failed and were skipped; without it, the step is one test
 */

/** @returns {Step[]} */
function listStaticSteps() {
	return [
		{ ...npmStep("Types", "typecheck"), writes: routeTypes },
		npmStep("Lint", "lint:code"),
		npmStep("Format", "lint:format"),
		npmStep("Dependency rules", "lint:imports"),
		npmStep("Documents", "lint:documents"),
		npmStep("Words", "lint:words"),
		npmStep("Content", "check:content"),
	];
}

/** @returns {Step[]} */
function listQuickSteps() {
	// Tests on PostgreSQL have it in their name.
	return [
		...listStaticSteps(),
		vitestStep(["--testNamePattern", "^(?!.*postgres)", ...withoutLong, ...withoutTagged.vitest]),
	];
}

/**
 * In the order in which they begin when they can. The build comes first, because the longest steps wait for it, and then these, so that
 * short ones are left for the end.
 * @returns {Step[]}
 */
function listSteps(browser) {
	return [
		{ ...npmStep("Build", "build"), writes: routeTypes },
		playwrightStep("End-to-end tests", "Build", browser, withoutTagged.playwright, { ONE_LOOK: "yes" }),
		// A third worker, because many of these tests wait for a time limit; the browser tests end first.
		vitestStep([...withoutLong, ...withoutTagged.vitest, "--maxWorkers=3"], { ONE_DATABASE: "yes" }),
		...listStaticSteps(),
	];
}

/** @returns {Step[]} */
function listAllSteps(browser) {
	ensureMailServers();
	return [
		{ ...npmStep("Build", "build"), writes: routeTypes },
		playwrightStep("End-to-end tests", "Build", browser, []),
		{ ...npmStep("Build of the second company", "build"), environment: secondCompany, writes: routeTypes },
		vitestStep([]),
		// Widths and schemes differ by styles, which both companies share.
		playwrightStep("End-to-end tests on the second company", "Build of the second company", browser, [], {
			...secondCompany,
			ONE_LOOK: "yes",
		}),
		...listFaultTests().map(faultStep),
		{ name: "Generated inputs", command: node, args: fuzz, after: "Build" },
		...listStaticSteps(),
		npmStep("Patterns", "lint:patterns"),
		{ ...npmStep("Content of the second company", "check:content"), environment: secondCompany },
	];
}

/** @returns {Step} */
function faultStep(args) {
	// Of these, only an export of the studio is built.
	const builds = args[0] === studio[0] && !args.includes("--no-export");
	return {
		name: `Fault test ${args.join(" ")}`,
		command: node,
		args,
		after: "Build",
		writes: builds ? routeTypes : undefined,
	};
}

/** @returns {Step} */
function npmStep(name, script) {
	return { name, command: "npm", args: ["run", "--silent", script] };
}

/** @returns {Step} */
function playwrightStep(name, after, browser, args, environment = {}) {
	const report = join(reports, `${name}.json`);
	return {
		name,
		command: node,
		args: ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...args],
		environment: { ...environment, CHROMIUM_PATH: browser ?? "", PLAYWRIGHT_JSON_OUTPUT_FILE: report },
		after,
		isLong: true,
		impossible: browser ? undefined : "there is no Chromium",
		count: (status) => countPlaywright(status, report),
	};
}

/** @returns {Step} */
function vitestStep(args, environment = {}) {
	const report = join(reports, "vitest.json");
	return {
		name: "Unit, store and HTTP tests",
		isLong: true,
		command: node,
		args: [
			"node_modules/vitest/vitest.mjs",
			"run",
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${report}`,
			...args,
		],
		...(isQuick ? { environment } : { after: "Build", environment: { ...environment, TEST_BUILD_DIR: "build" } }),
		count: (status) => countVitest(status, report),
	};
}

/** Runs the steps in order, each when the step that it needs has passed. */
async function runSteps(steps) {
	const outcomes = new Map();
	const waiting = [...steps];
	const running = new Map();
	const heartbeat = setInterval(() => {
		for (const { step, log } of running.values()) printStep(`${step.name} goes on: ${lastLineOf(log)}`);
	}, heartbeatMs);
	const isReady = ({ after, writes, isLong = false }) => {
		const others = [...running.values()].map(({ step }) => step);
		const long = others.filter((other) => other.isLong).length;
		return (
			(after === undefined || outcomes.has(after)) &&
			(writes === undefined || others.every((other) => other.writes !== writes)) &&
			(isLong ? long < longStepsAtOnce : others.length - long < shortStepsAtOnce + (long === 0 ? 1 : 0))
		);
	};
	try {
		while (waiting.length > 0 || running.size > 0) {
			const index = waiting.findIndex(isReady);
			if (index !== -1) {
				const [step] = waiting.splice(index, 1);
				const log = join(reports, `${steps.indexOf(step)}.log`);
				const ended = runStep(step, log, outcomes).then((passed) => {
					outcomes.set(step.name, passed);
					running.delete(ended);
				});
				running.set(ended, { step, log });
			} else {
				await Promise.race(running.keys());
			}
		}
	} finally {
		clearInterval(heartbeat);
	}
}

/** Runs one step, prints its output when it fails, adds its counts to the totals, and returns whether it passed. */
async function runStep(step, log, outcomes) {
	const stepBegun = performance.now();
	const reason =
		step.impossible ?? (step.after !== undefined && !outcomes.get(step.after) ? `"${step.after}" failed` : undefined);
	const { status, busySeconds } = reason === undefined ? await execute(step, log) : { status: 1, busySeconds: 0 };
	const isOneTest = reason !== undefined || step.count === undefined;
	const counts = isOneTest ? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 } : step.count(status);
	for (const key of Object.keys(totals)) totals[key] += counts[key] ?? 0;
	processorSeconds += busySeconds;
	const time = describeTime(stepBegun, busySeconds);
	if (!counts.failed) {
		printStep(`${step.name}: passed in ${time}${isOneTest ? "" : `, ${counts.passed} tests`}`);
		return true;
	}
	failedSteps.push(step.name);
	const output = reason ?? readFileSync(log, "utf8");
	console.log(output);
	if (isOneTest) noteFailure(step.name, "its last output", output.trimEnd().slice(-failureCharacters));
	printStep(`${step.name}: FAILED in ${time}`);
	return false;
}

function describeTime(sinceMs, busySeconds) {
	const seconds = ((performance.now() - sinceMs) / 1000).toFixed(1);
	return process.platform === "win32" ? `${seconds} s` : `${seconds} s (${busySeconds.toFixed(1)} s of processor time)`;
}

/**
 * Runs a program in the project's folder with its output in a file; returns its exit code and its processor time, which Windows does not
 * report.
 */
function execute({ command, args, environment = {} }, log) {
	const isMeasured = process.platform !== "win32";
	const times = `${log}.times`;
	const files = [openSync(log, "w"), openSync(times, "w")];
	return new Promise((resolve) => {
		const [output, measured] = files;
		const child = spawn(isMeasured ? "/bin/sh" : command, isMeasured ? [...measuring, command, ...args] : args, {
			cwd: root,
			stdio: ["ignore", output, output, measured],
			shell: command === "npm" && !isMeasured,
			// Programs that start again and again, such as the server and its commands, are compiled once.
			env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment },
		});
		const end = (status) => {
			for (const file of files) closeSync(file);
			resolve({ status, busySeconds: readBusySeconds(times) });
		};
		child.once("error", (error) => {
			console.error(error.message);
			end(1);
		});
		child.once("exit", (status) => end(status ?? 1));
	});
}

/** Adds up the output of `times`, such as 0m1.5s. */
function readBusySeconds(file) {
	const periods = readFileSync(file, "utf8").matchAll(/(\d+)m([\d.]+)s/g);
	return [...periods].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

function lastLineOf(log) {
	const lines = readFileSync(log, "utf8").trimEnd().split("\n");
	return (
		stripVTControlCharacters(lines.at(-1) ?? "")
			.trim()
			.slice(0, 120) || "no output yet"
	);
}

function countVitest(status, report) {
	const result = readReport(report);
	if (!result) return { failed: 1 };
	for (const { name, startTime, endTime, assertionResults } of result.testResults) {
		addSeconds(relative(root, name), (endTime - startTime) / 1000);
		for (const { status: outcome, fullName, failureMessages } of assertionResults)
			if (outcome === "failed") noteFailure(relative(root, name), fullName, failureMessages[0]);
	}
	// A file that could not be loaded has failed without a test of its own.
	const brokenFiles = result.testResults.filter(
		(file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
	).length;
	return judge(status, {
		passed: result.numPassedTests,
		failed: result.numFailedTests + brokenFiles,
		// The shorter forms leave tests out on purpose and say so.
		skipped: isAll ? result.numPendingTests + result.numTodoTests : 0,
	});
}

function countPlaywright(status, report) {
	const result = readReport(report);
	if (!result) return { failed: 1 };
	const { expected, unexpected, flaky, skipped } = result.stats;
	for (const suite of result.suites) {
		const file = relative(root, join(result.config.rootDir, suite.file));
		addSeconds(file, countSeconds(suite));
		for (const { title, tests } of listSpecs(suite)) {
			const messages = tests
				.flatMap(({ results }) => results)
				.flatMap(({ errors }) => errors.map(({ message }) => message));
			if (messages.length === 0) continue;
			const wasAgain = tests.every(({ status: outcome }) => outcome !== "unexpected");
			noteFailure(file, wasAgain ? `${title} (passed when it ran again)` : title, messages.join(" "));
		}
	}
	return judge(status, { passed: expected + flaky, failed: unexpected, skipped });
}

/** Lists the tests of a suite, with those of nested suites. */
function listSpecs({ specs, suites = [] }) {
	return [...specs, ...suites.flatMap(listSpecs)];
}

function noteFailure(file, title, message = "no message") {
	const text = stripVTControlCharacters(message).replaceAll(/\s+/g, " ").trim();
	failedTests.push(`${file} › ${title}: ${text.slice(0, failureCharacters)}`);
}

/** How long the tests of a suite ran, with nested suites. @returns {number} */
function countSeconds({ specs, suites = [] }) {
	const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
	const own = results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
	return suites.reduce((sum, suite) => sum + countSeconds(suite), own);
}

function addSeconds(file, seconds) {
	secondsByFile.set(file, (secondsByFile.get(file) ?? 0) + seconds);
}

function describeSlowest() {
	return [...secondsByFile]
		.toSorted(([, a], [, b]) => b - a)
		.slice(0, slowestNamed)
		.map(([file, seconds]) => `${file} ${Math.round(seconds)} s`)
		.join(", ");
}

/** A runner that failed without a failed test, or that ran nothing, has failed itself. */
function judge(status, counts) {
	const ranNothing = counts.passed + counts.failed === 0;
	return ranNothing || (status !== 0 && counts.failed === 0) ? { ...counts, failed: counts.failed + 1 } : counts;
}

function readReport(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** The fault tests in a form that does not wait for leases to end; those that know several databases run on each. */
function listFaultTests() {
	return [
		...listKills(),
		...[race, hostRace, interviewRace, backups, pages].flatMap((args) => [args, [...args, "--database", "postgres"]]),
		// It reads the memory of the server from /proc.
		...(process.platform === "linux" ? [markdown, backlog] : []),
		studio,
		[...studio, "--database", "postgres", "--no-export"],
		upgrades,
	];
}

function listKills() {
	const programs = readdirSync(join(root, "tests", "faults"))
		.filter((name) => name.endsWith("-kill.ts"))
		.toSorted()
		.map((name) => `tests/faults/${name}`);
	return programs.flatMap((program) => [
		[program, "--kills", String(sqliteKills), "--end-leases"],
		...(readFileSync(join(root, program), "utf8").includes("postgres")
			? [[program, "--kills", String(postgresKills), "--database", "postgres", "--end-leases"]]
			: []),
	]);
}

/** Without Dovecot and Postfix, the tests of mailboxes fail and say how to install them. */
function ensureMailServers() {
	spawnSync(node, ["scripts/ensure-mail-servers.ts"], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
}

function findChromium() {
	const { status, stdout } = spawnSync(node, ["scripts/ensure-chromium.ts"], {
		cwd: root,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "inherit"],
	});
	return status === 0 ? stdout.trim() : undefined;
}
