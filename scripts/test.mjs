// `npm test`: every check of the project, one after the other, and one line at the end that counts them all.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, node, root, printStep } from "./prepare.mjs";

/** A step that takes longer hangs. */
const stepTimeoutMs = 13 * 60_000;
/** Kills of the server per database in a fault test; the long form is `npm run test:faults`. */
const sqliteKills = 2;
const postgresKills = 1;
/** The booking race likewise; its long form is `npm run test:races`. */
const shortRace = ["tests/faults/booking-race.ts", "--rounds", "2", "--clients", "50"];

const totals = { passed: 0, failed: 0, skipped: 0 };
const failedSteps = [];

install();
const reports = mkdtempSync(join(tmpdir(), "front-office-reports-"));
try {
	const browser = findChromium();
	check("Type check", "npm", ["run", "--silent", "typecheck"]);
	check("Lint", "npm", ["run", "--silent", "lint:code"]);
	check("Import law", "npm", ["run", "--silent", "lint:imports"]);
	check("Content", "npm", ["run", "--silent", "check:content"]);
	step("Unit, store and HTTP tests", runVitest);
	const built = check("Build", "npm", ["run", "--silent", "build"]);
	if (built && browser) step("End-to-end tests in a browser", () => runPlaywright(browser));
	else recordNotRun("End-to-end tests in a browser", built ? "there is no Chromium" : "there is no build");
	for (const command of listFaultTests()) {
		const name = `Fault test ${command.join(" ")}`;
		if (built) check(name, node, command);
		else recordNotRun(name, "there is no build");
	}
} finally {
	rmSync(reports, { recursive: true, force: true });
}

if (failedSteps.length > 0) printStep(`Failed: ${failedSteps.join("; ")}`);
console.log(
	`${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ""}`,
);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** Runs one step, says how long it took, and adds what it counted to the totals. */
function step(name, action) {
	printStep(name);
	const start = performance.now();
	const counts = action();
	const seconds = ((performance.now() - start) / 1000).toFixed(1);
	for (const key of Object.keys(totals)) totals[key] += counts[key] ?? 0;
	if (counts.failed) failedSteps.push(name);
	printStep(`${name}: ${counts.failed ? "FAILED" : "passed"} in ${seconds} s`);
	return !counts.failed;
}

/** A step that is one check: it passes when its program exits with 0. */
function check(name, command, args) {
	return step(name, () => (execute(command, args) === 0 ? { passed: 1 } : { failed: 1 }));
}

/** A step that could not run counts as failed: what was not checked is not known to work. */
function recordNotRun(name, reason) {
	step(name, () => {
		printStep(`not run: ${reason}`);
		return { failed: 1 };
	});
}

function runVitest() {
	const report = join(reports, "vitest.json");
	const status = execute(node, [
		"node_modules/vitest/vitest.mjs",
		"run",
		"--reporter=default",
		"--reporter=json",
		`--outputFile.json=${report}`,
	]);
	const result = readReport(report);
	if (!result) return { failed: 1 };
	// A file that could not even be loaded has failed without a test of its own.
	const brokenFiles = result.testResults.filter(
		(file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
	).length;
	return judge(status, {
		passed: result.numPassedTests,
		failed: result.numFailedTests + brokenFiles,
		skipped: result.numPendingTests + result.numTodoTests,
	});
}

function runPlaywright(browser) {
	const report = join(reports, "playwright.json");
	const status = execute(node, ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"], {
		CHROMIUM_PATH: browser,
		PLAYWRIGHT_JSON_OUTPUT_FILE: report,
	});
	const result = readReport(report);
	if (!result) return { failed: 1 };
	const { expected, unexpected, flaky, skipped } = result.stats;
	return judge(status, { passed: expected, failed: unexpected + flaky, skipped });
}

/** A runner that failed without a failed test, or that ran nothing, has failed itself. */
function judge(status, counts) {
	const ranNothing = counts.passed + counts.failed === 0;
	return ranNothing || (status !== 0 && counts.failed === 0) ? { ...counts, failed: counts.failed + 1 } : counts;
}

function readReport(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** The fault tests in their short form, which does not wait for leases to end; one that knows several databases runs on each. */
function listFaultTests() {
	const directory = join(root, "tests", "faults");
	const programs = readdirSync(directory)
		.filter((name) => name.endsWith("-kill.ts"))
		.toSorted()
		.map((name) => `tests/faults/${name}`);
	const kills = programs.flatMap((program) => [
		[program, "--kills", String(sqliteKills), "--end-leases"],
		...(readFileSync(join(root, program), "utf8").includes("postgres")
			? [[program, "--kills", String(postgresKills), "--database", "postgres", "--end-leases"]]
			: []),
	]);
	return [...kills, shortRace, [...shortRace, "--database", "postgres"]];
}

function findChromium() {
	const { status, stdout } = spawnSync(node, ["scripts/ensure-chromium.ts"], {
		cwd: root,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "inherit"],
	});
	return status === 0 ? stdout.trim() : undefined;
}

/** Runs a program in the project's folder and gives its exit code. */
function execute(command, args, environment = {}) {
	const { status, error } = spawnSync(command, args, {
		cwd: root,
		stdio: "inherit",
		timeout: stepTimeoutMs,
		shell: command === "npm" && process.platform === "win32",
		// Programs that start again and again, such as the server and its commands, are compiled once.
		env: { ...process.env, NODE_COMPILE_CACHE: join(reports, "compiled"), ...environment },
	});
	if (error) console.error(error.message);
	return status ?? 1;
}
