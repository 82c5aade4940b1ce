import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findMissingDovecot } from "../tests/support/dovecot.ts";
import { findMissingPostfix } from "../tests/support/postfix.ts";

/** Installs Dovecot and Postfix for the tests of mailboxes where that is possible (as root, with apt); fails where one is missing then. */
const listMissing = () => [findMissingDovecot(), findMissingPostfix()].filter((missing) => missing !== undefined);

if (listMissing().length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get"))
	for (const args of [
		["update", "-q"],
		["install", "-q", "-y", "--no-install-recommends", "dovecot-imapd", "postfix"],
	])
		spawnSync("apt-get", args, {
			stdio: ["ignore", process.stderr.fd, process.stderr.fd],
			env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
		});

for (const missing of listMissing()) {
	console.error(missing);
	process.exitCode = 1;
}
