import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { endAllAfter } from "./end-all-after.ts";

test("started things are ended last first, even if the work rejects during a start", async () => {
	const ended: string[] = [];
	const late = Promise.withResolvers<string>();
	const running = endAllAfter(async (start) => {
		await start(
			async () => "folder",
			async (name) => ended.push(name),
		);
		void start(
			() => late.promise,
			async (name) => ended.push(name),
		);
		await start(
			async () => Promise.reject(new Error("no port")),
			async () => ended.push("never started"),
		);
	});
	late.resolve("server");
	await expect(running).rejects.toThrow("no port");
	expect(ended).toEqual(["server", "folder"]);
});

test("a stopped program ends what it started, and fails", async () => {
	const program = `
		import { endAllAfter } from ${JSON.stringify(fileURLToPath(new URL("end-all-after.ts", import.meta.url)))};
		await endAllAfter(async (start) => {
			await start(async () => console.log("started"), async () => console.log("never"));
			await start(async () => "server", async () => console.log("ended"));
			await new Promise((resolve) => setTimeout(resolve, 60_000));
		});`;
	const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
		stdio: ["ignore", "pipe", "pipe"],
	});
	const output = text(child.stdout);
	const errors = text(child.stderr);
	await once(child.stdout, "data");
	child.kill("SIGTERM");
	const [code] = (await once(child, "exit")) as [number | null];
	expect([code, await output]).toEqual([1, "started\nended\n"]);
	expect(await errors).toContain("Told to stop by SIGTERM");
});
