import { expect, test } from "vitest";
import { startTestServer } from "../../tests/support/test-server.ts";

const report = (url: string, body: object) =>
	fetch(`${url}/failures`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});

test("a page that failed in a browser is logged and counted", async () => {
	const { url, lines, metrics } = await startTestServer("sqlite");
	expect((await report(url, { route: "/career/jobs/:jobId", error: "TypeError" })).status).toBe(204);
	expect(lines).toContainEqual(
		expect.objectContaining({ level: "error", page: "/career/jobs/:jobId", error: "TypeError" }),
	);
	expect(await metrics.render()).toContain("http_failures_total 1");
});

test("an empty or too large report is refused and not counted", async () => {
	const { url, metrics } = await startTestServer("sqlite");
	for (const body of [{}, { route: "/", error: 1 }, { route: "/".repeat(101), error: "TypeError" }])
		expect((await report(url, body)).status).toBe(422);
	expect(await metrics.render()).toContain("http_failures_total 0");
});

test("reports are limited as forms are", async () => {
	const { url } = await startTestServer("sqlite", { environment: { RATE_LIMIT_PER_MINUTE: "1" } });
	expect((await report(url, { route: "/", error: "TypeError" })).status).toBe(204);
	expect((await report(url, { route: "/", error: "TypeError" })).status).toBe(429);
});
