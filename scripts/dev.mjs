// `npm run dev`: site and desk, reloaded when a file is saved; the server restarts when one of its own modules changes.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { install, node, printStep, root } from "./prepare.mjs";

/** Folders whose files the server has loaded. */
const watched = ["content", "shared", "ui", "platform", "core", "features", "server", "desk/guard"];
/** Several files saved at once count as one change. */
const settleMs = 100;

install();
let child = start();
let timer;
let isEnding = false;
for (const folder of watched)
	watch(`${root}/${folder}`, { recursive: true }, (_event, name) => {
		if (name === null || /\.test\.tsx?$/.test(name)) return;
		clearTimeout(timer);
		timer = setTimeout(restart, settleMs);
	});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
	process.on(signal, () => {
		isEnding = true;
		if (child.exitCode !== null) process.exit(0);
		child.kill("SIGTERM");
	});

function start() {
	const args = ["--conditions=development", "--import", "./scripts/source-hooks.ts", "server/dev.ts"];
	const started = spawn(node, args, {
		cwd: root,
		stdio: "inherit",
		env: { NODE_ENV: "development", DRAIN_SECONDS: "0", ...process.env },
	});
	started.once("exit", (code) => {
		if (isEnding) process.exit(code ?? 0);
		if (code) printStep("The server ended; it starts again when a file is saved");
	});
	return started;
}

function restart() {
	if (isEnding) return;
	const startAgain = () => {
		if (isEnding) return;
		printStep("A file was saved; the server starts again");
		child = start();
	};
	if (child.exitCode !== null || child.signalCode !== null) return startAgain();
	child.once("exit", startAgain);
	child.kill("SIGTERM");
}
