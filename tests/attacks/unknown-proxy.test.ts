import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

const warned = (lines: Record<string, unknown>[]) =>
	lines.filter(({ level, msg }) => level === "warn" && String(msg).includes("TRUSTED_PROXIES"));

test.each([{ "x-forwarded-for": "203.0.113.7" }, { forwarded: "for=203.0.113.7" }])(
	"a proxy that TRUSTED_PROXIES does not name is told of once in the log, and in the desk: %j",
	async (headers) => {
		const { url, lines, openDesk } = await startTestServer("sqlite");
		const desk = await openDesk();
		const readOverview = async () => (await desk.inject({ url: "/", headers: { host: "localhost" } })).body;
		await fetch(`${url}/healthz`);
		expect(warned(lines)).toEqual([]);
		expect(await readOverview()).not.toContain("TRUSTED_PROXIES");
		for (let count = 0; count < 3; count++)
			await fetch(`${url}/healthz`, { headers: headers as Record<string, string> });
		expect(warned(lines)).toHaveLength(1);
		expect(await readOverview()).toContain("TRUSTED_PROXIES");
	},
);

test("where it is set there is no warning", async () => {
	const { url, lines } = await startTestServer("sqlite", { environment: { TRUSTED_PROXIES: "127.0.0.1" } });
	await fetch(`${url}/healthz`, { headers: { "x-forwarded-for": "203.0.113.7" } });
	expect(warned(lines)).toEqual([]);
});
