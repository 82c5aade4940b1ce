import { generateKeyPairSync, randomUUID, sign } from "node:crypto";

/** Creates a certificate of localhost that signs itself, with its key, both in PEM. */
export function createCertificate(ends: Temporal.Instant): { cert: string; key: string } {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
	// Trusted certificates are found by their names.
	const name = sequence(
		write(0x31, sequence(objectId(0x55, 0x04, 0x03), write(0x0c, Buffer.from(`localhost ${randomUUID()}`)))),
	);
	const alternativeName = sequence(
		objectId(0x55, 0x1d, 0x11),
		write(0x04, sequence(write(0x82, Buffer.from("localhost")))),
	);
	const body = sequence(
		write(0xa0, write(0x02, Buffer.from([2]))),
		write(0x02, Buffer.from([1])),
		ecdsaWithSha256,
		name,
		sequence(writeTime(ends.subtract({ hours: 24 * 90 })), writeTime(ends)),
		name,
		publicKey.export({ type: "spki", format: "der" }),
		write(0xa3, sequence(alternativeName)),
	);
	const signature = write(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]));
	const der = sequence(body, ecdsaWithSha256, signature);
	return {
		cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`,
		key: privateKey.export({ type: "pkcs8", format: "pem" }),
	};
}

/** Writes a value in DER: its tag, its length and its content. */
function write(tag: number, content: Buffer): Buffer {
	const { length } = content;
	const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts: Buffer[]): Buffer {
	return write(0x30, Buffer.concat(parts));
}

function objectId(...bytes: number[]): Buffer {
	return write(0x06, Buffer.from(bytes));
}

function writeTime(instant: Temporal.Instant): Buffer {
	const text = instant.toString({ smallestUnit: "second" }).replaceAll(/[-:T]/g, "");
	return write(0x18, Buffer.from(text));
}
