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
		seed: { type: "string", default: String(Date.now() & 0x7fffffff) },
		/** Runs only targets whose name contains it. */
		only: { type: "string", default: "" },
	},
});

const seed = Number(values.seed);
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
