import crypto, { generateKeyPairSync, hash } from "node:crypto";
import { dkimSign, sealMessage, type DNSResolver } from "mailauth";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSenderCheck, senderCheck } from "./authenticate-aside.server.ts";
import { authenticateSender, readAuthentication } from "./authenticate-sender.server.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
	modulusLength: 2048,
	privateKeyEncoding: { type: "pkcs8", format: "pem" },
	publicKeyEncoding: { type: "spki", format: "der" },
});
const key = [[`v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`]];
const records: Record<string, string[][]> = {
	"_dmarc.client.example": [["v=DMARC1; p=reject"]],
	"s1._domainkey.client.example": key,
	"s1._domainkey.other.example": key,
	"s1._domainkey.company.example": key,
	"s1._domainkey.silent.example": key,
};
const resolver: DNSResolver = async (name, type) => {
	const found = type === "TXT" ? records[name] : undefined;
	if (found) return found;
	throw Object.assign(new Error(`${type} ${name}`), { code: "ENOTFOUND" });
};

const write = (domain = "client.example", headers = "") =>
	`${headers}From: Asha Rao <asha.rao@${domain}>\r\nTo: hello@company.example\r\nSubject: Hello\r\nDate: Tue, 24 Nov 2026 10:12:00 +0530\r\nMessage-ID: <a@${domain}>\r\n\r\nHello.\r\n`;

async function sign(message: string, signingDomain: string): Promise<string> {
	const { signatures } = await dkimSign(message, {
		signingDomain,
		selector: "s1",
		privateKey,
		signatureData: [{ signingDomain, selector: "s1", privateKey }],
	});
	return signatures + message;
}
const authenticate = (message: string, trustedAuthserv?: string) =>
	authenticateSender(Buffer.from(message), { resolver, ...(trustedAuthserv !== undefined && { trustedAuthserv }) });

describe("a sender is authenticated by the domain of From", () => {
	test("passes with a signature of its domain", async () => {
		expect(await authenticate(await sign(write(), "client.example"))).toEqual({
			dmarc: "pass",
			domain: "client.example",
		});
	});

	test("fails with a signature of another domain, without one, and when the message was changed", async () => {
		const failed = { dmarc: "fail", domain: "client.example" };
		expect(await authenticate(await sign(write(), "other.example"))).toEqual(failed);
		expect(await authenticate(write())).toEqual(failed);
		expect(await authenticate((await sign(write(), "client.example")).replace("Hello.", "Pay now."))).toEqual(failed);
	});

	test("is not known where the domain publishes no policy, DNS does not answer, or there is no sender", async () => {
		expect(await authenticate(write("silent.example"))).toEqual({ dmarc: "none", domain: "silent.example" });
		const unavailable: DNSResolver = () => Promise.reject(Object.assign(new Error("timeout"), { code: "ETIMEOUT" }));
		expect(await authenticateSender(Buffer.from(write()), { resolver: unavailable })).toEqual({
			dmarc: "none",
			domain: "client.example",
		});
		expect(await authenticate("Subject: x\r\n\r\nx")).toEqual({ dmarc: "none", domain: undefined });
	});

	test("is as the mailbox's own server states, and as no other does", async () => {
		const stated = (server: string) =>
			write(
				"client.example",
				`Authentication-Results: ${server};\r\n dkim=pass; dmarc=pass (p=REJECT) header.from=client.example\r\n`,
			);
		expect(await authenticate(stated("mx.company.example"), "mx.company.example")).toMatchObject({ dmarc: "pass" });
		expect(await authenticate(stated("mx.evil.test"), "mx.company.example")).toMatchObject({ dmarc: "fail" });
		expect(await authenticate(stated("mx.company.example"))).toMatchObject({ dmarc: "fail" });
	});

	test.each([
		["(p=REJECT sp=REJECT dis=REJECT)", "refused"],
		["(p=quarantine dis=none)", "fail"],
		["(p=NONE sp=NONE dis=NONE)", "fail"],
		["action=none", "fail"],
		["policy.dmarc=none", "fail"],
		["action=oreject", "refused"],
		["", "refused"],
	])(
		"is refused where the mailbox's own server states %j, unless the policy asks for nothing: %s",
		async (why, dmarc) => {
			const results = `mx.company.example; spf=pass; dmarc=fail ${why} header.from=client.example`;
			const message = write("client.example", `Authentication-Results: ${results}\r\n`);
			expect(await authenticate(message, "mx.company.example")).toEqual({ dmarc, domain: "client.example" });
		},
	);

	test.each(["mx.company.example; spf=pass", "spf=pass; dkim=none; dmarc=fail header.from=client.example"])(
		"fails without being refused where the mailbox's own server states nothing on DMARC: %s",
		async (results) => {
			const message = write("client.example", `Authentication-Results: ${results}\r\n`);
			expect(await authenticate(message, "mx.company.example")).toMatchObject({ dmarc: "fail" });
		},
	);

	test("is as a seal of the mailbox's own server says, and as no other seal does", async () => {
		const seal = async (signingDomain: string) => {
			const message = write();
			const headers = await sealMessage(message, {
				signingDomain,
				selector: "s1",
				privateKey,
				authResults: `mx.${signingDomain}; dmarc=pass header.from=client.example`,
				cv: "none",
			});
			return `${headers.toString()}${message}`;
		};
		expect(await authenticate(await seal("company.example"), "mx.company.example")).toMatchObject({ dmarc: "pass" });
		expect(await authenticate(await seal("other.example"), "mx.company.example")).toMatchObject({ dmarc: "fail" });
	});
});

/** Adds 200 signatures of a domain below a message's head, each over another part of the body and with another key. */
function flood(message: string, domain: string, body: string): string {
	const lines = Array.from({ length: 200 }, (_, index) => {
		const digest = hash("sha256", body.slice(0, index), "base64");
		const tags = `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=k${index}; l=${index}; h=from; bh=${digest}; b=AAAA`;
		// Names are read in any case, and folded.
		return index % 2 === 0
			? `DKIM-Signature: ${tags}\r\n`
			: `dkim-signature\r\n : ${tags.replaceAll("; ", ";\r\n ")}\r\n`;
	});
	return message.replace("\r\n\r\n", `\r\n${lines.join("")}\r\n`);
}

describe("a message with many signatures", () => {
	const body = `${"x".repeat(300)}\r\n`;
	const unsigned = write().replace("Hello.\r\n", body);
	/** Counts the names that DNS is asked for and the hashes that are made. */
	async function check(message: string, read: typeof readAuthentication | typeof authenticateSender) {
		const asked: string[] = [];
		const hashes = vi.spyOn(crypto, "createHash");
		onTestFinished(() => hashes.mockRestore());
		const counting: DNSResolver = (name, type) => (asked.push(name), resolver(name, type));
		const answer = await read(Buffer.from(message), { resolver: counting, trustedAuthserv: "" });
		return { answer, keys: asked.filter((name) => name.includes("_domainkey")), hashes: hashes.mock.calls.length };
	}

	test.each([
		["\r\n", "CRLF"],
		["\n", "LF"],
	])("has only those of its sender's domain checked (%j)", async (lineEnd) => {
		const signed = await sign(unsigned, "client.example");
		const message = flood(signed, "flood.example", body).replaceAll("\r\n", lineEnd);
		const sender = await check(message, authenticateSender);
		expect(sender.answer).toMatchObject({ dmarc: "pass" });
		expect(sender.keys).toEqual(["s1._domainkey.client.example"]);
		const read = await check(message, readAuthentication);
		expect(read.answer).toEqual({ dkim: "pass", dmarc: "pass" });
		expect(read.keys).toEqual(["s1._domainkey.client.example"]);
	});

	test("has ten of its sender's domain checked", async () => {
		const { answer, keys, hashes } = await check(flood(unsigned, "client.example", body), authenticateSender);
		expect(answer).toMatchObject({ dmarc: "fail" });
		expect(keys).toEqual(Array.from({ length: 10 }, (_, index) => `k${index}._domainkey.client.example`));
		expect(hashes).toBeLessThan(50);
	});
});

describe("senders on a thread of their own", () => {
	test("are checked as on this one, with the answers of this one's DNS", async () => {
		const signed = Buffer.from(await sign(write(), "client.example"));
		const options = { resolver, trustedAuthserv: "" };
		expect(await senderCheck.authenticateSender(signed, options)).toMatchObject({ dmarc: "pass" });
		expect(await senderCheck.readAuthentication(signed, options)).toEqual({ dkim: "pass", dmarc: "pass" });
		const unsigned = Buffer.from(write());
		expect(await senderCheck.authenticateSender(unsigned, options)).toMatchObject({ dmarc: "fail" });
	});

	test("are not known when DNS takes too long", async () => {
		const check = createSenderCheck({ timeoutMs: 300, maxMemoryMb: 512 });
		const signed = Buffer.from(await sign(write(), "client.example"));
		const options = { resolver: () => new Promise<never>(() => undefined), trustedAuthserv: "" };
		expect(await check.authenticateSender(signed, options)).toEqual({ dmarc: "none" });
		expect(await check.readAuthentication(signed, options)).toEqual({});
	});
});
