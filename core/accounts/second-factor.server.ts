import { hash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { toLatinDigits } from "../../shared/latin-digits.ts";

/** Length of a step in seconds. The previous and the next code are accepted too, because clocks differ. */
const stepSeconds = 30;
const stepsAround = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
const recoveryCodeCount = 10;
/** 125 random bits: from 112 on, a plain hash protects them (OWASP ASVS 5.0, 6.5.2). */
const recoveryCodeCharacters = 25;
/** Crockford's base 32, without easily confused characters. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Creates the secret of an authenticator app, in base 32. */
export function createTotpSecret(): string {
	return new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32;
}

/** Returns the address that an authenticator app reads from a QR code. */
export function writeTotpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
	return createTotp(secret, { issuer, label }).toString();
}

/** Finds the step of a code, counted from 1970; undefined unless the code is current. The store checks reuse. */
export function findTotpStep(secret: string, code: string, now: Temporal.Instant): number | undefined {
	const timestamp = now.epochMilliseconds;
	const token = toLatinDigits(code.replaceAll(/\s/g, ""));
	const delta = createTotp(secret).validate({ token, timestamp, window: stepsAround });
	return delta === null ? undefined : Math.floor(timestamp / 1_000 / stepSeconds) + delta;
}

/** Creates recovery codes to write down; each works once. */
export function createRecoveryCodes(): string[] {
	return Array.from({ length: recoveryCodeCount }, () =>
		Array.from(randomBytes(recoveryCodeCharacters), (byte) => alphabet[byte % alphabet.length])
			.join("")
			.replaceAll(/(.{5})(?!$)/g, "$1-"),
	);
}

/** Hashes a recovery code as the database stores it, however it was typed. */
export function hashRecoveryCode(code: string): string {
	return hash("sha256", code.toLowerCase().replaceAll(/[^0-9a-z]/g, ""), "hex");
}

function createTotp(secret: string, texts: { issuer?: string; label?: string } = {}): TOTP {
	return new TOTP({ ...texts, algorithm: "SHA1", digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) });
}
