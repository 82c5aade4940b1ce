import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { removeForwardedPorts } from "./forwarded-addresses.ts";

test.each([
	["203.0.113.7:49152", "203.0.113.7"],
	["203.0.113.7", "203.0.113.7"],
	["[2001:db8::1]:443", "2001:db8::1"],
	["[2001:db8::1]", "2001:db8::1"],
	["2001:db8::1", "2001:db8::1"],
	["203.0.113.7:49152,198.51.100.2:80", "203.0.113.7, 198.51.100.2"],
	["unknown", "unknown"],
	["", ""],
])("the addresses of %s are %s", (sent, addresses) => {
	const request = { headers: { "x-forwarded-for": sent } as Record<string, string> };
	removeForwardedPorts(request as unknown as IncomingMessage);
	expect(request.headers["x-forwarded-for"]).toBe(addresses);
});

test("a request without the header keeps none", () => {
	const request = { headers: {} };
	removeForwardedPorts(request as IncomingMessage);
	expect(request.headers).toEqual({});
});
