/** A configuration key in force, without secrets. */
export type ConfigurationEntry = {
	key: string;
	/** "set" for a secret; empty for a key that is unset and has no default. */
	value: string;
	isDefault: boolean;
};

type Values = Readonly<Record<string, string | number | undefined>>;

/** Keys whose values are never shown: secrets, and commands, which may hold some. */
const secretKeys = new Set([
	"AWS_ACCESS_KEY_ID",
	"AWS_SECRET_ACCESS_KEY",
	"OIDC_CLIENT_SECRET",
	"BACKUP_PASSPHRASE",
	"UPGRADE_STOP",
	"UPGRADE_START",
]);
/** URLs that may hold a name and a password, or secrets as options. */
const addressKeys = new Set(["DATABASE_URL", "FILES_URL", "BACKUP_BUCKET", "SMTP_URL", "OIDC_ISSUER", "INDEXNOW_URL"]);

/**
 * Lists the values in force, key by key.
 *
 * @param environment without empty keys
 * @param options values of unset keys: fixed defaults, and those that follow from other keys
 */
export function describeConfiguration(
	keys: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
	{ defaults, derived }: { defaults: Values; derived: Values },
): ConfigurationEntry[] {
	return keys.map((key) => {
		const set = environment[key];
		if (set === undefined) return { key, value: String(defaults[key] ?? derived[key] ?? ""), isDefault: true };
		return { key, value: describeValue(key, set), isDefault: set === String(defaults[key] ?? "") };
	});
}

function describeValue(key: string, value: string): string {
	if (secretKeys.has(key)) return "set";
	return addressKeys.has(key) ? withoutSecrets(value) : value;
}

/** Returns scheme, servers and path of a URL; an empty text if it cannot be parsed. */
function withoutSecrets(address: string): string {
	// URL cannot parse several servers. Everything before the last @ may be a password, which may hold any character.
	const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
	if (scheme === undefined) return "set";
	return scheme + (rest.split("@").at(-1) ?? "").replace(/[?#].*$/s, "");
}
