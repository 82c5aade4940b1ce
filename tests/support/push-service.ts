import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { listen } from "./listen.ts";

/** A message as a browser would show it, with the headers for the push service. */
export type ReceivedPush = {
	payload: unknown;
	headers: Record<string, string | string[] | undefined>;
	/** The signed claims of the sender (RFC 8292). */
	claims: unknown;
	/** The key that signed them, in base64url. */
	key: string;
};

/** Starts a push service with one browser, for this test. Its messages are decrypted with the browser's own keys (RFC 8291). */
export async function startPushService() {
	const received: ReceivedPush[] = [];
	let status = 201;
	const browser = createECDH("prime256v1");
	browser.generateKeys();
	const auth = randomBytes(16);
	const server = await listen(
		createServer((request, response) => {
			void buffer(request).then((body) => {
				const { claims, key } = readSender(request.headers.authorization ?? "");
				received.push({ payload: decrypt(body, browser, auth), headers: request.headers, claims, key });
				response.writeHead(status).end("said too much".repeat(10_000));
			});
		}),
	);
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		received,
		origin,
		/** Answers the next messages with a status. */
		answerWith: (next: number) => (status = next),
		/** PushSubscription of the browser, as JSON. */
		subscribe: (name: string) =>
			JSON.stringify({
				endpoint: `${origin}/send/${name}`,
				expirationTime: null,
				keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
			}),
	};
}

/** Verifies the sender's signature and returns its claims. */
function readSender(authorization: string): { claims: unknown; key: string } {
	const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
	const [header = "", claims = "", signature = ""] = token.split(".");
	const point = Buffer.from(key, "base64url");
	const publicKey = createPublicKey({
		format: "jwk",
		key: {
			kty: "EC",
			crv: "P-256",
			x: point.subarray(1, 33).toString("base64url"),
			y: point.subarray(33).toString("base64url"),
		},
	});
	const isRight = verify(
		"sha256",
		Buffer.from(`${header}.${claims}`),
		{ key: publicKey, dsaEncoding: "ieee-p1363" },
		Buffer.from(signature, "base64url"),
	);
	if (!isRight) throw new Error("The signature of the sender is wrong");
	return { claims: JSON.parse(Buffer.from(claims, "base64url").toString()), key };
}

function decrypt(body: Buffer, browser: ECDH, auth: Buffer): unknown {
	const salt = body.subarray(0, 16);
	const keyLength = body.readUInt8(20);
	const sender = body.subarray(21, 21 + keyLength);
	const sealed = body.subarray(21 + keyLength);
	const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
		Buffer.from(hkdfSync("sha256", secret, from, info, length));
	const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
	const secret = derive(browser.computeSecret(sender), auth, info, 32);
	const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
	const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
	const decipher = createDecipheriv("aes-128-gcm", key, nonce);
	decipher.setAuthTag(sealed.subarray(-16));
	const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
	// A delimiter of 2 ends the last record, and zeros pad it.
	return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}
