import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const heldStill = fileURLToPath(new URL("hold-server-still.ts", import.meta.url));
const startTimeoutMs = 60_000;

export type ServedCheckout = {
	url: string;
	deskUrl: string;
	/** Ends the process, and resolves when it has gone. */
	stop(): Promise<void>;
};

/**
 * Starts the built server of a checkout, with its own Node and a fixed time.
 * @param checkout a folder with a build
 * @param smtpUrl where e-mails go; without it they wait
 * @throws without a build, or when the server does not listen within a minute; nothing keeps running then
 */
export async function serveCheckout(
	checkout: string,
	{ dataDirectory, now, smtpUrl = "" }: { dataDirectory: string; now: Temporal.Instant; smtpUrl?: string },
): Promise<ServedCheckout> {
	if (!existsSync(join(checkout, "build")))
		throw new Error(`There is no build in ${checkout}. Run there: npm run build`);
	const node = join(checkout, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
	// A checkout of an earlier revision has it in TypeScript.
	const program = ["server/main.mjs", "server/main.ts"].find((file) => existsSync(join(checkout, file))) ?? "";
	const server = spawn(node, ["--import", heldStill, "--max-semi-space-size=8", program], {
		cwd: checkout,
		env: {
			...process.env,
			FIXED_TIME: now.toString(),
			NODE_ENV: "production",
			PORT: "0",
			HOST: "127.0.0.1",
			DESK_PORT: "0",
			DESK_HOST: "127.0.0.1",
			DESK_URL: "",
			// Not this run's address, whose port would appear in the pages.
			PUBLIC_URL: "http://localhost:3000",
			DATA_DIR: dataDirectory,
			DATABASE_URL: "",
			SMTP_URL: smtpUrl,
			MAIL_FROM: "hello@screenshots.example",
			SALES_EMAIL: "",
			CAREERS_EMAIL: "",
			RATE_LIMIT_PER_MINUTE: "0",
			LIVE_BOOKINGS_PER_ADDRESS: "0",
			LIVE_BOOKINGS_PER_NETWORK: "0",
			BOOKINGS_PER_HOUR_UNCONFIRMED: "0",
			EMAILS_PER_RECIPIENT_PER_DAY: "0",
			METRICS_PORT: "",
			LOG_LEVEL: "info",
		},
		stdio: ["ignore", "pipe", "inherit"],
	});
	const exited = once(server, "exit");
	const stop = async () => {
		server.kill("SIGTERM");
		await exited;
	};
	const urls = new Map<unknown, string>();
	const listening = Promise.withResolvers<void>();
	// Read to its end, because a full pipe blocks the writer.
	createInterface({ input: server.stdout }).on("line", (line) => {
		const { msg, url } = JSON.parse(line) as { msg?: string; url?: string };
		if (url !== undefined) urls.set(msg, url);
		if (msg === "listening") listening.resolve();
	});
	server.once("error", listening.reject);
	server.once("exit", () => listening.reject(new Error(`The server of ${checkout} ended while it started`)));
	const timer = setTimeout(
		() => listening.reject(new Error(`The server of ${checkout} did not start in time`)),
		startTimeoutMs,
	);
	try {
		await listening.promise;
		const [url, deskUrl] = [urls.get("listening"), urls.get("desk")];
		if (url === undefined || deskUrl === undefined)
			throw new Error(`The log of ${checkout} names no address of the site or of the desk`);
		return { url, deskUrl, stop };
	} catch (error) {
		if (server.exitCode === null && server.pid !== undefined) await stop();
		throw error;
	} finally {
		clearTimeout(timer);
	}
}
