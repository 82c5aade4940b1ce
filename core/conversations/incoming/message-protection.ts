import type { MimePart } from "./mime-parts.ts";

/** How a message is protected, in half a sentence, and what therefore could not be read. */
export type Protection = { protection: string | undefined; omission: string | undefined };

/** Names S/MIME and PGP by a message's parts, or by its text. */
export function describeProtection(root: MimePart, leaves: readonly MimePart[], text: string): Protection {
	const envelope = leaves.find(({ type }) => /^application\/(?:x-)?pkcs7-mime$/.test(type));
	if (envelope) {
		const kind = envelope.params.get("smime-type")?.toLowerCase() ?? "";
		if (kind === "signed-data")
			return {
				protection: "signed with S/MIME",
				omission:
					"The text lies within the signature (S/MIME) and could not be read. Open smime.p7m in a mail program.",
			};
		if (kind === "certs-only") return { protection: undefined, omission: undefined };
		return describeEncrypted("S/MIME");
	}
	if (
		root.type === "multipart/encrypted" ||
		leaves.some(({ type }) => type === "application/pgp-encrypted") ||
		/^-----BEGIN PGP MESSAGE-----/m.test(text)
	)
		return describeEncrypted("PGP");
	const signed = leaves.find(({ type }) => /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/.test(type));
	if (signed)
		return { protection: `signed with ${signed.type.includes("pgp") ? "PGP" : "S/MIME"}`, omission: undefined };
	const isClearSigned = /^-----BEGIN PGP SIGNED MESSAGE-----/m.test(text);
	return { protection: isClearSigned ? "signed with PGP" : undefined, omission: undefined };
}

function describeEncrypted(by: string): Protection {
	return {
		protection: `encrypted with ${by}`,
		omission: `The message is encrypted with ${by} and could not be read. Ask the sender to send it without encryption.`,
	};
}
