import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { projectDirectory, projectNode } from "../support/built-server.ts";
import { copyContent, type ContentCopy } from "../support/content-copy.ts";

const buildTimeoutMs = 300_000;

describe("a ninth service is one file", () => {
	let copy: ContentCopy;

	/** A page's markup without its inlined data, which names every service anyway. */
	const readPage = (path: string) =>
		readFileSync(join(copy.buildDirectory, "client", path, "index.html"), "utf8").replaceAll(
			/<script[^]*?<\/script>/g,
			"",
		);

	beforeAll(() => {
		copy = copyContent();
		const service = parse(readFileSync(join(copy.contentDirectory, "services/crm.yml"), "utf8"));
		const ninth = {
			...service,
			title: "Data Engineering",
			menuTitle: "Data Engineering",
			order: 9,
			footer: true,
			tab: { ...service.tab, order: 9, label: "Data" },
		};
		writeFileSync(join(copy.contentDirectory, "services/data-engineering.yml"), stringify(ninth));
		const { status, stderr } = spawnSync(
			projectNode,
			["node_modules/@react-router/dev/bin.cjs", "build", "--logLevel", "warn"],
			{
				cwd: projectDirectory,
				encoding: "utf8",
				timeout: buildTimeoutMs,
				// The test runner's own NODE_ENV would make it a build for development.
				env: { ...process.env, ...copy.environment, NODE_ENV: "production" },
			},
		);
		// A slow build warns of its slow parts there, and is no failure.
		if (status !== 0) throw new Error(`The site could not be built: ${stderr}`);
	}, buildTimeoutMs);

	afterAll(() => copy.remove());

	test("its page is rendered", () => {
		expect(existsSync(join(copy.buildDirectory, "client/case-study/data-engineering/index.html"))).toBe(true);
		const [, canonical = ""] =
			/<link rel="canonical" href="([^"]*)"/.exec(readPage("case-study/data-engineering")) ?? [];
		expect(new URL(canonical).pathname).toBe("/case-study/data-engineering");
	});

	test("it stands in the menu and in the footer of every page", () => {
		for (const path of [".", "faq", "case-study/erp"]) {
			const [, header = ""] = /<header(.*?)<\/header>/s.exec(readPage(path)) ?? [];
			const [, footer = ""] = /<footer(.*?)<\/footer>/s.exec(readPage(path)) ?? [];
			expect([
				path,
				header.includes('href="/case-study/data-engineering"'),
				footer.includes('href="/case-study/data-engineering"'),
			]).toEqual([path, true, true]);
		}
	});

	test("it is a tab of the home page, after the eight others", () => {
		const tabs = [...readPage(".").matchAll(/role="tab"[^>]*>(.*?)<\/a>/gs)].map(([, label]) => label);
		expect(tabs).toHaveLength(9);
		expect(tabs.at(-1)).toBe("Data");
		expect(readPage(".").includes('id="data-engineering"')).toBe(true);
	});

	test("it is shown on /services", () => {
		expect(readPage("services").includes('href="/case-study/data-engineering"')).toBe(true);
	});

	test("it is in the sitemap", () => {
		expect(readFileSync(join(copy.buildDirectory, "client/sitemap.xml"), "utf8")).toContain(
			"/case-study/data-engineering</loc>",
		);
	});
});
