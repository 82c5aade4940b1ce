import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { fuzzTargets } from "./targets.ts";

/**
 * `npm run fuzz`: gives generated inputs to every reader of what comes from outside, one after the other, and prints the seed, with which
 * a run can be repeated. Exits with 1 when an input fails.
 */
const { values } = parseArgs({
	options: {
		/** How long all targets together may run. */
		minutes: { type: "string", default: "10" },
		/** A whole number, or "commit": the same for each run of a commit, and another for the next. */
		seed: { type: "string", default: String(Date.now() & 0x7fffffff) },
		/** Runs only targets whose name contains it. */
		only: { type: "string", default: "" },
	},
});

const seed = values.seed === "commit" ? readCommitSeed() : Number(values.seed);
const chosen = fuzzTargets.filter(({ name }) => name.includes(values.only));
const targetMs = (Number(values.minutes) * 60_000) / chosen.length;
/** More than fit into the time. */
const runs = 10_000_000;
console.log(`Seed ${seed}; ${chosen.length} targets, ${Math.round(targetMs / 1_000)} s each`);

for (const target of chosen) {
	const { tried, failure } = await target.run({ seed, runs, timeoutMs: targetMs });
	console.log(`${target.name}: ${tried} inputs, ${failure === undefined ? "none failed" : "one FAILED"}`);
	if (failure === undefined) continue;
	console.error(failure);
	process.exitCode = 1;
}

function readCommitSeed(): number {
	const { stdout, status } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
	// Outside a repository, any fixed number.
	return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : 1;
}
