import { spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

/** Tries every way out of a process, and prints what became of each. */
const attempts = `
	import dns from "node:dns";
	import { createSocket } from "node:dgram";
	import { spawnSync } from "node:child_process";
	import net from "node:net";
	import tls from "node:tls";
	import { Worker, isMainThread } from "node:worker_threads";
	const [port, other] = process.argv.slice(-2).map(Number);
	const socket = (open) => new Promise((resolve) => {
		const one = open();
		one.once("connect", () => { one.destroy(); resolve("connected"); });
		one.once("error", (error) => resolve(error.code));
	});
	const results = {
		fetch: await fetch("http://127.0.0.1:" + port).then(() => "answered", (error) => error.cause.code),
		connect: await socket(() => net.connect(port, "127.0.0.1")),
		connectByName: await socket(() => net.connect({ host: "localhost", port })),
		tls: await socket(() => tls.connect({ host: "127.0.0.1", port })),
		path: await socket(() => net.connect("/tmp/nobody.sock")),
		name: await new Promise((resolve) => dns.resolve("front-office.example", (error) => resolve(error?.code))),
		lookup: await dns.promises.lookup("front-office.example").then(() => "found", (error) => error.code),
		resolver: await new dns.promises.Resolver().resolveMx("front-office.example").then(() => "found", (error) => error.code),
		allowed: await socket(() => net.connect(other, "127.0.0.1")),
	};
	try {
		createSocket("udp4").send("text", port, "127.0.0.1");
	} catch (error) {
		results.udp = error.code;
	}
	const code = "fetch('http://127.0.0.1:" + port + "').then(() => console.log('answered'), (error) => console.log(error.cause.code))";
	results.child = spawnSync(process.execPath, ["--eval", code]).stdout.toString().trim();
	const inThread = "import { parentPort } from 'node:worker_threads'; const console = { log: (value) => parentPort.postMessage(value) };" + code;
	const worker = new Worker(new URL("data:text/javascript," + encodeURIComponent(inThread)));
	results.thread = await new Promise((resolve) => worker.once("message", resolve));
	const listener = net.createServer().listen(0, "127.0.0.1");
	results.listens = await new Promise((resolve) => listener.once("listening", () => resolve("yes")).once("error", (error) => resolve(error.code)));
	console.log(JSON.stringify(results));
	process.exit();
`;

async function listen(): Promise<{ port: number; count: () => number }> {
	let connections = 0;
	const server = createServer((socket) => {
		connections++;
		socket.destroy();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	return { port: (server.address() as AddressInfo).port, count: () => connections };
}

async function runAttempts(isBlocked: boolean) {
	const [forbidden, allowed] = [await listen(), await listen()];
	const block = new URL("block-network.mjs", import.meta.url);
	block.searchParams.append("allowed", `127.0.0.1:${allowed.port}`);
	const child = spawn(
		process.execPath,
		["--input-type=module", "--eval", attempts, "--", String(forbidden.port), String(allowed.port)],
		{
			env: { PATH: process.env.PATH, ...(isBlocked && { NODE_OPTIONS: `--import=${block.href}` }) },
			stdio: ["ignore", "pipe", "inherit"],
		},
	);
	const results = JSON.parse(await text(child.stdout)) as Record<string, string>;
	return { results, forbidden: forbidden.count(), allowed: allowed.count() };
}

test("a release on a copy reaches nothing but its database, by no way, in no thread and no child process", async () => {
	const { results, forbidden, allowed } = await runAttempts(true);
	const { allowed: reached, listens, ...refused } = results;
	expect(new Set(Object.values(refused))).toEqual(new Set(["ECONNREFUSED"]));
	expect(Object.keys(refused)).toHaveLength(11);
	expect([reached, listens]).toEqual(["connected", "yes"]);
	expect([forbidden, allowed]).toEqual([0, 1]);
});

test("without the block, the same attempts arrive", async () => {
	const { results, forbidden } = await runAttempts(false);
	expect(results).toMatchObject({ connect: "connected", connectByName: "connected", listens: "yes" });
	expect(forbidden).toBeGreaterThan(4);
});
