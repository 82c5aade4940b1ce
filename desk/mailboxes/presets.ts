import type { TypedMailbox } from "./mailbox-fields.tsx";

const other: TypedMailbox = {
	address: "",
	kind: "enquiry",
	by: "imap",
	host: "",
	port: "993",
	security: "tls",
	user: "",
	folder: "INBOX",
	trustedAuthserv: "",
	loginWith: "password",
	tokenUrl: "",
	clientId: "",
	hasPlusAddresses: false,
	readsEarlier: false,
};

/** Settings of common providers. */
export const presets: { key: string; name: string; typed: TypedMailbox }[] = [
	{ key: "imap", name: "Any IMAP server", typed: other },
	{
		key: "google",
		name: "Google Workspace",
		typed: {
			...other,
			host: "imap.gmail.com",
			loginWith: "oauth2",
			tokenUrl: "https://oauth2.googleapis.com/token",
			trustedAuthserv: "mx.google.com",
			hasPlusAddresses: true,
		},
	},
	{
		key: "microsoft",
		name: "Microsoft 365",
		typed: {
			...other,
			host: "outlook.office365.com",
			loginWith: "oauth2",
			tokenUrl: "https://login.microsoftonline.com/organizations/oauth2/v2.0/token",
			hasPlusAddresses: true,
		},
	},
	{ key: "http", name: "HTTP (Postfix, webhooks)", typed: { ...other, by: "http" } },
];

/** Finds a preset; the first for an unknown key. */
export function findPreset(key: string | undefined) {
	return presets.find((preset) => preset.key === key) ?? (presets[0] as (typeof presets)[number]);
}
