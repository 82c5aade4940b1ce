import { createSign, generateKeyPairSync, hash, randomBytes, type KeyObject } from "node:crypto";

type CreationOptions = {
	challenge: string;
	rp: { id?: string };
	user: { id: string };
	excludeCredentials?: { id: string }[];
};
type RequestOptions = { challenge: string; rpId?: string; allowCredentials?: { id: string }[] };
type Key = { id: string; privateKey: KeyObject; rpId: string; userHandle: string };

/** Faults of an authenticator, or of an attacker between it and the desk. */
export type Misbehaviour = {
	origin?: string;
	rpId?: string;
	challenge?: string;
	/** Whether a finger, a face or a PIN was checked. */
	userVerified?: boolean;
	userHandle?: string;
	counter?: number;
};

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };

/** A software authenticator for one browser that creates passkeys (ES256, without attestation) and signs with them. */
export type Authenticator = {
	/** Responds as navigator.credentials.create does. */
	create(options: CreationOptions, misbehaviour?: Misbehaviour): string;
	/** Responds as navigator.credentials.get does, with the newest matching passkey. */
	get(options: RequestOptions, misbehaviour?: Misbehaviour): string;
};

/** @param origin of the page that asks */
export function createAuthenticator(origin: string, { counts = true }: { counts?: boolean } = {}): Authenticator {
	const keys: Key[] = [];
	let used = 0;

	function clientData(type: string, challenge: string, { origin: other = origin, challenge: forged }: Misbehaviour) {
		return Buffer.from(JSON.stringify({ type, challenge: forged ?? challenge, origin: other, crossOrigin: false }));
	}

	function authenticatorData(rpId: string, extra: number, { userVerified = true, counter, rpId: other }: Misbehaviour) {
		if (counts) used += 1;
		const data = Buffer.alloc(37);
		hash("sha256", other ?? rpId, "buffer").copy(data);
		data[32] = flags.userPresent | (userVerified ? flags.userVerified : 0) | extra;
		data.writeUInt32BE(counter ?? used, 33);
		return data;
	}

	return {
		create({ challenge, rp, user, excludeCredentials = [] }, misbehaviour = {}) {
			const rpId = rp.id ?? new URL(origin).hostname;
			if (keys.some((key) => excludeCredentials.some(({ id }) => id === key.id)))
				throw new Error("InvalidStateError: there is a passkey of this account already");
			const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
			const id = randomBytes(16);
			const { x = "", y = "" } = publicKey.export({ format: "jwk" });
			const coseKey = encodeMap([
				[1, 2],
				[3, -7],
				[-1, 1],
				[-2, Buffer.from(x, "base64url")],
				[-3, Buffer.from(y, "base64url")],
			]);
			const length = Buffer.alloc(2);
			length.writeUInt16BE(id.length);
			const authData = Buffer.concat([
				authenticatorData(rpId, flags.attested, misbehaviour),
				Buffer.alloc(16),
				length,
				id,
				coseKey,
			]);
			keys.push({ id: id.toString("base64url"), privateKey, rpId, userHandle: user.id });
			return answer(id.toString("base64url"), {
				clientDataJSON: clientData("webauthn.create", challenge, misbehaviour).toString("base64url"),
				attestationObject: encodeMap([
					["fmt", "none"],
					["attStmt", emptyMap],
					["authData", authData],
				]).toString("base64url"),
				transports: ["internal"],
			});
		},
		get({ challenge, rpId = new URL(origin).hostname, allowCredentials = [] }, misbehaviour = {}) {
			const key = keys.findLast(
				(one) =>
					one.rpId === rpId && (allowCredentials.length === 0 || allowCredentials.some(({ id }) => id === one.id)),
			);
			if (!key) throw new Error("NotAllowedError: there is no passkey for this");
			const data = clientData("webauthn.get", challenge, misbehaviour);
			const authData = authenticatorData(rpId, 0, misbehaviour);
			const signature = createSign("sha256")
				.update(authData)
				.update(hash("sha256", data, "buffer"))
				.sign(key.privateKey);
			return answer(key.id, {
				clientDataJSON: data.toString("base64url"),
				authenticatorData: authData.toString("base64url"),
				signature: signature.toString("base64url"),
				userHandle: misbehaviour.userHandle ?? key.userHandle,
			});
		},
	};
}

function answer(id: string, response: object): string {
	return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
}

const emptyMap: unique symbol = Symbol("empty map");
type CborValue = number | string | Buffer | typeof emptyMap;

/** Encodes an authenticator's data (RFC 8949): maps of small numbers, short texts and bytes. */
function encodeMap(entries: readonly [CborValue, CborValue][]): Buffer {
	return Buffer.concat([
		head(5, entries.length),
		...entries.flatMap(([key, value]) => [encodeValue(key), encodeValue(value)]),
	]);
}

function encodeValue(value: CborValue): Buffer {
	if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
	if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	return value === emptyMap ? head(5, 0) : Buffer.concat([head(2, value.length), value]);
}

function head(major: number, length: number): Buffer {
	if (length < 24) return Buffer.from([(major << 5) | length]);
	return length < 256
		? Buffer.from([(major << 5) | 24, length])
		: Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
