import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import { findFreePort } from "./free-port.ts";

const program = "/usr/sbin/dovecot";
/** The system's user for e-mail, because Dovecot serves no mailbox of root. */
export const mailUser = { name: "mail", id: 8 };
const startTimeoutMs = 30_000;
const oauthFile = "oauth2.conf.ext";

/** Returns how to install what startDovecot lacks; undefined when nothing is missing. */
export function findMissingDovecot(): string | undefined {
	if (userInfo().uid !== 0) return "Dovecot is started by root only";
	return existsSync(program)
		? undefined
		: "Dovecot is missing. On Debian or Ubuntu: apt-get install --no-install-recommends dovecot-imapd";
}

/** An IMAP server on loopback, where every user exists and has one password. */
export type Dovecot = {
	port: number;
	password: string;
	/** Puts a message into a user's folder. */
	deliver(user: string, raw: string, receivedAt?: Date): Promise<void>;
	/** Puts messages into a user's folder that nobody has opened yet. */
	fill(user: string, messages: readonly { raw(): string; receivedAt: Date }[]): Promise<void>;
	/** Returns the messages of a user's folder that nobody has opened yet. */
	list(user: string): Promise<string>;
	/** With a folder for each user, as maildir. */
	mailFolder: string;
	stop(): Promise<void>;
};

/** How an access token is sent: Microsoft 365 knows the first alone, RFC 7628 defines the second. */
export const tokenMechanisms = ["xoauth2", "oauthbearer"] as const;

type DovecotOptions = {
	maxMessages?: number | undefined;
	introspectionUrl?: string | undefined;
	mechanisms?: readonly (typeof tokenMechanisms)[number][];
};

/**
 * Starts Dovecot with its files in a temporary folder.
 * @param options `maxMessages`: more do not fit into a mailbox; `introspectionUrl`: where an OpenID provider tells whether an access token is
 * valid (RFC 7662), with a client's id and secret; its users are accepted by one then, too, sent by one of `mechanisms`
 */
export async function startDovecot({
	maxMessages,
	introspectionUrl,
	mechanisms = tokenMechanisms,
}: DovecotOptions = {}): Promise<Dovecot> {
	const missing = findMissingDovecot();
	if (missing !== undefined) throw new Error(missing);
	const folder = await mkdtemp(join(tmpdir(), "front-office-dovecot-"));
	await chown(folder, mailUser.id, mailUser.id);
	const mail = join(folder, "mail");
	await mkdir(mail);
	await chown(mail, mailUser.id, mailUser.id);
	const port = await findFreePort();
	const password = "password-of-a-test";
	const file = join(folder, "dovecot.conf");
	await writeFile(file, describeServer({ folder, mail, port, password, maxMessages, introspectionUrl, mechanisms }));
	if (introspectionUrl !== undefined) await writeFile(join(folder, oauthFile), describeIntrospection(introspectionUrl));
	const server = spawn(program, ["-F", "-c", file], { stdio: ["ignore", "pipe", "pipe"] });
	let output = "";
	for (const stream of [server.stdout, server.stderr])
		stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)));
	const stop = async () => {
		if (server.exitCode === null && server.signalCode === null) {
			server.kill("SIGTERM");
			await once(server, "exit");
		}
		await rm(folder, { recursive: true, force: true });
	};
	const deadline = Date.now() + startTimeoutMs;
	while (!(await isListening(port))) {
		if (server.exitCode !== null || Date.now() > deadline) {
			await stop();
			throw new Error(`Dovecot did not start:\n${output}`);
		}
		await sleep(50);
	}
	return {
		port,
		password,
		async deliver(user, raw, receivedAt) {
			const client = new ImapFlow({
				host: "127.0.0.1",
				port,
				secure: false,
				doSTARTTLS: false,
				auth: { user, pass: password },
				logger: false,
			});
			await client.connect();
			await client.append("INBOX", raw, [], receivedAt);
			await client.logout();
		},
		async fill(user, messages) {
			const folders = ["cur", "new", "tmp"].map((name) => join(mail, user, name));
			for (const one of folders) await mkdir(one, { recursive: true });
			for (const one of [join(mail, user), ...folders]) await chown(one, mailUser.id, mailUser.id);
			for (const [index, { raw, receivedAt }] of messages.entries()) {
				const message = join(mail, user, "new", `${Math.floor(receivedAt.getTime() / 1_000)}.M${index}.test`);
				await writeFile(message, raw());
				await utimes(message, receivedAt, receivedAt);
				await chown(message, mailUser.id, mailUser.id);
			}
		},
		async list(user) {
			const folderOfNew = join(mail, user, "new");
			const names = existsSync(folderOfNew) ? await readdir(folderOfNew) : [];
			return (await Promise.all(names.map((name) => readFile(join(folderOfNew, name), "utf8")))).join("\n");
		},
		mailFolder: mail,
		stop,
	};
}

function describeServer({
	folder,
	mail,
	port,
	password,
	maxMessages,
	introspectionUrl,
	mechanisms = tokenMechanisms,
}: {
	folder: string;
	mail: string;
	port: number;
	password: string;
} & DovecotOptions): string {
	return `
base_dir = ${folder}/run
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login ${introspectionUrl === undefined ? "" : mechanisms.join(" ")}
${introspectionUrl === undefined ? "" : describeOauth(join(folder, oauthFile))}
mail_location = maildir:${mail}/%u
first_valid_uid = 1
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${mailUser.id} gid=${mailUser.id} home=${mail}/%u allow_all_users=yes
}
${maxMessages === undefined ? "" : describeQuota(maxMessages)}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;
}

function describeOauth(file: string): string {
	return `
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${file}
}
`;
}

function describeIntrospection(url: string): string {
	return `
introspection_mode = post
introspection_url = ${url}
username_attribute = sub
active_attribute = active
active_value = true
`;
}

function describeQuota(maxMessages: number): string {
	return `
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = maildir:Mailbox
  quota_rule = *:messages=${maxMessages}
}
`;
}

/** Tells whether something on this machine accepts connections on a port. */
export function isListening(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => {
			socket.destroy();
			resolve(true);
		});
		socket.once("error", () => resolve(false));
	});
}
