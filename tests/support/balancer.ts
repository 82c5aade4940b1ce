import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "./free-port.ts";

/** The documented example is the one that runs. */
const example = new URL("../../docs/deploy/haproxy.cfg", import.meta.url);
const serverNames = ["one", "two", "three"];
const startMs = 10_000;
/** How long the balancer may take to notice a server's state. */
const noticeMs = 60_000;

export type Balancer = {
	url: string;
	/**
	 * Waits until the balancer does or does not send requests to the server.
	 * @throws after a minute
	 */
	waitUntil(server: number, state: "UP" | "DOWN"): Promise<void>;
	stop(): Promise<void>;
};

/**
 * Starts HAProxy with docs/deploy/haproxy.cfg, except for its addresses, in front of three servers.
 * @throws without HAProxy, with how to install it, or when it does not start
 */
export async function startBalancer(serverPorts: readonly number[]): Promise<Balancer> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-balancer-"));
	const file = join(directory, "haproxy.cfg");
	const socket = join(directory, "admin.sock");
	const port = await findFreePort();
	let text = await readFile(example, "utf8");
	const replace = (pattern: RegExp, by: string) => {
		if (!pattern.test(text)) throw new Error(`docs/deploy/haproxy.cfg has no ${pattern.source}`);
		text = text.replaceAll(pattern, by);
	};
	replace(/bind :443 .*/g, `bind 127.0.0.1:${port}`);
	replace(/bind :80$/gm, `bind ${join(directory, "plain.sock")}`);
	// All visitors come from this machine, and say where from.
	replace(/http-request set-header X-Forwarded-For .*/g, "");
	replace(/stats socket \S+.*/g, `stats socket ${socket} level admin`);
	for (const [index, name] of serverNames.entries())
		replace(new RegExp(`(server ${name}) \\S+`, "g"), `$1 127.0.0.1:${serverPorts[index]}`);
	await writeFile(file, text);

	const balancer = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
	let output = "";
	for (const stream of [balancer.stdout, balancer.stderr])
		stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
	let ended = false;
	const exited = new Promise<void>((resolve) => {
		balancer.once("error", (error: NodeJS.ErrnoException) => {
			if (error.code === "ENOENT") output = "There is no HAProxy here. Debian: apt-get install -y haproxy";
			ended = true;
			resolve();
		});
		balancer.once("exit", () => {
			ended = true;
			resolve();
		});
	});
	const deadline = Date.now() + startMs;
	while ((await ask(socket, "show info").catch(() => "")) === "") {
		if (ended || Date.now() > deadline) {
			balancer.kill("SIGKILL");
			throw new Error(`The balancer did not start:\n${output}`);
		}
		await sleep(50);
	}
	return {
		url: `http://127.0.0.1:${port}`,
		async waitUntil(server, state) {
			const name = serverNames[server];
			const noticedBy = Date.now() + noticeMs;
			while (Date.now() < noticedBy) {
				const line = (await ask(socket, "show stat")).split("\n").find((one) => one.startsWith(`ready,${name},`));
				if (line?.split(",")[17]?.startsWith(state)) return;
				await sleep(50);
			}
			throw new Error(`The balancer did not see server ${name} ${state} within a minute`);
		},
		async stop() {
			balancer.kill("SIGTERM");
			await exited;
			await rm(directory, { recursive: true, force: true });
		},
	};
}

/** Sends a command to the balancer's administration socket. */
function ask(path: string, command: string): Promise<string> {
	return new Promise((resolve, reject) => {
		let answer = "";
		const socket = connect(path, () => socket.end(`${command}\n`));
		socket.on("data", (chunk) => (answer += chunk.toString()));
		socket.once("error", reject);
		socket.once("close", () => resolve(answer));
	});
}
