import { join, resolve } from "node:path";
import addressparser from "nodemailer/lib/addressparser";
import { z } from "zod";
import { emailAddressPattern, isEmailAddress } from "../shared/email-address.ts";
import { parseUrl } from "../shared/parse-url.ts";
import { roles, type Role } from "../shared/roles.ts";
import { isRecipient } from "./backup/archive-encryption.ts";
import { keepRuleExample, parseKeepRule } from "./backup/keep-rule.ts";
import { listHostUrls } from "./database/postgres-hosts.ts";
import { describeConfiguration } from "./describe-configuration.ts";
import { parseS3Url, s3UrlExample, type S3Location } from "./files/s3-url.ts";
import { isLoopback } from "./http/is-loopback.ts";
import { PlainError } from "./plain-error.ts";

const bytesOfMb = 1_024 * 1_024;

const wholeNumber = (minimum: number, maximum: number) =>
	z
		.string()
		.regex(/^\d{1,9}$/, `must be a whole number from ${minimum} to ${maximum}`)
		.transform(Number)
		.refine((value) => value >= minimum && value <= maximum, `must be a whole number from ${minimum} to ${maximum}`);

/** At least one month, because a record must outlive its e-mails; at most ten years, because data kept for ever has no purpose. */
const months = wholeNumber(1, 120);

const url = (example: string, ...protocols: string[]) =>
	z
		.string()
		.refine(
			(text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
			`must be a URL such as ${example}`,
		);

const mailbox = z.string().transform((text, context) => {
	const [first, ...others] = addressparser(text, { flatten: true });
	if (first && others.length === 0 && isEmailAddress(first.address))
		return { name: first.name, address: first.address };
	context.addIssue({
		code: "custom",
		message: "must be one address, such as hello@company.com or Company <hello@company.com>",
	});
	return z.NEVER;
});

const emailAddress = z.email({ pattern: emailAddressPattern, error: "must be an e-mail address" });

const recipient = z.string().refine(isRecipient, "must be a public key of age, such as age1… with 62 characters");

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** A public origin, without a trailing slash. */
const origin = (example: string) =>
	url(example, "http:", "https:")
		.refine(
			(text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
			"must be an origin only, without path, query or credentials",
		)
		.transform((text) => new URL(text).origin);

/** HTTPS only: traffic to and from the provider decides who gets in. */
const issuer = url("https://login.company.com/realms/staff", "https:", "http:").refine(
	(text) =>
		!URL.canParse(text) ||
		new URL(text).protocol === "https:" ||
		["localhost", "127.0.0.1", "[::1]"].includes(new URL(text).hostname),
	"must start with https://",
);

/**
 * Groups of the provider by role, such as sales=crm-sales,admin=it. A role may have several groups, and a group several roles. Pairs are
 * separated by semicolons where there is one, for groups with commas: admin=cn=it,ou=groups;sales=cn=crm,ou=groups
 */
const groupsOfRoles = z.string().transform((text, context) => {
	const separator = text.includes(";") ? ";" : ",";
	const written = text.replace(/;\s*$/, "").split(separator);
	const pairs = written.map((pair) => {
		const [role = "", ...group] = pair.split("=");
		return { role: roles.find((one) => one === role.trim()), group: group.join("=").trim() };
	});
	const known = pairs.flatMap(({ role, group }) => (role && group !== "" ? [{ role, group }] : []));
	if (known.length === pairs.length) return known;
	context.addIssue({
		code: "custom",
		message: `must map roles to groups, such as sales=crm-sales,admin=it (separate pairs with semicolons if groups contain commas); roles: ${roles.join(", ")}`,
	});
	return z.NEVER;
});

const yesOrNo = z.enum(["yes", "no"], "must be yes or no");

/** Behind a proxy that asks /readyz. Five seconds leave time for the rest of Docker's ten. */
const behindProxyDrainSeconds = 5;

const environmentSchema = z.object({
	/** 0 lets the system choose a free port. */
	PORT: wholeNumber(0, 65_535).default(3000),
	HOST: z.string().default("127.0.0.1"),
	PUBLIC_URL: origin("https://www.company.com").optional(),
	DATA_DIR: z.string().default("./data"),
	CONTENT_DIR: z.string().default("./content"),
	BUILD_DIR: z.string().default("./build"),
	DATABASE_URL: z
		.string()
		.refine(
			(text) =>
				listHostUrls(text).every((one) => URL.canParse(one) && /^postgres(?:ql)?:$/.test(new URL(one).protocol)),
			"must be a URL such as postgres://user:password@localhost:5432/office",
		)
		.optional(),
	FILES_URL: z
		.string()
		.refine((text) => parseS3Url(text) !== undefined, `must be a URL such as ${s3UrlExample}`)
		.optional(),
	AWS_ACCESS_KEY_ID: z.string().optional(),
	AWS_SECRET_ACCESS_KEY: z.string().optional(),
	FILES_RESERVE_MB: wholeNumber(0, 999_999_999).optional(),
	BACKUP_FOLDER: z.string().optional(),
	BACKUP_BUCKET: z
		.string()
		.refine((text) => parseS3Url(text) !== undefined, `must be a URL such as ${s3UrlExample}`)
		.optional(),
	BACKUP_TIME: z
		.string()
		.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 02:00")
		.default("02:00"),
	BACKUP_KEEP: z
		.string()
		.default(keepRuleExample)
		.transform((text, context) => {
			const rule = parseKeepRule(text);
			if (rule) return rule;
			context.addIssue({ code: "custom", message: `must be a rule such as ${keepRuleExample}` });
			return z.NEVER;
		}),
	BACKUP_RECIPIENT: recipient.optional(),
	BACKUP_PASSPHRASE: z.string().min(16, "must have at least 16 characters").optional(),
	BACKUP_IDENTITY: z.string().optional(),
	SMTP_URL: url("smtps://user:password@mail.company.com:465", "smtp:", "smtps:").optional(),
	MAIL_FROM: mailbox.optional(),
	DKIM_SELECTOR: z
		.string()
		.regex(/^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/i, "must be the name before ._domainkey, such as mail or s1")
		.optional(),
	SALES_EMAIL: emailAddress.optional(),
	CAREERS_EMAIL: emailAddress.optional(),
	TRUSTED_PROXIES: z
		.string()
		.transform((text) => text.split(",").map((part) => part.trim()))
		.refine(
			(parts) => parts.every((part) => network.safeParse(part).success),
			"must be addresses or networks joined by commas, such as 127.0.0.1,10.0.0.0/8",
		)
		.default([]),
	HSTS_INCLUDE_SUBDOMAINS: yesOrNo.default("yes"),
	RATE_LIMIT_PER_MINUTE: wholeNumber(0, 100_000).default(20),
	LIVE_BOOKINGS_PER_ADDRESS: wholeNumber(0, 1_000).default(4),
	LIVE_BOOKINGS_PER_NETWORK: wholeNumber(0, 100_000).default(12),
	BOOKINGS_PER_HOUR_UNCONFIRMED: wholeNumber(0, 100_000).default(30),
	EMAILS_PER_RECIPIENT_PER_DAY: wholeNumber(0, 10_000).default(10),
	EMAILS_PER_HOUR: wholeNumber(0, 1_000_000).default(500),
	EMAILS_PER_DAY: wholeNumber(0, 10_000_000).default(5_000),
	NEWSLETTERS_PER_HOUR: wholeNumber(1, 10_000_000).default(1_000),
	ALARM_EMAIL: emailAddress.optional(),
	UPLOAD_MB_PER_NETWORK_PER_DAY: wholeNumber(0, 1_000_000).default(500),
	/** 0 lets the system choose a free port. */
	DESK_PORT: wholeNumber(0, 65_535).default(3001),
	DESK_HOST: z.string().default("127.0.0.1"),
	DESK_URL: origin("https://desk.company.com").optional(),
	OIDC_ISSUER: issuer.optional(),
	OIDC_CLIENT_ID: z.string().optional(),
	OIDC_CLIENT_SECRET: z.string().optional(),
	OIDC_ROLES: groupsOfRoles.optional(),
	OIDC_TRUSTED: yesOrNo.default("no"),
	OIDC_NAME: z.string().max(60, "must have at most 60 characters").default("the company's account"),
	VIDEO_ROOMS_URL: url("https://meet.company.com", "https:", "http:")
		.refine((text) => {
			const parsed = parseUrl(text);
			return !parsed || (!/[?#]/.test(text) && parsed.username === "" && parsed.password === "");
		}, "must have no query, fragment or credentials: the name of a room is added to it, and visitors receive it")
		.transform((text) => new URL(text).href.replace(/(?<!\/)\/+$/, ""))
		.default("https://meet.jit.si"),
	BUSY_CALENDARS_FROM_PRIVATE_NETWORKS: yesOrNo.default("no"),
	WEB_PUSH: yesOrNo.default("yes"),
	WEB_PUSH_TO_PRIVATE_NETWORKS: yesOrNo.default("no"),
	WEBHOOK_PRIVATE_HOSTS: z
		.string()
		.transform((text) => text.split(",").map((part) => part.trim().toLowerCase()))
		.refine(
			(parts) => parts.every((part) => /^[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?$/.test(part)),
			"must be hostnames or addresses joined by commas, such as n8n.internal,10.0.0.5",
		)
		.default([]),
	INDEXNOW_URL: url("https://api.indexnow.org/indexnow", "https:", "http:").optional(),
	SELF_TRIAL: yesOrNo.optional(),
	SELF_TRIAL_EMAIL: emailAddress.optional(),
	METRICS_PORT: wholeNumber(0, 65_535).optional(),
	DRAIN_SECONDS: wholeNumber(0, 300).optional(),
	UPGRADE_FROM: z.string().optional(),
	UPGRADE_STOP: z.string().optional(),
	UPGRADE_START: z.string().optional(),
	RETENTION_MONTHS_ENQUIRIES: months.default(24),
	RETENTION_MONTHS_BOOKINGS: months.default(12),
	RETENTION_MONTHS_APPLICATIONS: months.default(12),
	RETENTION_MONTHS_REQUESTS: months.default(36),
	RETENTION_MONTHS_JOB_ALERTS: months.default(12),
	/** 0 keeps subscriptions until their holders end them. */
	RETENTION_MONTHS_NEWSLETTER: wholeNumber(0, 120).default(0),
	RETENTION_DAYS_MESSAGES: wholeNumber(1, 3_650).default(90),
	RETENTION_MONTHS_ACCOUNTS: months.default(12),
	/** 0 erases at once. */
	ERASED_LOCKED_MONTHS: wholeNumber(0, 120).default(0),
	ERASED_RECIPIENT: recipient.optional(),
	RETENTION_MONTHS_CONSENTS: months.default(24),
	LOG_LEVEL: z
		.enum(
			["fatal", "error", "warn", "info", "debug", "trace", "silent"],
			"must be fatal, error, warn, info, debug, trace or silent",
		)
		.default("info"),
});

/** Every key. */
export const configurationKeys = Object.keys(environmentSchema.shape);

/** An OpenID Connect provider for members to sign in with. */
export type SignInProvider = {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** Groups of the provider by role. */
	roles: { role: Role; group: string }[];
	/** Whether it verifies addresses and asks people to sign in when told to, even if it does not say so. */
	isTrusted: boolean;
	/** The rest of the button's text after "Sign in with". */
	name: string;
};

/** The configuration; docs/configuration.md lists the keys with their defaults. */
export type Config = ReturnType<typeof readConfig>;
export type BackupSettings = Config["backups"];
export type Mailbox = NonNullable<Config["mailFrom"]>;

/** All errors in the environment, one line per key. Values are not repeated, because some are secrets. */
export class ConfigError extends PlainError {
	readonly problems: string[];

	constructor(problems: string[]) {
		super(
			`The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
		);
		this.name = "ConfigError";
		this.problems = problems;
	}
}

/** Reads the paths of content and build, for programs that need no other key: builds and their tests. */
export function readFolders(env: NodeJS.ProcessEnv = process.env): Pick<Config, "contentDirectory" | "buildDirectory"> {
	const folders = environmentSchema.pick({ CONTENT_DIR: true, BUILD_DIR: true }).parse(withoutEmpty(env));
	return { contentDirectory: resolve(folders.CONTENT_DIR), buildDirectory: resolve(folders.BUILD_DIR) };
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

function readProvider({
	OIDC_ISSUER: issuerUrl,
	OIDC_CLIENT_ID: clientId,
	OIDC_CLIENT_SECRET: clientSecret,
	OIDC_ROLES: rolesOfGroups,
	OIDC_TRUSTED: trusted,
	OIDC_NAME: name,
}: z.infer<typeof environmentSchema>): SignInProvider | undefined {
	if (issuerUrl === undefined || clientId === undefined || clientSecret === undefined || rolesOfGroups === undefined)
		return undefined;
	return { issuer: issuerUrl, clientId, clientSecret, roles: rolesOfGroups, isTrusted: trusted === "yes", name };
}

/** @param env without empty keys */
function readS3Location(
	address: string | undefined,
	{ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: NodeJS.ProcessEnv,
): ReturnType<typeof parseS3Url> {
	if (address === undefined) return undefined;
	return parseS3Url(address, { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY });
}

/** Tells whether an address is set that others than this machine can reach. */
function isPublic(publicUrl: string | undefined): boolean {
	return publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ""));
}

/** Lists what keeps backups from having a place and a key; a backup among the files would be backed up, and swept away, with them. */
function listBackupProblems(
	{ DATA_DIR, BACKUP_FOLDER, BACKUP_BUCKET, BACKUP_RECIPIENT, BACKUP_PASSPHRASE }: NodeJS.ProcessEnv,
	files: ReturnType<typeof parseS3Url>,
	bucket: ReturnType<typeof parseS3Url>,
): string[] {
	const problems: string[] = [];
	if (BACKUP_FOLDER !== undefined && BACKUP_BUCKET !== undefined)
		problems.push("BACKUP_BUCKET: must be unset when BACKUP_FOLDER is set");
	if (BACKUP_RECIPIENT !== undefined && BACKUP_PASSPHRASE !== undefined)
		problems.push("BACKUP_PASSPHRASE: must be unset when BACKUP_RECIPIENT is set");
	const filesFolder = join(resolve(DATA_DIR ?? "./data"), "files");
	if (BACKUP_FOLDER !== undefined && `${resolve(BACKUP_FOLDER)}/`.startsWith(`${filesFolder}/`))
		problems.push("BACKUP_FOLDER: must be outside the folder files of DATA_DIR");
	if (bucket && "missing" in bucket)
		problems.push(
			"BACKUP_BUCKET: must contain key and secret, unless AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set",
		);
	else if (
		bucket &&
		files &&
		!("missing" in files) &&
		files.endpoint === bucket.endpoint &&
		files.bucket === bucket.bucket &&
		bucket.prefix.startsWith(files.prefix)
	)
		problems.push("BACKUP_BUCKET: must be another bucket than FILES_URL, or a folder outside that of FILES_URL");
	return problems;
}

/**
 * Reads the configuration from the environment; an empty key counts as unset.
 *
 * @throws ConfigError naming every invalid key
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
	const set = withoutEmpty(env);
	const result = environmentSchema.safeParse(set);
	const problems = (result.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
	if (set.SMTP_URL !== undefined && set.MAIL_FROM === undefined)
		problems.push("MAIL_FROM: must be set when SMTP_URL is");
	const providerKeys = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ROLES"] as const;
	if (providerKeys.some((key) => set[key] !== undefined))
		for (const key of providerKeys)
			if (set[key] === undefined) problems.push(`${key}: must be set when another of ${providerKeys.join(", ")} is`);
	const s3 = readS3Location(set.FILES_URL, set);
	if (s3 && "missing" in s3)
		problems.push("FILES_URL: must contain key and secret, unless AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set");
	const bucket = readS3Location(set.BACKUP_BUCKET, set);
	problems.push(...listBackupProblems(set, s3, bucket));
	if (result.success && set.ERASED_RECIPIENT === undefined && result.data.ERASED_LOCKED_MONTHS > 0)
		problems.push("ERASED_RECIPIENT: must be set when ERASED_LOCKED_MONTHS is not 0");
	if (!result.success || problems.length > 0 || (s3 && "missing" in s3) || (bucket && "missing" in bucket))
		throw new ConfigError(problems);
	const environment = result.data;
	const place: { folder: string } | { bucket: S3Location } | undefined = bucket
		? { bucket }
		: environment.BACKUP_FOLDER === undefined
			? undefined
			: { folder: resolve(environment.BACKUP_FOLDER) };
	const config = {
		port: environment.PORT,
		host: environment.HOST,
		/** Origin of every absolute link, without a trailing slash. */
		publicUrl: environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`,
		/** Absolute path. */
		dataDirectory: resolve(environment.DATA_DIR),
		/** Absolute path of the folder with the company's content. */
		contentDirectory: resolve(environment.CONTENT_DIR),
		/** Absolute path of the build. */
		buildDirectory: resolve(environment.BUILD_DIR),
		/** May name several servers. */
		databaseUrl: environment.DATABASE_URL,
		/** The bucket for files; undefined for a folder below DATA_DIR. */
		s3,
		/** Disk space that uploads leave free, in bytes; undefined for 1,024 MB, or a tenth of a disk smaller than ten times that. */
		filesReserveBytes:
			environment.FILES_RESERVE_MB === undefined ? undefined : environment.FILES_RESERVE_MB * bytesOfMb,
		/** Where the server's own backups go, when, how many are kept, and their keys. */
		backups: {
			/** Undefined where the server makes none. */
			place,
			/** In the company's zone, such as 02:00. */
			time: environment.BACKUP_TIME,
			keep: environment.BACKUP_KEEP,
			/** Public key that backups are encrypted with. */
			recipient: environment.BACKUP_RECIPIENT,
			/** Passphrase that backups are encrypted with, instead of a public key. */
			passphrase: environment.BACKUP_PASSPHRASE,
			/** Absolute path of the file with the secret key of the recipient. */
			identityFile: environment.BACKUP_IDENTITY === undefined ? undefined : resolve(environment.BACKUP_IDENTITY),
		},
		smtpUrl: environment.SMTP_URL,
		/** The sender of every e-mail; the name may be empty. */
		mailFrom: environment.MAIL_FROM,
		/** Selector of the mail server's DKIM key in the sender's domain. */
		dkimSelector: environment.DKIM_SELECTOR,
		salesEmail: environment.SALES_EMAIL,
		careersEmail: environment.CAREERS_EMAIL,
		/** Addresses and networks whose X-Forwarded-For is believed. */
		trustedProxies: environment.TRUSTED_PROXIES,
		/** Whether HSTS covers every subdomain of the site. */
		hstsIncludeSubdomains: environment.HSTS_INCLUDE_SUBDOMAINS === "yes",
		/** Limits that keep one sender from filling the calendar; 0 turns a limit off. */
		bookingLimits: {
			/** Upcoming calls per e-mail address. */
			livePerAddress: environment.LIVE_BOOKINGS_PER_ADDRESS,
			/** Upcoming calls per network. */
			livePerNetwork: environment.LIVE_BOOKINGS_PER_NETWORK,
			/** Bookings per hour, from anywhere, after which further ones need confirmation by e-mail. */
			perHourUnconfirmed: environment.BOOKINGS_PER_HOUR_UNCONFIRMED,
		},
		/**
		 * Limits that keep visitors from sending mass e-mail through the server; 0 turns a limit off. The limit per recipient does not apply to
		 * members.
		 */
		emailLimits: {
			perRecipientPerDay: environment.EMAILS_PER_RECIPIENT_PER_DAY,
			perHour: environment.EMAILS_PER_HOUR,
			perDay: environment.EMAILS_PER_DAY,
		},
		/** The rate of newsletters, which the limits do not count. */
		newslettersPerHour: environment.NEWSLETTERS_PER_HOUR,
		/** Recipient of alarms; undefined for every admin, and sales when the limit of e-mails is reached. */
		alarmEmail: environment.ALARM_EMAIL,
		/** Form posts per client and minute; 0 for no limit. */
		rateLimitPerMinute: environment.RATE_LIMIT_PER_MINUTE,
		/** Upload bytes per network and day; 0 for no limit. */
		uploadBytesPerNetworkPerDay: environment.UPLOAD_MB_PER_NETWORK_PER_DAY * bytesOfMb,
		deskPort: environment.DESK_PORT,
		deskHost: environment.DESK_HOST,
		/** Origin of links to the desk in e-mails to members, without a trailing slash. */
		deskUrl: environment.DESK_URL ?? `http://localhost:${environment.DESK_PORT}`,
		/** The provider to sign in with, besides passkeys and passwords. */
		provider: readProvider(environment),
		/** Parent URL of video rooms, each made for one call; without a trailing slash. */
		videoRoomsUrl: environment.VIDEO_ROOMS_URL,
		/** Whether busy calendars may be on the private network. */
		readsPrivateCalendars: environment.BUSY_CALENDARS_FROM_PRIVATE_NETWORKS === "yes",
		/** Whether members may get notifications on their devices. */
		sendsPush: environment.WEB_PUSH === "yes",
		/** Whether push services may be on the private network, and without TLS. */
		pushesToPrivateNetworks: environment.WEB_PUSH_TO_PRIVATE_NETWORKS === "yes",
		/** Hostnames to which webhooks may go in private networks, and without TLS. */
		webhookPrivateHosts: environment.WEBHOOK_PRIVATE_HOSTS,
		/** Address that takes the changed pages for search engines; undefined for none. */
		indexNowUrl: environment.INDEXNOW_URL,
		/** Trials of the public site: whether they run every hour, and who gets the simulated visitor's confirmations, if anybody. */
		selfTrial: {
			isHourly: (environment.SELF_TRIAL ?? (isPublic(environment.PUBLIC_URL) ? "yes" : "no")) === "yes",
			email: environment.SELF_TRIAL_EMAIL,
		},
		metricsPort: environment.METRICS_PORT,
		/** Seconds that a stopping server keeps serving, except for /readyz, until no proxy sends it requests. */
		drainSeconds: environment.DRAIN_SECONDS ?? (environment.TRUSTED_PROXIES.length > 0 ? behindProxyDrainSeconds : 0),
		/** How `npm run upgrade` finds and controls the service. */
		upgrade: {
			/** Path from which the service runs, as given. */
			from: environment.UPGRADE_FROM,
			/** Shell commands that stop and start the service. */
			stop: environment.UPGRADE_STOP,
			start: environment.UPGRADE_START,
		},
		/**
		 * Calendar months until data is erased: visitors' from its arrival, or for bookings from the call; subscriptions from their confirmation,
		 * accounts from when they were disabled, consents from their end. 0 keeps subscriptions until they are ended.
		 */
		retentionMonths: {
			enquiries: environment.RETENTION_MONTHS_ENQUIRIES,
			bookings: environment.RETENTION_MONTHS_BOOKINGS,
			applications: environment.RETENTION_MONTHS_APPLICATIONS,
			requests: environment.RETENTION_MONTHS_REQUESTS,
			jobAlerts: environment.RETENTION_MONTHS_JOB_ALERTS,
			newsletter: environment.RETENTION_MONTHS_NEWSLETTER,
			accounts: environment.RETENTION_MONTHS_ACCOUNTS,
			consents: environment.RETENTION_MONTHS_CONSENTS,
		},
		/** Days until messages that belong to no record are erased. */
		retentionDays: { messages: environment.RETENTION_DAYS_MESSAGES },
		/** How long erased records are kept as archives for a public key of age; undefined where they are erased at once. */
		erasedLock:
			environment.ERASED_LOCKED_MONTHS > 0 && environment.ERASED_RECIPIENT !== undefined
				? { months: environment.ERASED_LOCKED_MONTHS, recipient: environment.ERASED_RECIPIENT }
				: undefined,
		logLevel: environment.LOG_LEVEL,
	};
	const derived = {
		PUBLIC_URL: config.publicUrl,
		DESK_URL: config.deskUrl,
		SELF_TRIAL: config.selfTrial.isHourly ? "yes" : "no",
		DRAIN_SECONDS: config.drainSeconds,
	};
	const {
		TRUSTED_PROXIES: _,
		WEBHOOK_PRIVATE_HOSTS: _hosts,
		OIDC_ROLES: _roles,
		MAIL_FROM: _sender,
		BACKUP_KEEP: _keep,
		...defaults
	} = environmentSchema.parse({});
	return {
		...config,
		/** Every key in force, without secrets, for members to read. */
		entries: describeConfiguration(configurationKeys, set, {
			defaults: { ...defaults, BACKUP_KEEP: keepRuleExample },
			derived,
		}),
	};
}

/**
 * Reads the configuration with some keys overridden.
 *
 * @throws ConfigError as readConfig does
 */
export function readConfigWith(
	changes: Record<string, string | undefined>,
	env: NodeJS.ProcessEnv = process.env,
): Config {
	return readConfig({ ...env, ...changes });
}
