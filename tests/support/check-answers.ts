import { afterEach, expect } from "vitest";
import { takeFaults } from "./answer-faults.ts";

// Runs before the tests of each file. What compares the answers is loaded once for all that share a process.
afterEach(() => {
	expect(takeFaults(), "answers that /openapi.json does not describe").toEqual([]);
});
