import { isIP } from "node:net";
import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { z } from "zod";
import type { NewPasskey, PasskeyWithKey } from "./passkey-store.server.ts";
import type { Account } from "./store.server.ts";

export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON };

/** Base64url; longer values than any authenticator writes are refused. */
const bytes = z.string().regex(/^[\w-]{1,20000}$/);
const credential = {
	id: bytes,
	rawId: bytes,
	type: z.literal("public-key"),
	clientExtensionResults: z.looseObject({}),
};
const registrationSchema = z.looseObject({
	...credential,
	response: z.looseObject({
		clientDataJSON: bytes,
		attestationObject: bytes,
		transports: z.array(z.string().max(30)).max(10).optional(),
	}),
});
const authenticationSchema = z.looseObject({
	...credential,
	response: z.looseObject({
		clientDataJSON: bytes,
		authenticatorData: bytes,
		signature: bytes,
		userHandle: bytes.optional(),
	}),
});

/** Takes 29 MB; loaded on first use. */
const loadWebAuthn = () => import("@simplewebauthn/server");
const timeoutMs = 5 * 60 * 1_000;

/** Tells whether the desk's address allows passkeys: they need a domain name, and TLS except on this machine. */
export function canUsePasskeys(deskUrl: string): boolean {
	const { protocol, hostname } = new URL(deskUrl);
	return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && (protocol === "https:" || hostname === "localhost");
}

/** Returns options for a passkey that identifies its owner and asks for a finger, a face or a PIN. */
export async function writeRegistrationOptions(
	{ deskUrl, companyName, challenge }: { deskUrl: string; companyName: string; challenge: string },
	{ id, email, name }: Pick<Account, "id" | "email" | "name">,
	existing: readonly PasskeyWithKey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
	const { generateRegistrationOptions } = await loadWebAuthn();
	return generateRegistrationOptions({
		rpName: companyName,
		rpID: new URL(deskUrl).hostname,
		challenge: Buffer.from(challenge, "base64url"),
		userID: new TextEncoder().encode(id),
		userName: email,
		userDisplayName: name,
		timeout: timeoutMs,
		attestationType: "none",
		excludeCredentials: existing.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
	});
}

/**
 * Verifies the passkey that a browser created.
 * @param text JSON, as the browser sent it
 * @returns undefined unless it answers this challenge, on this desk, with its owner verified
 */
export async function readRegistration(
	text: string,
	{ deskUrl, challenge }: { deskUrl: string; challenge: string },
): Promise<Pick<NewPasskey, "id" | "publicKey" | "counter" | "transports"> | undefined> {
	const response = registrationSchema.safeParse(parseJson(text));
	if (!response.success) return undefined;
	const { verifyRegistrationResponse } = await loadWebAuthn();
	const verified = await verifyRegistrationResponse({
		response: response.data as unknown as RegistrationResponseJSON,
		expectedChallenge: challenge,
		expectedOrigin: deskUrl,
		expectedRPID: new URL(deskUrl).hostname,
		requireUserVerification: true,
	}).catch(() => undefined);
	if (!verified?.verified) return undefined;
	const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
	return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
}

/** Returns options for signing in by any passkey of this desk, or by one of those given. */
export async function writeAuthenticationOptions(
	{ deskUrl, challenge }: { deskUrl: string; challenge: string },
	allowed: readonly PasskeyWithKey[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
	const { generateAuthenticationOptions } = await loadWebAuthn();
	return generateAuthenticationOptions({
		rpID: new URL(deskUrl).hostname,
		challenge: Buffer.from(challenge, "base64url"),
		allowCredentials: allowed.map(({ id, transports }) => ({ id, transports })),
		userVerification: "required",
		timeout: timeoutMs,
	});
}

/** A browser's signed response. */
export type Assertion = { passkeyId: string; response: AuthenticationResponseJSON };

/** Reads which passkey responded; nothing is verified yet. */
export function readAssertion(text: string): Assertion | undefined {
	const response = authenticationSchema.safeParse(parseJson(text));
	return response.success
		? { passkeyId: response.data.id, response: response.data as unknown as AuthenticationResponseJSON }
		: undefined;
}

/**
 * Verifies a signed response.
 * @returns the authenticator's new count; undefined unless this passkey answered this challenge, on this desk, with its owner verified and
 * a count above the last
 */
export async function verifyAssertion(
	{ response }: Assertion,
	{ deskUrl, challenge }: { deskUrl: string; challenge: string },
	passkey: PasskeyWithKey,
): Promise<number | undefined> {
	const { userHandle } = response.response;
	if (userHandle !== undefined && Buffer.from(userHandle, "base64url").toString() !== passkey.accountId)
		return undefined;
	const { verifyAuthenticationResponse } = await loadWebAuthn();
	const verified = await verifyAuthenticationResponse({
		response,
		expectedChallenge: challenge,
		expectedOrigin: deskUrl,
		expectedRPID: new URL(deskUrl).hostname,
		credential: {
			id: passkey.id,
			publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
			counter: passkey.counter,
			transports: passkey.transports,
		},
		requireUserVerification: true,
	}).catch(() => undefined);
	return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
