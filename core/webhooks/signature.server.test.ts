import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createWebhookSecret, signWebhook } from "./signature.server.ts";

test("a webhook is signed as the example of Standard Webhooks", () => {
	const example = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: '{"test": 2432232314}' };
	expect(signWebhook(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], example)).toBe(
		"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
	);
});

test("each secret signs, and secrets are random keys of 256 bits", () => {
	const secrets = [createWebhookSecret(), createWebhookSecret()];
	const [first, second] = signWebhook(secrets, { id: "a", seconds: 1, body: "ü" }).split(" ");
	expect(first).not.toBe(second);
	for (const [index, signature] of [first, second].entries()) {
		const key = Buffer.from(secrets[index]?.replace("whsec_", "") ?? "", "base64");
		expect(key).toHaveLength(32);
		expect(signature).toBe(`v1,${createHmac("sha256", key).update("a.1.ü", "utf8").digest("base64")}`);
	}
});
