import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createServerEnvironment, startBuiltServer } from "../support/built-server.ts";

// A pipe that nobody reads takes some lines before it is full; one whose reader has gone fails with the next.
for (const [reader, requests] of [["gone", 0], ["stuck", 3_000]] as const) {
	test(`the server answers and ends although the reader of its log is ${reader}`, async () => {
		const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-"));
		const server = await startBuiltServer(await createServerEnvironment({ dataDirectory }));
		try {
			server.leaveLog(reader);
			for (let sent = 0; sent < requests; sent += 50) {
				const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.url}/healthz`)));
				expect(answers.every(({ ok }) => ok)).toBe(true);
				await Promise.all(answers.map((answer) => answer.text()));
			}
			const begun = performance.now();
			await Promise.race([server.end("SIGTERM"), new Promise((resolve) => setTimeout(resolve, 12_000))]);
			expect(performance.now() - begun).toBeLessThan(8_000);
		} finally {
			await server.end("SIGKILL");
			await rm(dataDirectory, { recursive: true, force: true });
		}
	});
}
