import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findMissingDovecot } from "../tests/support/dovecot.ts";

/** Installs Dovecot for the tests of mailboxes where that is possible (as root, with apt); fails where there is none then. */
if (findMissingDovecot() !== undefined && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get"))
	for (const args of [
		["update", "-q"],
		["install", "-q", "-y", "--no-install-recommends", "dovecot-imapd"],
	])
		spawnSync("apt-get", args, { stdio: ["ignore", process.stderr.fd, process.stderr.fd] });

const missing = findMissingDovecot();
if (missing !== undefined) {
	console.error(missing);
	process.exitCode = 1;
}
