import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getChromium } from "../scripts/chromium.ts";
import { projectDirectory, projectNode } from "../tests/support/built-server.ts";
import type { Part } from "./part.ts";

type Annotation = { type: string; description?: string };
type Suite = {
	specs: { ok: boolean; title: string; tests: { annotations: Annotation[] }[] }[];
	suites?: Suite[];
};

/** Counts what a member of staff does for everyday tasks, as the browser tests of these tasks do and assert. */
export const tasks: Part = {
	name: "tasks",
	about: "clicks, keys and page loads of everyday tasks in the desk",
	comparable: false,
	async run(_options, tell) {
		const folder = await mkdtemp(join(tmpdir(), "front-office-tasks-"));
		try {
			const report = join(folder, "report.json");
			const status = await runTests(report);
			const { suites } = JSON.parse(await readFile(report, "utf8")) as { suites: Suite[] };
			for (const { title, ok, tests } of suites.flatMap(listSpecs)) {
				if (!ok) tell({ what: title, value: "failed" });
				for (const { type, description = "" } of tests.flatMap(({ annotations }) => annotations))
					if (type.startsWith("task: ")) tell({ what: type.slice("task: ".length), value: description });
			}
			if (status !== 0) throw new Error("a task takes more than it may; see the test of it");
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	},
};

function runTests(report: string): Promise<number | null> {
	const tests = spawn(
		projectNode,
		["node_modules/@playwright/test/cli.js", "test", "--reporter=json", "--grep", "@task"],
		{
			cwd: projectDirectory,
			env: { ...process.env, CHROMIUM_PATH: getChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
			stdio: ["ignore", "ignore", "inherit"],
		},
	);
	return new Promise((resolve) => tests.once("close", resolve));
}

function listSpecs({ specs, suites = [] }: Suite): Suite["specs"] {
	return [...specs, ...suites.flatMap(listSpecs)];
}
