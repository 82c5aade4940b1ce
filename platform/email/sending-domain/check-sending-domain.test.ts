import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { startDnsServer, type Zone } from "../../../tests/support/dns-server.ts";
import { checkSendingDomain } from "./check-sending-domain.ts";
import { createDnsLookup } from "./dns.ts";

const config = {
	mailFrom: { name: "Company", address: "hello@company.example" },
	smtpUrl: "smtps://user:secret@mail.provider.example",
	dkimSelector: "s1",
};

function createKey(modulusLength: number): string {
	const { publicKey } = generateKeyPairSync("rsa", { modulusLength });
	return publicKey.export({ format: "der", type: "spki" }).toString("base64");
}

const key = createKey(2_048);

const wellKept: Zone = {
	"company.example": { txt: ["other=1", "v=spf1 include:_spf.provider.example mx -all"], mx: ["mx.company.example"] },
	"mx.company.example": { a: ["192.0.2.9"] },
	"_spf.provider.example": { txt: ["v=spf1 ip4:198.51.100.0/24 ip6:2001:db8::/32 -all"] },
	"mail.provider.example": { a: ["203.0.113.7"] },
	"s1._domainkey.company.example": { txt: [`v=DKIM1; k=rsa; p=${key}`] },
	"_dmarc.company.example": { txt: ["v=DMARC1; p=quarantine; rua=mailto:dmarc@company.example"] },
};

async function check(zone: Zone, changes: Partial<typeof config> | { dkimSelector: undefined } = {}) {
	const { address } = await startDnsServer(zone);
	const result = await checkSendingDomain({ ...config, ...changes }, createDnsLookup({ servers: [address] }));
	expect(result?.domain).toBe("company.example");
	return Object.fromEntries((result?.findings ?? []).map((finding) => [finding.subject, finding]));
}

test("a well-kept domain passes", async () => {
	const { SPF, DKIM, DMARC } = await check(wellKept);
	expect([SPF?.state, DKIM?.state, DMARC?.state]).toEqual(["good", "good", "good"]);
	expect(SPF?.texts.join(" ")).toContain("mail.provider.example is allowed to send for company.example");
	expect(SPF?.published).toEqual(["v=spf1 include:_spf.provider.example mx -all"]);
	expect(DKIM?.texts.join(" ")).toContain("2048 bits");
	expect(DMARC?.texts.join(" ")).toContain("into spam");
});

test("a domain without records gets suggestions for DNS", async () => {
	const { SPF, DKIM, DMARC } = await check({ "company.example": {} });
	expect([SPF?.state, DKIM?.state, DMARC?.state]).toEqual(["wrong", "wrong", "wrong"]);
	expect(SPF?.advice).toEqual({
		name: "company.example",
		type: "TXT",
		value: "v=spf1 a:mail.provider.example mx ~all",
	});
	expect(DKIM?.advice?.name).toBe("s1._domainkey.company.example");
	expect(DMARC?.advice).toEqual({
		name: "_dmarc.company.example",
		type: "TXT",
		value: "v=DMARC1; p=none; rua=mailto:dmarc@company.example",
	});
});

test.each([
	["203.0.114.7", "v=spf1 ip4:203.0.114.7 mx ~all"],
	["[2a00:1450::7]", "v=spf1 ip6:2a00:1450::7 mx ~all"],
	["127.0.0.1", "v=spf1 mx ~all"],
	["[::1]", "v=spf1 mx ~all"],
	["10.0.0.25", "v=spf1 mx ~all"],
	["[fd00::25]", "v=spf1 mx ~all"],
	["localhost", "v=spf1 mx ~all"],
	["postfix", "v=spf1 mx ~all"],
])("the suggested SPF record of a domain with the mail server %s is valid", async (host, value) => {
	const { SPF } = await check({ "company.example": {} }, { smtpUrl: `smtp://${host}:25` });
	expect(SPF?.advice?.value).toBe(value);
});

test("a mail server that an SPF record leaves out is to be added as receivers see it", async () => {
	const zone = { ...wellKept, "company.example": { txt: ["v=spf1 ip4:192.0.2.1 -all"] } };
	const describe = async (host: string) =>
		(await check(zone, { smtpUrl: `smtp://${host}:25` })).SPF?.texts.join(" ") ?? "";
	expect(await describe("mail.provider.example")).toContain("otherwise add a:mail.provider.example.");
	expect(await describe("203.0.114.7")).toContain("otherwise add ip4:203.0.114.7.");
	expect(await describe("10.0.0.25")).toContain("10.0.0.25 is not listed");
	expect(await describe("10.0.0.25")).toContain("otherwise add that server.");
});

const spfCases: [about: string, record: string | string[], state: string, text: string][] = [
	["is one of several", ["v=spf1 -all", "v=spf1 mx -all"], "wrong", "has 2 SPF records"],
	["lets anybody send", "v=spf1 mx +all", "wrong", "lets anyone send"],
	["says nothing of other servers", "v=spf1 include:_spf.provider.example", "improvable", "no rule for other servers"],
	["does not name the mail server", "v=spf1 ip4:192.0.2.1 -all", "improvable", "is not listed"],
	["names the mail server's address", "v=spf1 ip4:203.0.113.0/24 ~all", "good", "allowed to send"],
	["names every address", "v=spf1 ip4:0.0.0.0/0 -all", "wrong", "lets anyone send"],
	["names the network of a host", "v=spf1 a:office.provider.example/24 -all", "good", "allowed to send"],
	["names the network of another host", "v=spf1 a:office.provider.example/32 -all", "improvable", "is not listed"],
	["names the network of the domain", "v=spf1 a/24 -all", "good", "allowed to send"],
	["names the networks of its mail servers", "v=spf1 mx/24 -all", "good", "allowed to send"],
	["names a network that cannot be", "v=spf1 a/33 -all", "wrong", 'Invalid CIDR length "33"'],
	["is misspelt", "v=spf1 ipv4:192.0.2.1 -all", "wrong", 'Unknown mechanism "ipv4"'],
	["names no address", "v=spf1 ip4:192.0.2 -all", "wrong", 'Invalid "ip4" term'],
	["leads to a domain without a record", "v=spf1 include:none.example -all", "wrong", "none.example, which has no SPF"],
	["leads to itself", "v=spf1 include:company.example -all", "wrong", "more than 10 lookups"],
	["leads elsewhere", "v=spf1 redirect=_spf.provider.example", "good", "allowed to send"],
];

test.each(spfCases)("an SPF record that %s is reported", async (_, record, state, text) => {
	const { SPF } = await check({
		...wellKept,
		"company.example": { txt: [record].flat(), a: ["203.0.113.1"], mx: ["mx.company.example"] },
		"mx.company.example": { a: ["203.0.113.2"] },
		"office.provider.example": { a: ["203.0.113.3"] },
	});
	expect(SPF?.texts.join(" ")).toContain(text);
	expect(SPF?.state).toBe(state);
});

test("a domain below a registry such as co.in speaks for itself alone", async () => {
	const { address } = await startDnsServer({
		"company.co.in": { txt: ["v=spf1 include:other.co.in -all"] },
		"other.co.in": { txt: ["v=spf1 ip4:198.51.100.1 -all"] },
		"mail.third.co.in": { a: ["203.0.113.7"] },
		"_dmarc.co.in": { txt: ["v=DMARC1; p=reject; rua=mailto:dmarc@registry.example"] },
	});
	const result = await checkSendingDomain(
		{
			mailFrom: { name: "Company", address: "hello@company.co.in" },
			smtpUrl: "smtps://user:secret@mail.third.co.in",
			dkimSelector: undefined,
		},
		createDnsLookup({ servers: [address] }),
	);
	const [spf, , dmarc] = result?.findings ?? [];
	expect(spf?.state).toBe("improvable");
	expect(spf?.texts.join(" ")).toContain("mail.third.co.in is not listed");
	expect(dmarc?.state).toBe("wrong");
	expect(dmarc?.texts.join(" ")).toContain("No DMARC policy for company.co.in");
});

test("a DKIM key is looked for under the selector alone, and judged", async () => {
	const of = (record: string) => check({ ...wellKept, "s1._domainkey.company.example": { txt: [record] } });
	expect((await check(wellKept, { dkimSelector: undefined })).DKIM?.state).toBe("unknown");
	expect((await of(`p=${createKey(1_024)}`)).DKIM?.state).toBe("improvable");
	expect((await of("v=DKIM1; p=")).DKIM?.texts.join(" ")).toContain("revoked");
	expect((await of("v=DKIM1; p=AAAA")).DKIM?.state).toBe("wrong");
});

test("a DMARC record is judged, and a domain above speaks for one without", async () => {
	const of = (record: string) => check({ ...wellKept, "_dmarc.company.example": { txt: [record] } });
	expect((await of("v=DMARC1; p=none")).DMARC?.state).toBe("improvable");
	expect((await of("v=DMARC1; p=everything")).DMARC?.state).toBe("wrong");
	const below = async (record: string) => {
		const { address } = await startDnsServer({ "_dmarc.company.example": { txt: [record] } });
		const result = await checkSendingDomain(
			{ ...config, mailFrom: { name: "", address: "hello@news.company.example" } },
			createDnsLookup({ servers: [address] }),
		);
		return result?.findings.find(({ subject }) => subject === "DMARC");
	};
	const dmarc = await below("v=DMARC1; p=none; sp=reject; adkim=s; rua=mailto:d@company.example");
	expect(dmarc?.texts.join(" ")).toContain("reject forged e-mails, as company.example says for news.company.example");
	expect(dmarc?.texts.join(" ")).toContain("match news.company.example exactly");
	expect(dmarc?.advice).toBeUndefined();
	expect((await below("v=DMARC1; p=reject; sp=none; rua=mailto:d@company.example"))?.advice).toMatchObject({
		name: "_dmarc.company.example",
		value: "v=DMARC1; p=reject; sp=quarantine; rua=mailto:d@company.example",
	});
});

test.each([
	["v=DMARC1; p=reject", "v=DMARC1; p=reject; rua=mailto:dmarc@company.example"],
	["v=DMARC1; p=quarantine; rua=; adkim=s;", "v=DMARC1; p=quarantine; rua=mailto:dmarc@company.example; adkim=s"],
	["v=DMARC1;p=none", "v=DMARC1; p=none; rua=mailto:dmarc@company.example"],
	["v=DMARC1; p=none; rua=mailto:d@company.example", "v=DMARC1; p=quarantine; rua=mailto:d@company.example"],
])("of a DMARC record %s the advice changes what needs it, and keeps the rest", async (record, value) => {
	const { DMARC } = await check({ ...wellKept, "_dmarc.company.example": { txt: [record] } });
	expect(DMARC?.advice).toEqual({ name: "_dmarc.company.example", type: "TXT", value, isChange: true });
});

test("no DMARC record is advised where publishing it would make another", async () => {
	for (const txt of [["v=DMARC1; p=everything"], ["v=DMARC1; p=none", "v=DMARC1; p=reject"]]) {
		const { DMARC } = await check({ ...wellKept, "_dmarc.company.example": { txt } });
		expect(DMARC).toMatchObject({ state: "wrong", published: txt });
		expect(DMARC?.advice).toBeUndefined();
	}
});

test("name servers that do not answer make nothing wrong, in bounded time", async () => {
	const { address } = await startDnsServer({}, { silent: true });
	const result = await checkSendingDomain(config, createDnsLookup({ servers: [address] }));
	expect(result?.findings.map(({ state }) => state)).toEqual(["unknown", "unknown", "unknown"]);
});

test("without a sender there is nothing to ask", async () => {
	const { address, asked } = await startDnsServer({});
	const dns = createDnsLookup({ servers: [address] });
	expect(await checkSendingDomain({ ...config, mailFrom: undefined }, dns)).toBeUndefined();
	expect(asked).toEqual([]);
});
