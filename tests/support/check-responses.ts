import { afterEach, expect } from "vitest";
import { takeFaults } from "./response-faults.ts";

// Runs before the tests of each file. Tests that share a process load the check once.
afterEach(() => {
	expect(takeFaults(), "answers that /openapi.json does not describe").toEqual([]);
});
