import fc from "fast-check";
import { test } from "vitest";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { openThreadProperty } from "../tests/support/mail-threads.ts";

/** The same in each run; tests/mail/mail-threads.test.ts tries others, for longer. */
const seed = 20_261_126;

test.each(serverDatabaseKinds)(
	"no message of any conversation is lost, doubled or in another's record on %s",
	async (kind) => {
		const property = await openThreadProperty(kind);
		await fc.assert(property, { seed, numRuns: kind === "sqlite" ? 8 : 3 });
	},
);
