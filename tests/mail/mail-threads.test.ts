import fc from "fast-check";
import { test } from "vitest";
import { databaseKinds } from "../support/databases.ts";
import { openThreadProperty } from "../support/mail-threads.ts";

/** Another in each run, printed so that a failure can be repeated. */
const seed = Number(process.env.THREADS_SEED ?? Date.now() & 0x7fffffff);
const longestMs = 15_000;

test.each(databaseKinds)(
	"no message of many conversations is lost, doubled or in another's record on %s",
	async (kind) => {
		const property = await openThreadProperty(kind);
		console.log(`Conversations on ${kind}, seed ${seed}`);
		await fc.assert(property, { seed, numRuns: 1_000, interruptAfterTimeLimit: longestMs });
	},
	longestMs * 10,
);
