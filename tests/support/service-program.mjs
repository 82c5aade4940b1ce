// Stands for the service manager of a machine: `start FOLDER` starts the release that the link "current" names, `stop FOLDER` stops it,
// `squat FOLDER` lets another program take its port. The environment is that of the server.
import { spawn } from "node:child_process";
import { existsSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [action, folder] = process.argv.slice(2);

if (action === "start") {
	const directory = realpathSync(join(folder, "current"));
	run(
		"server",
		[join(directory, "node_modules/node/bin/node"), "--max-semi-space-size=8", "server/main.mjs"],
		directory,
	);
} else if (action === "squat") {
	const listener = `require("node:http").createServer((_, response) => response.writeHead(404).end()).listen(${process.env.PORT}, "127.0.0.1")`;
	run("squatter", [process.execPath, "--eval", listener], folder);
	while (!(await answers())) await sleep(20);
} else {
	for (const name of action === "free" ? ["squatter"] : ["server"]) await stop(name);
}

function run(name, [command, ...args], cwd) {
	const log = openSync(join(folder, `${name}.log`), "a");
	const child = spawn(command, args, { cwd, detached: true, stdio: ["ignore", log, log] });
	writeFileSync(join(folder, `${name}.pid`), String(child.pid));
	child.unref();
}

async function stop(name) {
	const file = join(folder, `${name}.pid`);
	if (!existsSync(file)) return;
	const pid = Number(readFileSync(file, "utf8"));
	if (isAlive(pid)) process.kill(pid, "SIGTERM");
	while (isAlive(pid)) await sleep(20);
	rmSync(file);
}

function isAlive(pid) {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	// A process that has ended may wait for its parent to notice.
	if (process.platform !== "linux") return true;
	return !/^\d+ \(.*\) Z/.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "0 () Z");
}

async function answers() {
	return fetch(`http://127.0.0.1:${process.env.PORT}/`).then(
		() => true,
		() => false,
	);
}
