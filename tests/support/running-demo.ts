import { spawn } from "node:child_process";
import { once } from "node:events";
import { projectDirectory, projectNode } from "./built-server.ts";

/**
 * Starts the demo as `npm run demo` does after a build, on free ports, and returns its output. The environment names a database and a mail
 * server that it must not use.
 */
export async function startRunningDemo({ weeks }: { weeks: number }) {
	const demo = spawn(projectNode, ["scripts/demo/main.ts", "--weeks", String(weeks), "--port", "0"], {
		cwd: projectDirectory,
		env: { ...process.env, DATABASE_URL: "postgres://nobody@localhost:1/never", SMTP_URL: "smtp://localhost:1" },
		stdio: ["pipe", "pipe", "inherit"],
	});
	const ended = once(demo, "exit") as Promise<[number | null]>;
	let output = "";
	const told = Promise.withResolvers<void>();
	demo.stdout.on("data", (chunk: Buffer) => {
		output += chunk.toString();
		if (output.includes("Enter prints")) told.resolve();
	});
	void ended.then(() => told.reject(new Error(`The demo ended while it started:\n${output}`)));
	await told.promise;
	const read = (pattern: RegExp) => pattern.exec(output)?.[1] ?? "";
	return {
		siteUrl: read(/Site +(\S+)/),
		deskUrl: read(/Desk +(\S+)/),
		inboxUrl: read(/Inbox +(\S+)/),
		dataDirectory: read(/Data +(\S+)/),
		password: read(/password: (.+)/),
		recruiter: read(/(\S+@\S+) +recruiter/),
		sales: { email: read(/(\S+@\S+) +sales/), code: read(/sales +code (\d+)/) },
		/** Ends it as Ctrl+C does, whose signal comes twice through npm run, and returns its exit code. */
		async stop() {
			demo.kill("SIGINT");
			setTimeout(() => demo.kill("SIGINT"), 5);
			const [code] = await ended;
			return code;
		},
	};
}
