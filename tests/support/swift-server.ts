import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { findFreePort } from "./free-port.ts";

const run = promisify(execFile);

const programs = ["account", "container", "object", "proxy"] as const;
const startTimeoutMs = 30_000;

/** Returns how to install what startSwiftServer lacks; undefined when nothing is missing. */
export function findMissingSwift(): string | undefined {
	const missing = programs.map((name) => `/usr/bin/swift-${name}-server`).filter((path) => !existsSync(path));
	return missing.length === 0
		? undefined
		: `OpenStack Swift is missing (${missing.join(", ")}). On Debian or Ubuntu: apt-get install swift-proxy swift-account swift-container swift-object`;
}

/**
 * Starts OpenStack Swift with its S3 interface: four processes on loopback, one copy of everything, in a temporary folder; they also share
 * /etc/swift/swift.conf of the packages.
 */
export async function startSwiftServer(): Promise<{
	port: number;
	accessKeyId: string;
	secretAccessKey: string;
	stop(): Promise<void>;
}> {
	const missing = findMissingSwift();
	if (missing !== undefined) throw new Error(missing);
	const directory = await mkdtemp(join(tmpdir(), "front-office-swift-"));
	const devices = join(directory, "devices");
	await mkdir(join(devices, "d1"), { recursive: true });
	const ports = { account: 0, container: 0, object: 0, proxy: 0 };
	for (const name of programs) ports[name] = await findFreePort();
	for (const name of ["account", "container", "object"] as const) {
		const builder = join(directory, `${name}.builder`);
		// One partition of one copy, on one device.
		await run("/usr/bin/swift-ring-builder", [builder, "create", "4", "1", "1"]);
		await run("/usr/bin/swift-ring-builder", [builder, "add", `r1z1-127.0.0.1:${ports[name]}/d1`, "1"]);
		await run("/usr/bin/swift-ring-builder", [builder, "rebalance"]);
	}
	const processes: ChildProcess[] = [];
	const stop = async () => {
		await Promise.all(
			processes.map(async (process) => {
				if (process.exitCode !== null || process.signalCode !== null) return;
				const exited = new Promise((resolve) => process.once("exit", resolve));
				process.kill("SIGKILL");
				await exited;
			}),
		);
		await rm(directory, { recursive: true, force: true });
	};
	try {
		let output = "";
		for (const name of programs) {
			const file = join(directory, `${name}.conf`);
			await writeFile(file, describeServer(name, ports[name], { directory, devices }));
			const process = spawn(`/usr/bin/swift-${name}-server`, [file], { stdio: ["ignore", "pipe", "pipe"] });
			for (const stream of [process.stdout, process.stderr])
				stream.on("data", (chunk: Buffer) => {
					if (output.length < 20_000) output += chunk.toString();
				});
			processes.push(process);
		}
		const deadline = Date.now() + startTimeoutMs;
		for (const name of programs)
			while (!(await isListening(ports[name]))) {
				if (Date.now() > deadline) throw new Error(`swift-${name}-server did not start:\n${output}`);
				await sleep(50);
			}
	} catch (error) {
		await stop();
		throw error;
	}
	return { port: ports.proxy, accessKeyId: "test:tester", secretAccessKey: "testing", stop };
}

function describeServer(
	name: (typeof programs)[number],
	port: number,
	{ directory, devices }: { directory: string; devices: string },
): string {
	const common = [
		"[DEFAULT]",
		"bind_ip = 127.0.0.1",
		`bind_port = ${port}`,
		"workers = 0",
		`user = ${userInfo().username}`,
		`swift_dir = ${directory}`,
		"log_level = WARNING",
	];
	if (name !== "proxy")
		return [
			...common,
			`devices = ${devices}`,
			"mount_check = false",
			"[pipeline:main]",
			`pipeline = ${name}-server`,
			`[app:${name}-server]`,
			`use = egg:swift#${name}`,
			"",
		].join("\n");
	return [
		...common,
		"[pipeline:main]",
		"pipeline = catch_errors proxy-logging cache s3api tempauth proxy-server",
		"[app:proxy-server]",
		"use = egg:swift#proxy",
		"account_autocreate = true",
		"[filter:s3api]",
		"use = egg:swift#s3api",
		"auth_pipeline_check = false",
		"s3_acl = false",
		"[filter:tempauth]",
		"use = egg:swift#tempauth",
		"user_test_tester = testing .admin",
		"[filter:cache]",
		"use = egg:swift#memcache",
		"[filter:catch_errors]",
		"use = egg:swift#catch_errors",
		"[filter:proxy-logging]",
		"use = egg:swift#proxy_logging",
		"",
	].join("\n");
}

function isListening(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
		socket.once("connect", () => socket.destroy());
	});
}
