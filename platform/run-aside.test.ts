import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createAside, EndedAsideError } from "./run-aside.ts";

/** A program that answers with its thread's id, unless its task is to loop, to throw, to leave, or to fill its memory. */
const program = new URL(
	`data:text/javascript,${encodeURIComponent(`
		import { parentPort, threadId } from "node:worker_threads";
		const kept = [];
		parentPort.on("message", (task) => {
			if (task === "throw") throw new Error("thrown");
			if (task === "leave") process.exit(0);
			while (task === "loop");
			while (task === "fill") kept.push(new Array(1e6).fill(kept.length));
			parentPort.postMessage(threadId);
		});
	`)}`,
);

const options = { timeoutMs: 60_000, maxMemoryMb: 32 };

describe("a program on a thread of its own", () => {
	test.each([
		["throws", "throw"],
		["leaves", "leave"],
		["takes more memory than it may", "fill"],
	])("that %s is ended, and the next task has a new one", async (_case, task) => {
		const run = createAside<number>(program, { ...options, keptMs: 60_000 });
		await expect(run(task)).rejects.toBeInstanceOf(EndedAsideError);
		expect(await run("answer")).toBeGreaterThan(0);
	});

	test("that never ends is ended", async () => {
		const run = createAside<number>(program, { ...options, timeoutMs: 200 });
		await expect(run("loop")).rejects.toBeInstanceOf(EndedAsideError);
	});

	test("has all of its time for a task, however long it takes to be loaded", async () => {
		const code = `await new Promise((go) => setTimeout(go, 3_000)); await import(${JSON.stringify(program.href)});`;
		const slow = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
		const run = createAside<number>(slow, { ...options, timeoutMs: 2_000 });
		expect(await run("answer")).toBeGreaterThan(0);
	});

	test("that cannot be loaded is ended", async () => {
		const run = createAside<number>(new URL("data:text/javascript,throw new Error('thrown')"), options);
		await expect(run("answer")).rejects.toBeInstanceOf(EndedAsideError);
	});

	test("is new for every task, unless it is kept", async () => {
		const once = createAside<number>(program, options);
		expect(await once("answer")).not.toBe(await once("answer"));
		const kept = createAside<number>(program, { ...options, keptMs: 60_000 });
		expect(await kept("answer")).toBe(await kept("answer"));
	});

	test("gets no task once it is being ended", async () => {
		const run = createAside<number>(program, { ...options, keptMs: 50 });
		await run("answer");
		// Timers of one length run in the order in which they began: this one right after the one that ends the thread.
		const next = await new Promise<number>((resolve, reject) => {
			setTimeout(() => run("answer").then(resolve, reject), 50);
		});
		expect(next).toBeGreaterThan(0);
	});

	test("neither prints anything nor keeps its process running", async () => {
		const talking = `import { parentPort } from "node:worker_threads";
			parentPort.on("message", () => {
				for (const stream of [process.stdout, process.stderr]) stream.write("x".repeat(1e6));
				parentPort.postMessage("answer");
			});`;
		const code = `import { createAside } from ${JSON.stringify(import.meta.resolve("./run-aside.ts"))};
			const program = new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(talking)}`)});
			const run = createAside(program, { timeoutMs: 60_000, maxMemoryMb: 32, keptMs: 3_600_000 });
			console.log(await run("task"), await run("task"));`;
		const node = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code]);
		expect((await node).stdout).toBe("answer answer\n");
		expect((await node).stderr).toBe("");
	});

	test("does one task after the other", async () => {
		const run = createAside<number>(program, { ...options, keptMs: 60_000 });
		expect(new Set(await Promise.all([run("answer"), run("answer"), run("answer")])).size).toBe(1);
	});
});
