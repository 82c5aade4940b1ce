import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { findFreePort } from "../tests/support/free-port.ts";
import { measureGets } from "./load.ts";
import { withServer, type Part } from "./part.ts";

const pages = ["/", "/contactUs"];
const rounds = 5;
/** One, so that the server has the other of two cores. */
const wrkThreads = 1;

const run = promisify(execFile);
const searchPath = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

/**
 * Content pages beside nginx with one worker and the same compressed file. Both take turns in short rounds, so that other load on the
 * machine affects both; a line holds the medians. The client is wrk if it is installed.
 */
export const contentPages: Part = {
	name: "content",
	about: "content pages beside nginx",
	comparable: false,
	async run({ milliseconds, connections, release }, tell) {
		const hasNginx = await isInstalled("nginx");
		const client = (await isInstalled("wrk")) ? measureByWrk : measureByNode;
		await withServer(release, {}, async ({ url }) => {
			for (const page of pages) {
				const nginx = hasNginx ? await startNginx(await fetchCompressed(url + page)) : undefined;
				try {
					const ours: number[] = [];
					const theirs: number[] = [];
					for (let round = 0; round < rounds; round++) {
						ours.push(await client(url + page, milliseconds / 2, connections));
						if (nginx) theirs.push(await client(nginx.url, milliseconds / 2, connections));
					}
					tell({
						what: page === "/" ? "home page" : page,
						wanted: "0.8",
						figures: { perSecond: medianOf(ours) },
						reference: nginx && { name: "nginx", perSecond: medianOf(theirs) },
						...(!nginx && { value: "no nginx here" }),
					});
				} finally {
					await nginx?.stop();
				}
			}
		});
	},
};

async function isInstalled(program: string): Promise<boolean> {
	return run(program, ["-v"], { env: searchPath }).then(
		() => true,
		(error: NodeJS.ErrnoException) => error.code !== "ENOENT",
	);
}

type CompressedPage = { body: Buffer; headers: IncomingHttpHeaders };

/** Fetches the page without decompressing it. */
async function fetchCompressed(url: string): Promise<CompressedPage> {
	return new Promise((resolve, reject) => {
		get(url, { headers: { "accept-encoding": "br" }, agent: false }, (response) => {
			const chunks: Buffer[] = [];
			response.on("data", (chunk: Buffer) => chunks.push(chunk));
			response.on("end", () => {
				if (response.statusCode === 200 && response.headers["content-encoding"] === "br")
					resolve({ body: Buffer.concat(chunks), headers: response.headers });
				else reject(new Error(`${url} answered ${response.statusCode} without brotli`));
			});
		}).on("error", reject);
	});
}

type Nginx = { url: string; stop(): Promise<void> };

/** Starts nginx with one worker on a free loopback port, serving the same bytes with the same headers. */
async function startNginx({ body, headers }: CompressedPage): Promise<Nginx> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-nginx-"));
	// Started by root, the worker runs as another user.
	await chmod(directory, 0o755);
	const port = await findFreePort();
	// nginx writes these itself.
	const own = new Set([
		"connection",
		"content-length",
		"content-type",
		"date",
		"etag",
		"keep-alive",
		"last-modified",
		"transfer-encoding",
	]);
	const sameHeaders = Object.entries(headers).flatMap(([name, value]) =>
		own.has(name) ? [] : [`add_header ${name} "${String(value).replaceAll('"', '\\"')}";`],
	);
	await writeFile(join(directory, "page"), body);
	await writeFile(
		join(directory, "nginx.conf"),
		`daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events { worker_connections 1024; }
http {
	access_log off;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 10000;
	open_file_cache max=10 inactive=60s;
	open_file_cache_valid 60s;
	${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${directory}/${kind};`).join(" ")}
	server {
		listen 127.0.0.1:${port};
		location / {
			root ${directory};
			try_files /page =404;
			default_type "text/html; charset=utf-8";
			${sameHeaders.join("\n\t\t\t")}
		}
	}
}
`,
	);
	const child: ChildProcess = spawn("nginx", ["-p", directory, "-c", join(directory, "nginx.conf")], {
		env: searchPath,
		stdio: ["ignore", "inherit", "inherit"],
	});
	const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
	const url = `http://127.0.0.1:${port}/`;
	const stop = async () => {
		child.kill("SIGQUIT");
		await exited;
		await rm(directory, { recursive: true, force: true });
	};
	for (let attempt = 0; attempt < 50; attempt++) {
		const answered = await fetchCompressed(url).catch(() => undefined);
		if (answered?.body.equals(body)) return { url, stop };
		await sleep(100);
	}
	await stop();
	throw new Error("nginx did not start");
}

async function measureByWrk(url: string, milliseconds: number, connections: number): Promise<number> {
	const seconds = Math.max(1, Math.round(milliseconds / 1_000));
	const { stdout } = await run(
		"wrk",
		[`-t${wrkThreads}`, `-c${connections}`, `-d${seconds}s`, "-H", "Accept-Encoding: br", url],
		{ env: searchPath },
	);
	if (/Non-2xx|Socket errors: (?!connect 0, read 0, write 0, timeout 0)/.test(stdout)) throw new Error(stdout);
	return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

async function measureByNode(url: string, milliseconds: number, connections: number): Promise<number> {
	const { pathname } = new URL(url);
	return (await measureGets(url, () => pathname, { milliseconds, connections, acceptEncoding: "br" })).perSecond;
}

function medianOf(numbers: readonly number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? Number.NaN;
}
