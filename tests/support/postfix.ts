import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { isListening, mailUser } from "./dovecot.ts";
import { eventually } from "./eventually.ts";
import { findFreePort } from "./free-port.ts";

const program = "/usr/sbin/postfix";

/** Returns how to install what startPostfix lacks; undefined when nothing is missing. */
export function findMissingPostfix(): string | undefined {
	if (userInfo().uid !== 0) return "Postfix is started by root only";
	return existsSync(program)
		? undefined
		: "Postfix is missing. On Debian or Ubuntu: apt-get install --no-install-recommends postfix";
}

/** A mail server on loopback, which delivers to the folders of a Dovecot and to one program. */
export type Postfix = { port: number; stop(): Promise<void> };

/**
 * Starts Postfix with its files in a temporary folder. It answers for company.example and visitor.example, whose unknown users get a
 * report, and gives what comes to piped@company.example to a program.
 * @param options `mailFolder`: of a Dovecot; `users`: its folders by address; `pipe`: the program with its arguments
 */
export async function startPostfix({
	mailFolder,
	users,
	pipe,
}: {
	mailFolder: string;
	users: Record<string, string>;
	pipe: readonly string[];
}): Promise<Postfix> {
	const missing = findMissingPostfix();
	if (missing !== undefined) throw new Error(missing);
	const folder = await mkdtemp(join(tmpdir(), "front-office-postfix-"));
	await chmod(folder, 0o755);
	const [config, queue, data] = [join(folder, "config"), join(folder, "queue"), join(folder, "data")];
	for (const one of [config, queue, data]) await mkdir(one);
	const owner = Number(spawnSync("id", ["-u", "postfix"], { encoding: "utf8" }).stdout);
	await chown(data, owner, owner);
	const port = await findFreePort();
	const list = (entries: Record<string, string>) =>
		`inline:{ ${Object.entries(entries)
			.map(([key, value]) => `{ ${key} = ${value} }`)
			.join(", ")} }`;
	await writeFile(
		join(config, "main.cf"),
		`
compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/log
myhostname = mx.company.example
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
local_recipient_maps =
smtpd_reject_unlisted_recipient = no
virtual_mailbox_domains = company.example, visitor.example
virtual_mailbox_base = ${mailFolder}
virtual_mailbox_maps = ${list(Object.fromEntries(Object.entries(users).map(([address, user]) => [address, `${user}/`])))}
virtual_uid_maps = static:${mailUser.id}
virtual_gid_maps = static:${mailUser.id}
virtual_minimum_uid = 1
transport_maps = ${list({ "piped@company.example": "desk:" })}
desk_destination_recipient_limit = 1
recipient_delimiter = +
`,
	);
	const service = (name: string, type: string, options: string, command: string) =>
		`${name} ${type} ${options} ${command}`;
	await writeFile(
		join(config, "master.cf"),
		[
			service(`127.0.0.1:${port}`, "inet", "n - n - -", "smtpd"),
			service("pickup", "unix", "n - n 60 1", "pickup"),
			service("cleanup", "unix", "n - n - 0", "cleanup"),
			service("qmgr", "unix", "n - n 300 1", "qmgr"),
			service("rewrite", "unix", "- - n - -", "trivial-rewrite"),
			service("bounce", "unix", "- - n - 0", "bounce"),
			service("defer", "unix", "- - n - 0", "bounce"),
			service("trace", "unix", "- - n - 0", "bounce"),
			service("verify", "unix", "- - n - 1", "verify"),
			service("flush", "unix", "n - n 1000? 0", "flush"),
			service("proxymap", "unix", "- - n - -", "proxymap"),
			service("error", "unix", "- - n - -", "error"),
			service("retry", "unix", "- - n - -", "error"),
			service("virtual", "unix", "- n n - -", "virtual"),
			service("anvil", "unix", "- - n - 1", "anvil"),
			service("postlog", "unix-dgram", "n - n - 1", "postlogd"),
			service("desk", "unix", "- n n - -", `pipe flags= user=nobody argv=${pipe.join(" ")}`),
			"",
		].join("\n"),
	);
	const server = spawn(program, ["-c", config, "start-fg"], { stdio: "ignore" });
	const stop = async () => {
		spawnSync(program, ["-c", config, "stop"], { stdio: "ignore" });
		if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
		await rm(folder, { recursive: true, force: true });
	};
	try {
		await eventually(async () => {
			if (!(await isListening(port))) throw new Error("Postfix did not start");
		});
	} catch (error) {
		await stop();
		throw error;
	}
	return { port, stop };
}
