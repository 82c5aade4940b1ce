import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { KnownDevices } from "../desk-deps.server.ts";

/**
 * Knows browsers again that have signed in to an account, so that whoever guesses at it elsewhere does not slow its owner down. The
 * cookie opens nothing.
 *
 * @param secret of this installation
 */
export function createKnownDevices(secret: string): KnownDevices {
	const sign = (name: string, email: string) =>
		createHmac("sha256", secret)
			.update(JSON.stringify(["known device", name, email.trim().toLowerCase()]))
			.digest();
	return {
		create(email) {
			const name = randomBytes(16).toString("base64url");
			return `${name}.${sign(name, email).toString("base64url")}`;
		},
		find(cookie = "", email) {
			const [name = "", signature = ""] = cookie.split(".");
			const expected = sign(name, email);
			const given = Buffer.from(signature, "base64url");
			return given.length === expected.length && timingSafeEqual(given, expected) ? name : undefined;
		},
	};
}
