/** A key of the configuration as it is in force, told without secrets. */
export type ConfigurationEntry = {
	key: string;
	/** "set" for a secret; empty for what is not set and has no default. */
	value: string;
	isDefault: boolean;
};

type Values = Readonly<Record<string, string | number | undefined>>;

/** Of these nothing is told but that they are set. */
const secretKeys = new Set(["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "OIDC_CLIENT_SECRET"]);
/** Addresses that may hold a name and a password, or secrets as options. */
const addressKeys = new Set(["DATABASE_URL", "FILES_URL", "SMTP_URL", "OIDC_ISSUER"]);

/**
 * Tells what is in force, key by key.
 *
 * @param environment without keys that are set to nothing
 * @param options values that are in force where nothing is set, by key: fixed ones, and those that follow from other keys
 */
export function describeConfiguration(
	keys: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
	{ defaults, derived }: { defaults: Values; derived: Values },
): ConfigurationEntry[] {
	return keys.map((key) => {
		const set = environment[key];
		if (set === undefined) return { key, value: String(defaults[key] ?? derived[key] ?? ""), isDefault: true };
		return { key, value: tellValue(key, set), isDefault: set === String(defaults[key] ?? "") };
	});
}

function tellValue(key: string, value: string): string {
	if (secretKeys.has(key)) return "set";
	return addressKeys.has(key) ? withoutSecrets(value) : value;
}

/** Scheme, hosts and path of an address; of one in a shape that is not understood, nothing. */
function withoutSecrets(address: string): string {
	// Several hosts in one address are none that URL can read. What stands before the last @ may be a password with any sign in it.
	const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
	if (scheme === undefined) return "set";
	return scheme + (rest.split("@").at(-1) ?? "").replace(/[?#].*$/s, "");
}
