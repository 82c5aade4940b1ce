import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createServer as createViteServer } from "vite";
import { contentPlugin } from "../../features/publishing/content-plugin.server.ts";
import { readFolders } from "../../platform/config.ts";
import type { RunningDemo } from "./run-demo.ts";

/**
 * `npm run demo`: the site and the desk with sample records of the last weeks, and an inbox for every e-mail. Enter prints new codes, and
 * Ctrl+C ends it.
 */
const { node, root, serverArguments, serverEnvironment, printStep } = (await import(
	new URL("../prepare.mjs", import.meta.url).href
)) as {
	node: string;
	root: string;
	serverArguments: string[];
	serverEnvironment: Record<string, string>;
	printStep(message: string): void;
};

const { values } = parseArgs({
	options: {
		weeks: { type: "string", default: "6" },
		seed: { type: "string", default: "1" },
		port: { type: "string", default: "3000" },
		// Additional enquiries, calls and applications, to see a full desk.
		more: { type: "string", default: "0" },
	},
});

printStep(`Filling a scratch folder with the last ${values.weeks} weeks`);
const begun = performance.now();
// Node runs no JSX, and the content is that of the build.
const vite = await createViteServer({
	configFile: false,
	root,
	logLevel: "error",
	appType: "custom",
	server: { middlewareMode: true, ws: false },
	optimizeDeps: { noDiscovery: true },
	plugins: [contentPlugin(readFolders().contentDirectory)],
});
const { startDemo } = (await vite.ssrLoadModule("/scripts/demo/run-demo.ts")) as typeof import("./run-demo.ts");
const starting = startDemo({
	weeks: Number(values.weeks),
	seed: Number(values.seed),
	port: Number(values.port),
	more: Number(values.more),
	command: { node, arguments: serverArguments, environment: serverEnvironment, directory: root },
});
// A terminal sends Ctrl+C to every process, and npm run forwards its own: the second one must not end this before it has cleaned up.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.on(signal, () => {
		void starting.then(
			(demo) => end(demo, 0),
			() => undefined,
		);
	});
try {
	const demo = await starting;
	await vite.close();
	printStep(`Ready after ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
	console.log(`
  Site   ${demo.siteUrl}
  Desk   ${demo.deskUrl}
  Inbox  ${demo.inboxUrl}  what was sent, and codes to sign in by
  Data   ${demo.dataDirectory}`);
	printAccounts(demo);
	createInterface({ input: process.stdin }).on("line", () => printAccounts(demo));
	void demo.ended.then(() => end(demo, 1));
} catch (error) {
	await vite.close();
	console.error("The demo could not start:", error);
	process.exit(1);
}

function printAccounts({ listAccounts, password }: RunningDemo): void {
	const lines = listAccounts().map(
		({ email, roles, code }) => `  ${email.padEnd(28)} ${roles.join(", ").padEnd(10)} code ${code}`,
	);
	console.log(`
  Sign in to the desk with a code, good once and for a minute, and the password: ${password}
${lines.join("\n")}
  Enter prints new codes, Ctrl+C ends everything.`);
}

/** With the code of the first that ended: the demo's server ends too. */
async function end(demo: RunningDemo, code: number): Promise<void> {
	process.exitCode ??= code;
	await demo.stop();
	process.exit();
}
