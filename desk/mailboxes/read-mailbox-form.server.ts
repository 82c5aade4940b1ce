import type { Mailbox, MailboxSettings } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { createToken } from "../../platform/ids/secret-token.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { toLatinDigits } from "../../shared/latin-digits.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { TypedMailbox } from "./mailbox-fields.tsx";

type FormTexts = Pick<URLSearchParams, "get" | "has">;
type ReadMailbox = Pick<Mailbox, "address" | "kind" | "settings" | "hasPlusAddresses" | "readsEarlier">;

const loopback = new Set(["localhost", "127.0.0.1", "::1"]);

/** Returns what was typed, for the form to show again; never a secret. */
export function readTypedMailbox(form: FormTexts): TypedMailbox {
	const text = (name: string) => form.get(name)?.trim() ?? "";
	return {
		address: text("address").toLowerCase(),
		kind: text("kind"),
		by: text("by") === "http" ? "http" : "imap",
		host: text("host").toLowerCase(),
		port: text("port"),
		security: text("security"),
		user: text("user"),
		folder: text("folder") || "INBOX",
		trustedAuthserv: text("trustedAuthserv").toLowerCase(),
		loginWith: text("loginWith") === "oauth2" ? "oauth2" : "password",
		tokenUrl: text("tokenUrl"),
		clientId: text("clientId"),
		hasPlusAddresses: form.has("hasPlusAddresses"),
		readsEarlier: form.has("readsEarlier"),
	};
}

/**
 * Reads the form of a mailbox.
 * @param stored the mailbox that is changed; secrets that were left empty stay
 */
export function readMailboxForm(
	form: FormTexts,
	{ kinds, stored }: { kinds: readonly string[]; stored: Mailbox | undefined },
): { errors: FieldError[]; mailbox: ReadMailbox } {
	const typed = readTypedMailbox(form);
	const errors: FieldError[] = [];
	const check = (isRight: boolean, field: string, message: string) => {
		if (!isRight) errors.push({ field, message });
	};
	check(isEmailAddress(typed.address), "address", "Enter the mailbox’s e-mail address");
	check(kinds.includes(typed.kind), "kind", "Choose what new messages become");
	const settings = typed.by === "http" ? readHttp(stored) : readImap(form, typed, stored, check);
	const { address, kind, hasPlusAddresses, readsEarlier } = typed;
	return { errors, mailbox: { address, kind, settings, hasPlusAddresses, readsEarlier } };
}

function readHttp(stored: Mailbox | undefined): MailboxSettings {
	return { by: "http", secret: stored?.settings.by === "http" ? stored.settings.secret : createToken() };
}

function readImap(
	form: FormTexts,
	{
		host,
		port: typedPort,
		security: typedSecurity,
		user,
		folder,
		trustedAuthserv,
		loginWith,
		tokenUrl,
		clientId,
	}: TypedMailbox,
	stored: Mailbox | undefined,
	check: (isRight: boolean, field: string, message: string) => void,
): MailboxSettings {
	const before = stored?.settings.by === "imap" ? stored.settings.login : undefined;
	const secret = (name: string, kept: string | undefined) => form.get(name) || kept || "";
	const port = Number(toLatinDigits(typedPort));
	const security = typedSecurity === "starttls" || typedSecurity === "none" ? typedSecurity : "tls";
	check(/^[a-z0-9.:-]+$/.test(host), "host", "Enter the IMAP server, such as imap.example.com");
	check(Number.isInteger(port) && port > 0 && port < 65_536, "port", "Enter a port, usually 993");
	check(
		security !== "none" || loopback.has(host),
		"security",
		"Choose TLS or STARTTLS; only this machine may go without",
	);
	check(user !== "", "user", "Enter the user name, usually the e-mail address");
	const server = { by: "imap", host, port, security, user, folder, trustedAuthserv } as const;
	if (loginWith === "password") {
		const password = secret("password", before?.with === "password" ? before.password : undefined);
		check(password !== "", "password", "Enter the password");
		return { ...server, login: { with: "password", password } };
	}
	const kept = before?.with === "oauth2" ? before : undefined;
	const refreshToken = secret("refreshToken", kept?.refreshToken);
	check(isTokenUrl(tokenUrl), "tokenUrl", "Enter the provider’s token address; it starts with https://");
	check(clientId !== "", "clientId", "Enter the client ID");
	check(refreshToken !== "", "refreshToken", "Enter the refresh token");
	const clientSecret = secret("clientSecret", kept?.clientSecret);
	return { ...server, login: { with: "oauth2", tokenUrl, clientId, clientSecret, refreshToken } };
}

function isTokenUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname } = new URL(text);
	return protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
}
