import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createRc4, openWithoutPassword } from "./pdf-encryption.server.ts";
import { PdfParser } from "./pdf-syntax.server.ts";

const md5 = (...parts: Uint8Array[]) => parts.reduce((digest, part) => digest.update(part), createHash("md5")).digest();
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const firstId = Buffer.from("0123456789abcdef");

/** An encryption dictionary of version 4 whose user's password is empty, with a key of some bytes (ISO 32000-1, algorithms 2 and 5). */
function createEncryption(keyBytes: number, lengths: { all?: string; filter?: string }): string {
	const owner = Buffer.alloc(32, 7);
	let key = md5(padding, owner, Buffer.from([0xfc, 0xff, 0xff, 0xff]), firstId);
	for (let round = 0; round < 50; round++) key = md5(key.subarray(0, keyBytes));
	let user: Buffer = md5(padding, firstId);
	for (let round = 0; round < 20; round++)
		user = createRc4(key.subarray(0, keyBytes).map((byte) => byte ^ round))(user);
	return `<</Filter/Standard/V 4/R 4/P -4${lengths.all ?? ""}/O<${owner.toString("hex")}>/U<${user.toString("hex")}${"00".repeat(16)}>/CF<</StdCF<</CFM/V2${lengths.filter ?? ""}>>>>/StmF/StdCF/StrF/StdCF>>`;
}

function opens(dictionary: string): boolean {
	const value = new PdfParser(Buffer.from(dictionary), 0, { whole: true, keepAll: true }).readValue();
	if (value.kind !== "dictionary") throw new TypeError("This is no dictionary");
	return openWithoutPassword(value.entries, firstId) !== undefined;
}

test("RC4 encrypts as it always did", () => {
	expect(createRc4(Buffer.from("Key"))(Buffer.from("Plaintext")).toString("hex")).toBe("bbf316e8d940af0ad3");
	expect(createRc4(Buffer.from("Wiki"))(Buffer.from("pedia")).toString("hex")).toBe("1021bf0420");
});

test.each([
	["nowhere: 128 bits", 16, {}],
	["in bits", 5, { all: "/Length 40" }],
	["in bits of another number", 6, { all: "/Length 48" }],
	["with the filter, in bytes", 5, { filter: "/Length 5" }],
	["with the filter, in bits", 7, { filter: "/Length 56" }],
	["wrongly: 128 bits", 16, { all: "/Length 40", filter: "/Length 5" }],
])("a PDF opens without a password when it says the length of its key %s", (_case, keyBytes, lengths) => {
	expect(opens(createEncryption(keyBytes, lengths))).toBe(true);
	expect(opens(createEncryption(keyBytes, lengths).replace("/P -4", "/P -8"))).toBe(false);
});

test.each([
	["for certain readers alone", "<</Filter/Adobe.PubSec/V 4/R 4>>"],
	["in a way that nobody knows", "<</Filter/Standard/V 9/R 9>>"],
	["without saying how", "<<>>"],
	["with a password, but of its attachments alone", "<</Filter/Standard/V 4/R 4/O()/U()/EFF/StdCF>>"],
])("one that is encrypted %s", (_case, dictionary) => {
	expect(opens(dictionary)).toBe(dictionary.includes("/EFF"));
});
