import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, configurationKeys, readConfig } from "./config.ts";

function problemsOf(environment: Record<string, string>): string[] {
	try {
		readConfig(environment);
		return [];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.problems;
	}
}

/** A public key of age. */
const recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";

test("an empty environment gives a server for this machine alone", () => {
	expect(readConfig({})).toEqual({
		port: 3000,
		host: "127.0.0.1",
		publicUrl: "http://localhost:3000",
		dataDirectory: resolve("data"),
		contentDirectory: resolve("content"),
		buildDirectory: resolve("build"),
		databaseUrl: undefined,
		s3: undefined,
		filesReserveBytes: undefined,
		backups: {
			place: undefined,
			time: "02:00",
			keep: { daily: 7, weekly: 4, monthly: 6 },
			recipient: undefined,
			passphrase: undefined,
			identityFile: undefined,
		},
		smtpUrl: undefined,
		mailFrom: undefined,
		salesEmail: undefined,
		careersEmail: undefined,
		trustedProxies: [],
		hstsIncludeSubdomains: true,
		bookingLimits: { livePerAddress: 4, livePerNetwork: 12, perHourUnconfirmed: 30 },
		emailLimits: { perRecipientPerDay: 10, perHour: 500, perDay: 5_000 },
		newslettersPerHour: 1_000,
		alarmEmail: undefined,
		rateLimitPerMinute: 20,
		uploadBytesPerNetworkPerDay: 500 * 1_024 * 1_024,
		videoRoomsUrl: "https://meet.jit.si",
		readsPrivateCalendars: false,
		sendsPush: true,
		pushesToPrivateNetworks: false,
		webhookPrivateHosts: [],
		selfTrial: { isHourly: false, email: undefined },
		upgrade: { from: undefined, stop: undefined, start: undefined },
		metricsPort: undefined,
		drainSeconds: 0,
		entries: expect.any(Array),
		logLevel: "info",
		deskPort: 3001,
		deskHost: "127.0.0.1",
		deskUrl: "http://localhost:3001",
		retentionMonths: {
			enquiries: 24,
			bookings: 12,
			applications: 12,
			requests: 36,
			jobAlerts: 12,
			newsletter: 0,
			accounts: 12,
			consents: 24,
		},
		retentionDays: { messages: 90 },
		erasedLock: undefined,
	});
});

test("every key is read", () => {
	expect(
		readConfig({
			PORT: "8080",
			HOST: "0.0.0.0",
			PUBLIC_URL: "https://www.narangi.example/",
			DATA_DIR: "/var/lib/office",
			CONTENT_DIR: "/srv/company",
			BUILD_DIR: "/srv/build",
			DATABASE_URL: "postgres://u:p@db.example/office",
			SMTP_URL: "smtps://u:p@mail.example:465",
			MAIL_FROM: "Narangi Technologies <hello@narangi.example>",
			SALES_EMAIL: "sales@narangi.example",
			CAREERS_EMAIL: "jobs@narangi.example",
			TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,::1,fd00::/8",
			HSTS_INCLUDE_SUBDOMAINS: "no",
			LIVE_BOOKINGS_PER_ADDRESS: "1",
			LIVE_BOOKINGS_PER_NETWORK: "2",
			BOOKINGS_PER_HOUR_UNCONFIRMED: "3",
			EMAILS_PER_RECIPIENT_PER_DAY: "4",
			EMAILS_PER_HOUR: "5",
			EMAILS_PER_DAY: "6",
			ALARM_EMAIL: "owner@narangi.example",
			RATE_LIMIT_PER_MINUTE: "0",
			FILES_URL: "s3://s3.eu-central-1.amazonaws.com/narangi-files/office?region=eu-central-1",
			AWS_ACCESS_KEY_ID: "AKIA",
			AWS_SECRET_ACCESS_KEY: "secret/+",
			FILES_RESERVE_MB: "2048",
			BACKUP_FOLDER: "/mnt/backups",
			BACKUP_TIME: "23:45",
			BACKUP_KEEP: "14 daily, 12 monthly",
			BACKUP_RECIPIENT: recipient,
			BACKUP_IDENTITY: "/etc/backup.key",
			UPLOAD_MB_PER_NETWORK_PER_DAY: "0",
			VIDEO_ROOMS_URL: "https://rooms.narangi.example/calls/",
			BUSY_CALENDARS_FROM_PRIVATE_NETWORKS: "yes",
			WEB_PUSH: "no",
			WEB_PUSH_TO_PRIVATE_NETWORKS: "yes",
			WEBHOOK_PRIVATE_HOSTS: "N8N.internal, 10.0.0.5",
			INDEXNOW_URL: "https://api.indexnow.org/indexnow",
			SELF_TRIAL_EMAIL: "hello+trial@narangi.example",
			METRICS_PORT: "9100",
			DRAIN_SECONDS: "20",
			UPGRADE_FROM: "/opt/front-office",
			UPGRADE_STOP: "systemctl stop front-office",
			UPGRADE_START: "systemctl start front-office",
			LOG_LEVEL: "warn",
			DESK_PORT: "8081",
			DESK_HOST: "10.0.0.5",
			DESK_URL: "https://desk.narangi.example/",
			RETENTION_MONTHS_ENQUIRIES: "36",
			RETENTION_MONTHS_BOOKINGS: "6",
			RETENTION_MONTHS_APPLICATIONS: "3",
			RETENTION_MONTHS_REQUESTS: "60",
			RETENTION_MONTHS_JOB_ALERTS: "9",
			RETENTION_MONTHS_NEWSLETTER: "18",
			RETENTION_DAYS_MESSAGES: "30",
			RETENTION_MONTHS_ACCOUNTS: "2",
			ERASED_LOCKED_MONTHS: "12",
			ERASED_RECIPIENT: recipient,
			RETENTION_MONTHS_CONSENTS: "48",
		}),
	).toEqual({
		entries: expect.any(Array),
		port: 8080,
		host: "0.0.0.0",
		publicUrl: "https://www.narangi.example",
		dataDirectory: "/var/lib/office",
		contentDirectory: "/srv/company",
		buildDirectory: "/srv/build",
		databaseUrl: "postgres://u:p@db.example/office",
		smtpUrl: "smtps://u:p@mail.example:465",
		mailFrom: { name: "Narangi Technologies", address: "hello@narangi.example" },
		salesEmail: "sales@narangi.example",
		careersEmail: "jobs@narangi.example",
		trustedProxies: ["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"],
		hstsIncludeSubdomains: false,
		bookingLimits: { livePerAddress: 1, livePerNetwork: 2, perHourUnconfirmed: 3 },
		emailLimits: { perRecipientPerDay: 4, perHour: 5, perDay: 6 },
		newslettersPerHour: 1_000,
		alarmEmail: "owner@narangi.example",
		rateLimitPerMinute: 0,
		s3: {
			endpoint: "https://s3.eu-central-1.amazonaws.com",
			bucket: "narangi-files",
			prefix: "office/",
			region: "eu-central-1",
			accessKeyId: "AKIA",
			secretAccessKey: "secret/+",
		},
		filesReserveBytes: 2_048 * 1_024 * 1_024,
		backups: {
			place: { folder: "/mnt/backups" },
			time: "23:45",
			keep: { daily: 14, weekly: 0, monthly: 12 },
			recipient,
			passphrase: undefined,
			identityFile: "/etc/backup.key",
		},
		uploadBytesPerNetworkPerDay: 0,
		videoRoomsUrl: "https://rooms.narangi.example/calls",
		readsPrivateCalendars: true,
		sendsPush: false,
		pushesToPrivateNetworks: true,
		webhookPrivateHosts: ["n8n.internal", "10.0.0.5"],
		indexNowUrl: "https://api.indexnow.org/indexnow",
		selfTrial: { isHourly: true, email: "hello+trial@narangi.example" },
		upgrade: {
			from: "/opt/front-office",
			stop: "systemctl stop front-office",
			start: "systemctl start front-office",
		},
		metricsPort: 9100,
		drainSeconds: 20,
		logLevel: "warn",
		deskPort: 8081,
		deskHost: "10.0.0.5",
		deskUrl: "https://desk.narangi.example",
		retentionMonths: {
			enquiries: 36,
			bookings: 6,
			applications: 3,
			requests: 60,
			jobAlerts: 9,
			newsletter: 18,
			accounts: 2,
			consents: 48,
		},
		retentionDays: { messages: 30 },
		erasedLock: { months: 12, recipient },
	});
});

test("the addresses follow the ports", () => {
	expect(readConfig({ PORT: "8080" }).publicUrl).toBe("http://localhost:8080");
	expect(readConfig({ DESK_PORT: "8081" }).deskUrl).toBe("http://localhost:8081");
});

test("the site tries itself every hour where others can reach it, unless told otherwise", () => {
	const isHourly = (env: Record<string, string>) => readConfig(env).selfTrial.isHourly;
	expect(isHourly({ PUBLIC_URL: "https://www.narangi.example" })).toBe(true);
	expect(isHourly({ PUBLIC_URL: "https://www.narangi.example", SELF_TRIAL: "no" })).toBe(false);
	for (const PUBLIC_URL of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
		expect(isHourly({ PUBLIC_URL })).toBe(false);
		expect(isHourly({ PUBLIC_URL, SELF_TRIAL: "yes" })).toBe(true);
	}
});

test("the database may be on several hosts", () => {
	const databaseUrl = "postgres://u:p@one.example:5432,two.example:5433/office?sslmode=require";
	expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
});

test("a server behind a proxy gets time to leave the rotation, a single one stops at once", () => {
	expect(readConfig({ TRUSTED_PROXIES: "10.0.0.1" }).drainSeconds).toBe(5);
	expect(readConfig({ TRUSTED_PROXIES: "10.0.0.1", DRAIN_SECONDS: "0" }).drainSeconds).toBe(0);
	expect(readConfig({ DRAIN_SECONDS: "3" }).drainSeconds).toBe(3);
});

test("a key that is set to nothing counts as unset", () => {
	expect(readConfig({ PORT: "", SMTP_URL: "", DATABASE_URL: "" })).toEqual(readConfig({}));
});

test("every bad key is named at once, and no value is repeated", () => {
	const problems = problemsOf({
		PORT: "http",
		SMTP_URL: "secret",
		DATABASE_URL: "mysql://u:secret@db/x",
		TRUSTED_PROXIES: "10.0.0.0/33",
		LOG_LEVEL: "loud",
	});
	expect(problems.map((problem) => String(problem.split(":")[0])).toSorted()).toEqual([
		"DATABASE_URL",
		"LOG_LEVEL",
		"MAIL_FROM",
		"PORT",
		"SMTP_URL",
		"TRUSTED_PROXIES",
	]);
	expect(problems.join()).not.toContain("secret");
});

test.each([
	["DATABASE_URL", "postgres://u:p@db.example:5432,/office"],
	["DATABASE_URL", "postgres://u:p@one.example,two.example:x/office"],
	["PORT", "65536"],
	["PORT", "-1"],
	["PORT", "80.5"],
	["PORT", "1e3"],
	["RATE_LIMIT_PER_MINUTE", "many"],
	["FILES_URL", "s3://key:secret@store.example"],
	["FILES_URL", "https://key:secret@store.example/bucket"],
	["FILES_URL", "s3://key:secret@store.example/bucket?regoin=eu"],
	["FILES_URL", "s3://key:secret@store.example/bucket?tls=no"],
	["FILES_URL", "s3://key:secret@store.example/../bucket with spaces"],
	["FILES_URL", "s3://key:%zz@store.example/bucket"],
	["FILES_URL", "s3://store.example/bucket"],
	["FILES_RESERVE_MB", "1 GB"],
	["UPLOAD_MB_PER_NETWORK_PER_DAY", "-1"],
	["BACKUP_FOLDER", "./data/files/backups"],
	["BACKUP_BUCKET", "https://key:secret@store.example/bucket"],
	["BACKUP_BUCKET", "s3://store.example/bucket"],
	["BACKUP_TIME", "2:00"],
	["BACKUP_TIME", "24:00"],
	["BACKUP_KEEP", "a week"],
	["BACKUP_RECIPIENT", "AGE-SECRET-KEY-1"],
	// One letter is another, so that its checksum is wrong.
	["BACKUP_RECIPIENT", recipient.replace("age1z", "age1q")],
	["BACKUP_RECIPIENT", recipient.toUpperCase()],
	["BACKUP_PASSPHRASE", "too short"],
	["PUBLIC_URL", "www.narangi.example"],
	["PUBLIC_URL", "ftp://narangi.example"],
	["PUBLIC_URL", "https://narangi.example/office"],
	["PUBLIC_URL", "https://user@narangi.example"],
	["SALES_EMAIL", "sales"],
	["MAIL_FROM", "hello"],
	["MAIL_FROM", "a@b.example, c@d.example"],
	["TRUSTED_PROXIES", "localhost"],
	["VIDEO_ROOMS_URL", "rooms"],
	["VIDEO_ROOMS_URL", "https://rooms.example/?room="],
	["VIDEO_ROOMS_URL", "https://rooms.example/#"],
	["VIDEO_ROOMS_URL", "https://user:password@rooms.example/"],
	["VIDEO_ROOMS_URL", "javascript:alert(1)"],
	["BUSY_CALENDARS_FROM_PRIVATE_NETWORKS", "true"],
	["WEB_PUSH", "true"],
	["WEB_PUSH_TO_PRIVATE_NETWORKS", "1"],
	["WEBHOOK_PRIVATE_HOSTS", "http://n8n.internal"],
	["WEBHOOK_PRIVATE_HOSTS", "n8n.internal,"],
	["INDEXNOW_URL", "api.indexnow.org"],
	["METRICS_PORT", "x"],
	["DRAIN_SECONDS", "301"],
	["DESK_PORT", "desk"],
	["DESK_URL", "desk.narangi.example"],
	["DESK_URL", "https://narangi.example/desk"],
	["OIDC_NAME", "x".repeat(61)],
	["RETENTION_MONTHS_ENQUIRIES", "0"],
	["RETENTION_MONTHS_BOOKINGS", "121"],
	["RETENTION_MONTHS_APPLICATIONS", "1.5"],
	["RETENTION_MONTHS_REQUESTS", "0"],
	["RETENTION_MONTHS_JOB_ALERTS", "0"],
	["RETENTION_MONTHS_NEWSLETTER", "-1"],
	["RETENTION_DAYS_MESSAGES", "0"],
	["RETENTION_MONTHS_ACCOUNTS", "x"],
	["ERASED_LOCKED_MONTHS", "121"],
	["ERASED_RECIPIENT", "age1wrong"],
	["ERASED_RECIPIENT", recipient.replace("age1z", "age1q")],
	["RETENTION_MONTHS_CONSENTS", "0"],
])("%s cannot be %s", (key, value) => {
	expect(problemsOf({ [key]: value })).toEqual([expect.stringMatching(`^${key}: must`)]);
});

test("a bucket's address may hold key and secret, and has a default port and TLS", () => {
	expect(readConfig({ FILES_URL: "s3://test%3Atester:a%2Fb@127.0.0.1:8080/files?tls=off" }).s3).toEqual({
		endpoint: "http://127.0.0.1:8080",
		bucket: "files",
		prefix: "",
		region: "us-east-1",
		accessKeyId: "test:tester",
		secretAccessKey: "a/b",
	});
	expect(readConfig({ FILES_URL: "s3://k:s@[::1]/files/a/b/" }).s3).toMatchObject({
		endpoint: "https://[::1]",
		prefix: "a/b/",
	});
});

test("backups have one place and one key, and their bucket is not the files'", () => {
	const keys = "key:secret@store.example";
	expect(problemsOf({ BACKUP_FOLDER: "/backups", BACKUP_BUCKET: `s3://${keys}/backups` })).toEqual([
		expect.stringMatching("^BACKUP_BUCKET: must be unset"),
	]);
	expect(problemsOf({ BACKUP_RECIPIENT: recipient, BACKUP_PASSPHRASE: "a long enough passphrase" })).toEqual([
		expect.stringMatching("^BACKUP_PASSPHRASE: must be unset"),
	]);
	for (const bucket of ["office", "office/backups"])
		expect(problemsOf({ FILES_URL: `s3://${keys}/office`, BACKUP_BUCKET: `s3://${keys}/${bucket}` })).toEqual([
			expect.stringMatching("^BACKUP_BUCKET: must be another bucket"),
		]);
	expect(
		readConfig({ FILES_URL: `s3://${keys}/office/files`, BACKUP_BUCKET: `s3://${keys}/office/backups` }).backups.place,
	).toMatchObject({ bucket: { bucket: "office", prefix: "backups/" } });
});

test("what is erased is locked for a key only, and not without one", () => {
	expect(problemsOf({ ERASED_LOCKED_MONTHS: "12" })).toEqual([
		"ERASED_RECIPIENT: must be set when ERASED_LOCKED_MONTHS is not 0",
	]);
	expect(readConfig({ ERASED_RECIPIENT: recipient }).erasedLock).toBeUndefined();
	expect(readConfig({ ERASED_LOCKED_MONTHS: "12", ERASED_RECIPIENT: recipient }).erasedLock).toEqual({
		months: 12,
		recipient,
	});
});

describe("a provider of OpenID Connect", () => {
	const provider = {
		OIDC_ISSUER: "https://login.company.example/realms/staff",
		OIDC_CLIENT_ID: "desk",
		OIDC_CLIENT_SECRET: "secret",
		OIDC_ROLES: "admin=it, sales=crm sales,sales=a=b",
	};

	test("is configured as a whole, or there is none", () => {
		expect(readConfig({}).provider).toBeUndefined();
		expect(readConfig(provider).provider).toEqual({
			issuer: "https://login.company.example/realms/staff",
			clientId: "desk",
			clientSecret: "secret",
			isTrusted: false,
			roles: [
				{ role: "admin", group: "it" },
				{ role: "sales", group: "crm sales" },
				{ role: "sales", group: "a=b" },
			],
			name: "the company's account",
		});
		const withCommas = "admin=cn=it,ou=groups;sales=cn=crm,ou=groups;";
		expect(readConfig({ ...provider, OIDC_ROLES: withCommas }).provider?.roles).toEqual([
			{ role: "admin", group: "cn=it,ou=groups" },
			{ role: "sales", group: "cn=crm,ou=groups" },
		]);
		for (const key of Object.keys(provider))
			expect(problemsOf({ ...provider, [key]: "" })).toEqual([expect.stringMatching(`^${key}: must be set when`)]);
	});

	test.each([
		["OIDC_ISSUER", "login.company.example"],
		["OIDC_ISSUER", "http://login.company.example"],
		["OIDC_ROLES", "owner=it"],
		["OIDC_ROLES", "admin"],
		["OIDC_ROLES", "admin="],
		["OIDC_ROLES", "admin=it,,sales=crm"],
		["OIDC_ROLES", ";"],
	])("cannot have %s=%s", (key, value) => {
		expect(problemsOf({ ...provider, [key]: value })).toEqual([expect.stringMatching(`^${key}: must`)]);
	});

	test("may be without TLS on this machine alone", () => {
		expect(readConfig({ ...provider, OIDC_ISSUER: "http://127.0.0.1:4000" }).provider?.issuer).toBe(
			"http://127.0.0.1:4000",
		);
	});
});

test("the values in force are listed by key, without secrets, and whether each was set", () => {
	const { entries } = readConfig({
		PORT: "3000",
		PUBLIC_URL: "https://www.company.example",
		DATABASE_URL: "postgres://office:pa@ss/word?x@db1.example:5432,db2.example:5432/office?password=hidden",
		FILES_URL: "s3://KEY:SECRET@s3.example/bucket/folder?region=eu",
		EMAILS_PER_HOUR: "7",
	});
	const of = (key: string) => entries.find((entry) => entry.key === key);
	expect(entries.map(({ key }) => key)).toEqual(configurationKeys);
	expect(of("DATABASE_URL")?.value).toBe("postgres://db1.example:5432,db2.example:5432/office");
	expect(of("FILES_URL")?.value).toBe("s3://s3.example/bucket/folder");
	expect(of("PORT")).toEqual({ key: "PORT", value: "3000", isDefault: true });
	expect(of("EMAILS_PER_HOUR")).toEqual({ key: "EMAILS_PER_HOUR", value: "7", isDefault: false });
	expect(of("DESK_URL")).toEqual({ key: "DESK_URL", value: "http://localhost:3001", isDefault: true });
	expect(of("PUBLIC_URL")?.isDefault).toBe(false);
	expect(of("SMTP_URL")).toEqual({ key: "SMTP_URL", value: "", isDefault: true });
});

test("e-mails need a sender", () => {
	expect(problemsOf({ SMTP_URL: "smtp://mail.example" })).toEqual(["MAIL_FROM: must be set when SMTP_URL is"]);
});

describe(".env.example", () => {
	const lines = readFileSync(new URL("../.env.example", import.meta.url), "utf8").split("\n");
	const assignments = lines.flatMap((line) => {
		const [, comment, key, value] = /^(# )?([A-Z_]+)=(.*)$/.exec(line) ?? [];
		return key === undefined ? [] : [{ key, value: value ?? "", isSet: comment === undefined }];
	});

	test("names every key once, and no other", () => {
		expect(assignments.map(({ key }) => key).toSorted()).toEqual(configurationKeys.toSorted());
	});

	test("sets a default value explicitly", () => {
		const example = Object.fromEntries(assignments.filter(({ isSet }) => isSet).map(({ key, value }) => [key, value]));
		expect(readConfig(example)).toEqual(readConfig({}));
	});

	test("leaves DATA_DIR to the service that loads a copy of it", () => {
		expect(assignments.find(({ key }) => key === "DATA_DIR")).toMatchObject({ isSet: false });
	});

	test("shows examples that are valid", () => {
		const { BACKUP_FOLDER, BACKUP_BUCKET, BACKUP_RECIPIENT, BACKUP_PASSPHRASE, ...others } = Object.fromEntries(
			assignments.map(({ key, value }) => [key, value]),
		);
		// Of each two, one is set.
		for (const backups of [
			{ BACKUP_FOLDER, BACKUP_RECIPIENT },
			{ BACKUP_BUCKET, BACKUP_PASSPHRASE },
		])
			expect(() => readConfig({ ...others, ...backups })).not.toThrow();
	});

	test("has every key that docs/configuration.md lists, and those of README", () => {
		const readKeys = (path: string) => {
			const text = readFileSync(new URL(path, import.meta.url), "utf8");
			const tables = [...text.matchAll(/^\| Key .*\n(?:\|.*\n)+/gm)].join("");
			return [...tables.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = ""]) =>
				[...cell.matchAll(/`([A-Z_]+)`/g)].map(([, key = ""]) => key),
			);
		};
		expect(readKeys("../docs/configuration.md").toSorted()).toEqual(configurationKeys.toSorted());
		const inReadme = readKeys("../README.md");
		expect(inReadme).not.toEqual([]);
		expect(configurationKeys).toEqual(expect.arrayContaining(inReadme));
	});
});
