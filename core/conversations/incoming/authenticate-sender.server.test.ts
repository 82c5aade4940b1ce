import { generateKeyPairSync } from "node:crypto";
import { dkimSign, sealMessage, type DNSResolver } from "mailauth";
import { describe, expect, test } from "vitest";
import { authenticateSender } from "./authenticate-sender.server.ts";

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
