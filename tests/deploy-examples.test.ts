import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { configurationKeys, readConfig } from "../platform/config.ts";
import { keepAliveMs } from "../platform/http/ready-response.ts";

const folder = new URL("../docs/deploy/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const { serverArguments } = (await import(new URL("../scripts/prepare.mjs", import.meta.url).href)) as {
	serverArguments: string[];
};
/** How long stopping the server may take: an upload may arrive for ten minutes. */
const longestStopSeconds = 600;
/** Keys of other programs: Node, PostgreSQL's image, and the examples' own. */
const otherKeys = /^(?:NODE_ENV|MALLOC_ARENA_MAX|POSTGRES_\w+|SITE_HOST|DESK_HOST_NAME|UPSTREAM)$/;

type Compose = {
	services: Record<
		string,
		{
			build?: { context: string; dockerfile: string };
			environment: Record<string, string>;
			volumes: string[];
			stop_grace_period?: string;
		}
	>;
	networks: { default: { ipam: { config: { subnet: string }[] } } };
};
const compose = parse(read("compose.yml")) as Compose;
const dockerfile = read("Dockerfile");
const unit = read("front-office.service");
/** Lists the servers of nginx.conf that hand requests on: those of the site and of the desk. */
function listProxiesOfNginx(): string[] {
	const blocks = read("nginx.conf").split(/^server \{$/m);
	const handingOn = blocks.filter((block) => block.includes("proxy_pass"));
	expect(handingOn).toHaveLength(2);
	return handingOn;
}
const proxies = ["Caddyfile", "nginx.conf", "haproxy.cfg"];

describe("the examples of how to deploy", () => {
	test.each(readdirSync(folder))("%s sets no key that the server does not read", (name) => {
		const keys = new Set([...read(name).matchAll(/\b([A-Z]{2,}(?:_[A-Z]+)*)=/g)].map(([, key]) => key ?? ""));
		const inCompose = name === "compose.yml" ? Object.keys(compose.services.app?.environment ?? {}) : [];
		for (const key of [...keys, ...inCompose])
			if (!otherKeys.test(key)) expect(configurationKeys, `${key} in ${name}`).toContain(key);
	});

	test("run the server as npm start does", () => {
		const node = "node_modules/node/bin/node";
		const command = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "";
		expect(JSON.parse(command)).toEqual([node, ...serverArguments]);
		expect(unit).toContain(`\nExecStart=/opt/front-office/${[node, ...serverArguments].join(" ")}\n`);
	});

	test("name the ports on which the server listens", () => {
		const { port, deskPort } = readConfig({});
		expect(dockerfile).toContain(`\nEXPOSE ${port} ${deskPort}\n`);
		expect(dockerfile).toContain(`PORT=${port} `);
		expect(dockerfile).toContain(`DESK_PORT=${deskPort} `);
		for (const name of proxies) {
			const ports = [...read(name).matchAll(/(?:(?:\d|\}):)(\d{4,5})\b/g)].map(([, found]) => Number(found));
			expect(new Set(ports), name).toEqual(new Set([port, deskPort]));
		}
	});

	test("copy existing files, and mount the documented ones", () => {
		for (const [, path = ""] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm))
			if (!["node_modules", "build"].includes(path))
				expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
		const { app, caddy } = compose.services;
		expect(existsSync(new URL(`${app?.build?.context}/${app?.build?.dockerfile}`, folder))).toBe(true);
		const dataDirectory = /DATA_DIR=(\S+)/.exec(dockerfile)?.[1];
		expect(app?.volumes).toEqual([`files:${dataDirectory}`]);
		for (const volume of caddy?.volumes ?? [])
			if (volume.startsWith("./")) expect(existsSync(new URL(volume.split(":")[0] ?? "", folder)), volume).toBe(true);
	});

	test("keep settings out of the image, in whatever folder they lie", () => {
		expect(read("compose.yml")).toContain("Beside this file, .env holds");
		expect(read("Dockerfile.dockerignore").split("\n")).toContain("**/.env");
	});

	test("believe the proxy of the same network alone", () => {
		expect(compose.services.app?.environment.TRUSTED_PROXIES).toBe(compose.networks.default.ipam.config[0]?.subnet);
		expect(read("haproxy.cfg")).toMatch(/set-header X-Forwarded-For %/);
		for (const block of listProxiesOfNginx()) expect(block).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
	});

	test("let one network to the desk, and everybody else from HTTP to HTTPS", () => {
		expect(read("Caddyfile")).toContain("@outside not remote_ip 10.8.0.0/24");
		expect(read("nginx.conf")).toMatch(/server_name desk\.company\.com;[^}]*allow 10\.8\.0\.0\/24;\s+deny all;/);
		expect(read("nginx.conf")).toContain("return 308 https://$host$request_uri;");
		const [, plain = "", site = ""] = read("haproxy.cfg").split(/^frontend /m);
		expect(plain).toMatch(/bind :80\n\s+http-request redirect scheme https code 308/);
		expect(site).toMatch(
			/acl desk hdr\(host\)[^\n]* desk\.company\.com\n\s+http-request deny if desk !\{ src 10\.8\.0\.0\/24 \}/,
		);
	});

	test("name what several servers need behind HAProxy, and where it reaches them", () => {
		const haproxy = read("haproxy.cfg");
		const section = read("README.md").split("\n## Several machines\n")[1]?.split("\n## ")[0] ?? "";
		for (const key of ["PUBLIC_URL", "DESK_URL", "HOST", "DESK_HOST", "TRUSTED_PROXIES"])
			for (const text of [haproxy, section]) expect(text).toMatch(new RegExp(`\\b${key}\\b`));
		const [address = ""] = /(?<=^HOST=).+/m.exec(section) ?? [];
		expect(haproxy).toContain(`server one ${address}:3000 `);
		expect(haproxy).toContain(`server one ${address}:3001 `);
	});

	test("leave it to the server to refuse what is too large", () => {
		for (const block of listProxiesOfNginx()) {
			expect(block).toContain("client_max_body_size 0;");
			expect(block).toContain("proxy_request_buffering off;");
		}
		const sizes = [...read("Caddyfile").matchAll(/max_size (\d+)MB/g)].map(([, megabytes]) => Number(megabytes));
		expect(sizes).not.toEqual([]);
	});

	test("give an upload the time to come in before the server is killed", () => {
		const [, minutes, seconds] = /^(\d+)m(\d+)s$/.exec(compose.services.app?.stop_grace_period ?? "") ?? [];
		expect(Number(minutes) * 60 + Number(seconds)).toBeGreaterThan(longestStopSeconds);
		expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])).toBeGreaterThan(longestStopSeconds);
	});

	test("keep connections to the server for less time than it does", () => {
		for (const [name, pattern] of [
			["Caddyfile", /keepalive (\d+)s/g],
			["nginx.conf", /keepalive_timeout (\d+)s/g],
		] as const) {
			const seconds = [...read(name).matchAll(pattern)].map(([, found]) => Number(found));
			expect(seconds.length, name).toBeGreaterThan(0);
			expect(Math.max(...seconds), name).toBeLessThan(keepAliveMs / 1_000);
		}
	});
});
