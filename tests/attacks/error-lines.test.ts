import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

test("reports of failures cannot fill the log", async () => {
	const { url, lines, metrics } = await startTestServer("sqlite", {
		environment: { RATE_LIMIT_PER_MINUTE: "20", TRUSTED_PROXIES: "127.0.0.1" },
	});
	const report = (from: string, body: object) =>
		fetch(`${url}/failures`, {
			method: "POST",
			headers: { "content-type": "application/json", "x-forwarded-for": from },
			body: JSON.stringify(body),
		});
	const statuses = [];
	for (let network = 0; network < 4; network++)
		for (let count = 0; count < 30; count++)
			statuses.push((await report(`203.0.113.${network}`, { route: "/blog/:slug", error: "TypeError" })).status);
	expect(statuses.filter((status) => status === 204)).toHaveLength(80);
	expect(statuses.filter((status) => status === 429)).toHaveLength(40);
	expect(lines.filter(({ msg }) => msg === "a page failed in a browser")).toHaveLength(10);
	expect(await metrics.render()).toContain("http_failures_total 80");

	for (const body of [
		{ route: "/\nFATAL the disk is gone", error: "TypeError" },
		{ route: "/", error: "asha@visitor.example is a thief" },
		{ route: "/", error: "E".repeat(61) },
	])
		expect((await report("203.0.113.9", body)).status).toBe(422);
	expect(JSON.stringify(lines)).not.toContain("thief");
});
