import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

test.each([
	[{}, "max-age=63072000; includeSubDomains"],
	[{ HSTS_INCLUDE_SUBDOMAINS: "yes" }, "max-age=63072000; includeSubDomains"],
	[{ HSTS_INCLUDE_SUBDOMAINS: "no" }, "max-age=63072000"],
])("HTTPS is made compulsory for subdomains unless they are left out: %j", async (environment, expected) => {
	const { url } = await startTestServer("sqlite", {
		environment: { PUBLIC_URL: "https://www.company.example", ...(environment as Record<string, string>) },
	});
	for (const path of ["/healthz", "/page", "/api/none"])
		expect((await fetch(url + path)).headers.get("strict-transport-security")).toBe(expected);
});
