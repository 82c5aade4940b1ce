import { expect, test } from "vitest";
import { fuzzTargets } from "./targets.ts";

/** The same inputs in each run; `npm run fuzz` tries others for as long as wanted. */
const seed = 20_261_125;
const runs = 20;

test.each(fuzzTargets.map((target) => [target.name, target] as const))(
	"%s: no generated input fails, holds the thread, or loses what came with it",
	async (_name, target) => {
		const { tried, failure } = await target.run({ seed, runs });
		expect(failure).toBeUndefined();
		expect(tried).toBe(runs);
	},
);
