import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { createLog } from "../log.ts";
import { createReadinessProbe } from "./readiness-probe.ts";

test("one check of the database serves all for a second and one of the disk for half a minute, and no file is left", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
	onTestFinished(() => void vi.useRealTimers());
	const dataDirectory = await createTestDirectory();
	await writeFile(join(dataDirectory, ".probe"), "of a process that was killed");
	let looks = 0;
	const probe = createReadinessProbe({
		database: { check: async () => void looks++ },
		dataDirectory,
		log: createLog({ logLevel: "silent" }),
	});
	const ask = () => Promise.all(Array.from({ length: 20 }, probe));
	const readStates = async () => [...new Set((await ask()).map(({ database, disk }) => `${database} ${disk}`))];
	expect(await readStates()).toEqual(["ok ok"]);
	expect(looks).toBe(1);
	expect(await readdir(dataDirectory)).toEqual([]);

	await rm(dataDirectory, { recursive: true });
	vi.advanceTimersByTime(1_000);
	expect(await readStates()).toEqual(["ok ok"]);
	expect(looks).toBe(2);
	vi.advanceTimersByTime(29_000);
	expect(await readStates()).toEqual(["ok failed"]);
	expect(looks).toBe(3);
});
