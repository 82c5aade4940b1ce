import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import {
	createServerEnvironment,
	projectDirectory,
	projectNode,
	startBuiltServer,
} from "../tests/support/built-server.ts";

// An unread pipe accepts some lines before it is full; a closed one fails with the next.
for (const [reader, requests] of [
	["gone", 0],
	["stuck", 3_000],
] as const) {
	test(`the server answers and ends although the reader of its log is ${reader}`, { tag: "@all" }, async () => {
		const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-"));
		const server = await startBuiltServer(await createServerEnvironment({ dataDirectory }));
		try {
			server.leaveLog(reader);
			for (let sent = 0; sent < requests; sent += 50) {
				const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.url}/healthz`)));
				expect(answers.every(({ ok }) => ok)).toBe(true);
				await Promise.all(answers.map((answer) => answer.text()));
			}
			await server.end("SIGTERM");
		} finally {
			await server.end("SIGKILL");
			await rm(dataDirectory, { recursive: true, force: true });
		}
	});
}

test(
	"a terminal's Ctrl+C, which every process of npm start gets, stops the server as SIGTERM does",
	{ tag: "@all" },
	async () => {
		const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-"));
		// The part of npm start after packages and build are there.
		const program =
			'import("./scripts/prepare.mjs").then(({ runInForeground, node, serverArguments }) => runInForeground(node, serverArguments))';
		const group = spawn(projectNode, ["-e", program], {
			cwd: projectDirectory,
			env: await createServerEnvironment({ dataDirectory }),
			stdio: ["ignore", "pipe", "inherit"],
			detached: true,
		});
		let log = "";
		group.stdout.on("data", (chunk: Buffer) => (log += chunk.toString()));
		const ended = once(group, "exit");
		try {
			await expect.poll(() => log).toContain('"msg":"listening"');
			process.kill(-(group.pid as number), "SIGINT");
			expect(await ended).toEqual([0, null]);
			expect(log).toContain('"msg":"stopped"');
		} finally {
			if (group.exitCode === null) process.kill(-(group.pid as number), "SIGKILL");
			await rm(dataDirectory, { recursive: true, force: true });
		}
	},
);
