import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** Length of a step, in seconds; a code of the step before and the next are taken too, for clocks differ. */
const stepSeconds = 30;
const stepsAround = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
const recoveryCodeCount = 10;
/** 125 random bits: from 112 on a plain hash is enough to keep them by (OWASP ASVS 5.0, 6.5.2). */
const recoveryCodeCharacters = 25;
/** Crockford's, without what is read as something else. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Makes the secret that an authenticator app shares with us, in base 32. */
export function createTotpSecret(): string {
	return new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function writeTotpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
	return createTotp(secret, { issuer, label }).toString();
}

/** Finds the step that a code is of, counted from 1970; undefined when it is none of about now. Whether it was taken before, the store knows. */
export function findTotpStep(secret: string, code: string, now: Temporal.Instant): number | undefined {
	const timestamp = now.epochMilliseconds;
	const delta = createTotp(secret).validate({ token: code.replaceAll(/\s/g, ""), timestamp, window: stepsAround });
	return delta === null ? undefined : Math.floor(timestamp / 1_000 / stepSeconds) + delta;
}

/** Makes codes to be written down, each good once, for whoever loses the authenticator. */
export function createRecoveryCodes(): string[] {
	return Array.from({ length: recoveryCodeCount }, () =>
		Array.from(randomBytes(recoveryCodeCharacters), (byte) => alphabet[byte % alphabet.length])
			.join("")
			.replaceAll(/(.{5})(?!$)/g, "$1-"),
	);
}

/** What the database keeps of a recovery code, however it was typed. */
export function hashRecoveryCode(code: string): string {
	return createHash("sha256")
		.update(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ""))
		.digest("hex");
}

function createTotp(secret: string, texts: { issuer?: string; label?: string } = {}): TOTP {
	return new TOTP({ ...texts, algorithm: "SHA1", digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) });
}
