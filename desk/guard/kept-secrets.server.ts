import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { z } from "zod";
import { readCookie } from "../../platform/http/read-cookie.ts";

/** How long a new secret can be seen, in seconds; its page says five minutes. */
const keptSeconds = 300;
const algorithm = "aes-256-gcm";
const [nonceBytes, tagBytes] = [12, 16];

const keptSchema = z.object({ of: z.string(), secret: z.string(), until: z.number() });

/** New secrets, for the page that shows them after the form that made them; loading it again makes no other. */
export type KeptSecrets = {
	/** Keeps a secret for five minutes, in place of an earlier one. */
	keep(of: string, secret: string): void;
	/** Finds the secret of something, such as the id of a webhook. */
	find(of: string): string | undefined;
	forget(): void;
};

/**
 * Keeps a new secret in a cookie that scripts cannot read, encrypted for the session: the database never holds it, any server can show it,
 * and it is gone with the session.
 *
 * @param options key: of the browser's session, undefined for people who are signed out; isSecure: the desk uses HTTPS; setCookies: takes
 * values of Set-Cookie headers
 */
export function createKeptSecrets(
	cookieHeader: string | undefined,
	{ key, now, isSecure, setCookies }: KeptSecretsOptions,
): KeptSecrets {
	const name = `${isSecure ? "__Host-" : ""}desk-secret`;
	const write = (value: string, seconds: number) =>
		setCookies([
			`${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`,
		]);
	return {
		keep(of, secret) {
			if (!key) throw new Error("Nobody is signed in");
			const kept = { of, secret, until: now.epochMilliseconds + keptSeconds * 1_000 };
			write(encrypt(JSON.stringify(kept), key), keptSeconds);
		},
		find(of) {
			const text = key && decrypt(readCookie(cookieHeader, name), key);
			const kept = text === undefined ? undefined : keptSchema.safeParse(JSON.parse(text)).data;
			return kept?.of === of && kept.until > now.epochMilliseconds ? kept.secret : undefined;
		},
		forget: () => write("", 0),
	};
}

type KeptSecretsOptions = {
	key: Buffer | undefined;
	now: Temporal.Instant;
	isSecure: boolean;
	setCookies(cookies: readonly string[]): void;
};

function encrypt(text: string, key: Buffer): string {
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv(algorithm, key, nonce);
	const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64url");
}

/** @returns undefined for a text that this key did not encrypt */
function decrypt(text: string | undefined, key: Buffer): string | undefined {
	const bytes = Buffer.from(text ?? "", "base64url");
	if (bytes.length <= nonceBytes + tagBytes) return undefined;
	const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
	decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
	try {
		return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
	} catch {
		return undefined;
	}
}
