import { createHmac, timingSafeEqual } from "node:crypto";

/** Characters of the signature: 80 bits. */
const signatureLength = 16;

/**
 * Returns the address of a mailbox that leads replies to a record, such as sales+enq-7k3f9qxm.k3…@company.example. Mail servers deliver
 * what stands after "+" to the same mailbox (RFC 5233); the signature keeps strangers from writing into a conversation.
 */
export function writeReplyAddress(mailbox: string, reference: string, secret: string): string {
	const at = mailbox.lastIndexOf("@");
	return `${mailbox.slice(0, at)}+${reference.toLowerCase()}.${sign(reference, secret)}${mailbox.slice(at)}`;
}

/** Finds the reference in an address that writeReplyAddress made, for whichever mailbox; undefined if it is none or its signature is wrong. */
export function readReplyAddress(address: string, secret: string): string | undefined {
	const [, written = "", signature = ""] = /\+([a-z]+-[0-9a-z]+)\.([0-9a-v]{16})@/i.exec(address) ?? [];
	const reference = written.toUpperCase();
	const expected = Buffer.from(sign(reference, secret));
	const given = Buffer.from(signature.toLowerCase());
	return given.length === expected.length && timingSafeEqual(given, expected) ? reference : undefined;
}

function sign(reference: string, secret: string): string {
	const digest = createHmac("sha256", secret).update(`reply address ${reference.toUpperCase()}`).digest();
	// Five bits a character, in lower case: some mail servers change the case of addresses.
	return [...digest.subarray(0, signatureLength)].map((byte) => (byte & 31).toString(32)).join("");
}
