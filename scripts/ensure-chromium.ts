import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium } from "./chromium.ts";

/** Prints the path of the machine's Chromium. Without one, installs the system's package (as root, with apt) or Playwright's. */
const attempts: (() => void)[] = [
	() => {
		if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
		run("apt-get", ["update", "-q"]);
		// Older releases have only the whole browser.
		for (const name of ["chromium-headless-shell", "chromium"]) {
			if (findChromium() === undefined) run("apt-get", ["install", "-q", "-y", "--no-install-recommends", name]);
		}
	},
	() => run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "--with-deps", "chromium"]),
	() => run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]),
];

for (const attempt of attempts) {
	if (findChromium() !== undefined) break;
	attempt();
}

const path = findChromium();
if (path === undefined) {
	console.error("No Chromium could be found or installed. Install one, or name it in CHROMIUM_PATH.");
	process.exitCode = 1;
} else {
	console.log(path);
}

function run(command: string, args: string[]): void {
	// Standard output is for the path alone.
	spawnSync(command, args, { stdio: ["ignore", process.stderr.fd, process.stderr.fd] });
}
