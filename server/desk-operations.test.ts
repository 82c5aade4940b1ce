import { expect, test } from "vitest";
import { insertBackupRun, noteBackupRun } from "../platform/backup/backup-runs.ts";
import { readBackupState, recordBackup, recordBackupFailure, recordKept } from "../platform/backup/backup-state.ts";
import { findTestEmail } from "../platform/email/test-email.server.tsx";
import { createLog } from "../platform/log.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { startTestServer } from "../tests/support/test-server.ts";
import { migrations } from "./migrations.ts";

const log = createLog({ logLevel: "silent" });
const post = (payload: string) => ({
	method: "POST" as const,
	url: "/operations",
	headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
	payload,
});
const read = (body: string) => body.replaceAll("<!-- -->", "");

/** Every secret of a configuration, each with its own value. */
const secrets = {
	smtpPassword: "smtp-Pa55/word?x",
	smtpUser: "smtp-user",
	s3Key: "AKIAEXAMPLEKEY",
	s3Secret: "s3+secret",
	oidc: "oidc-client-secret-0815",
	backupKey: "AKIABACKUPKEY",
	backupSecret: "backup/secret",
	backupPassphrase: "a passphrase of backups",
};

test("an admin sees the configuration in force, and no secret of it, on the page or in its data", async () => {
	const server = await startTestServer("sqlite", {
		environment: {
			SMTP_URL: `smtps://${secrets.smtpUser}:${encodeURIComponent(secrets.smtpPassword)}@mail.company.example:465/?auth=hidden-option`,
			MAIL_FROM: "Company <hello@company.example>",
			AWS_ACCESS_KEY_ID: secrets.s3Key,
			AWS_SECRET_ACCESS_KEY: secrets.s3Secret,
			BACKUP_BUCKET: `s3://${secrets.backupKey}:${encodeURIComponent(secrets.backupSecret)}@store.example/backups`,
			BACKUP_PASSPHRASE: secrets.backupPassphrase,
			OIDC_ISSUER: "https://login.company.example/realm",
			OIDC_CLIENT_ID: "desk",
			OIDC_CLIENT_SECRET: secrets.oidc,
			OIDC_ROLES: "admin=it",
			RETENTION_MONTHS_BOOKINGS: "7",
		},
	});
	const { inject } = await server.openDesk();
	for (const url of ["/operations", "/operations.data"]) {
		const { statusCode, body } = await inject({ method: "GET", url });
		expect(statusCode).toBe(200);
		expect(body).toContain("smtps://mail.company.example:465/");
		for (const secret of [...Object.values(secrets), "hidden-option"])
			for (const form of [secret, encodeURIComponent(secret)]) expect(body).not.toContain(form);
	}
	const page = read((await inject({ method: "GET", url: "/operations" })).body);
	expect(page).toMatch(/RETENTION_MONTHS_BOOKINGS<\/code><\/th><td[^>]*>7<\/td><td[^>]*>environment/);
	expect(page).toMatch(/EMAILS_PER_HOUR<\/code><\/th><td[^>]*>500<\/td><td[^>]*>default/);
	expect(page).toMatch(/OIDC_CLIENT_SECRET<\/code><\/th><td[^>]*>set<\/td>/);
});

test.each(serverDatabaseKinds)("backups and rehearsals are shown on %s, and their absence", async (kind) => {
	const server = await startTestServer(kind);
	const { inject } = await server.openDesk();
	const get = async () => read((await inject({ method: "GET", url: "/operations" })).body);
	expect(await get()).toContain("No backup yet");
	const run = { at: server.clock.now(), archiveMadeAt: server.clock.now(), archive: "night.tar.gz", bytes: 5_250_000 };
	expect(await noteBackupRun(server.database, { ...run, kind: "backup" }, { migrations, log })).toBe(true);
	const made = await get();
	expect(made).toContain("night.tar.gz, 5");
	expect(made).toContain("No backup has been test-restored");
	await noteBackupRun(server.database, { ...run, kind: "rehearsal" }, { migrations, log });
	expect(await get()).not.toContain("test-restored");
	server.clock.advance({ hours: 75 });
	expect(read((await (await server.openDesk()).inject({ method: "GET", url: "/operations" })).body)).toContain(
		"The last backup is 3 days old",
	);
});

test.each(serverDatabaseKinds)("the server's own backups are shown on %s, and asked for", async (kind) => {
	const server = await startTestServer(kind, {
		environment: {
			BACKUP_FOLDER: "/mnt/backups",
			BACKUP_RECIPIENT: "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj",
		},
	});
	const { database, clock } = server;
	const { inject } = await server.openDesk();
	const get = async (url = "/operations") => read((await inject({ method: "GET", url })).body);
	expect(await get()).toContain("Testing a restore needs the secret key");
	expect(await get()).toContain("within a minute");

	await database.write((transaction) => recordBackupFailure(transaction, "the disk is full", clock.now()));
	for (const url of ["/operations", "/"])
		expect(await get(url)).toMatch(/The backup failed \([^)]+\): the disk is full\. Next attempt: /);

	const asked = await inject(post("do=back-up"));
	expect([asked.statusCode, asked.headers.location]).toEqual([303, "/operations#backups"]);
	expect((await readBackupState(database.db, clock.now())).askedAt).toEqual(clock.now());
	expect((await inject({ method: "GET", url: "/audit-log" })).body).toContain("Started backup");
	expect(await get()).not.toContain("Back up now");

	const archive = { name: "front-office-0199d2a4-20261123t020000z.tar.gz.age", madeAt: clock.now(), bytes: 5_250_000 };
	await database.write(async (transaction) => {
		await insertBackupRun(transaction, {
			kind: "backup",
			at: clock.now(),
			archive: archive.name,
			archiveMadeAt: archive.madeAt,
			bytes: archive.bytes,
			location: "/mnt/backups",
			isEncrypted: true,
		});
		await recordBackup(transaction, clock.now());
		await recordKept(transaction, [archive]);
	});
	const page = await get();
	expect(page).toContain("Back up now");
	expect(page).not.toContain("The backup failed");
	expect(page).toMatch(/<dt>Location<\/dt><dd[^>]*>\/mnt\/backups</);
	expect(page).toMatch(/<dt>Encrypted<\/dt><dd[^>]*>yes</);
	expect(page).toMatch(/<th scope="row">front-office-0199d2a4-20261123t020000z\.tar\.gz\.age<\/th>/);
	const getToday = async () => read((await (await server.openDesk()).inject({ method: "GET", url: "/" })).body);
	clock.advance({ hours: 25 });
	expect(await getToday()).not.toContain("hours old");
	clock.advance({ hours: 2 });
	expect(await getToday()).toContain("The last backup is 27 hours old.");
});

test("a test restore that failed is a warning, and without a place for backups the page says how to set one", async () => {
	const server = await startTestServer("sqlite");
	const { inject } = await server.openDesk();
	const now = server.clock.now();
	const run = { at: now, archive: "night.tar.gz", archiveMadeAt: now, bytes: 1 };
	await server.database.write(async (transaction) => {
		await insertBackupRun(transaction, { ...run, kind: "backup" });
		await insertBackupRun(transaction, { ...run, kind: "rehearsal", failure: "night.tar.gz is damaged" });
	});
	const page = read((await inject({ method: "GET", url: "/operations" })).body);
	expect(page).toContain("The test restore of night.tar.gz failed: night.tar.gz is damaged.");
	expect(page).toContain("The server makes no backups by itself.");
	expect(page).not.toContain("Back up now");
	expect((await inject(post("do=back-up"))).statusCode).toBe(400);
});

test("a backup of a database of another release is not noted, and changes nothing", async () => {
	const server = await startTestServer("sqlite");
	const now = server.clock.now();
	const run = { kind: "backup" as const, at: now, archiveMadeAt: now, archive: "a.tar.gz", bytes: 1 };
	const newer = { ...migrations, "9999-something-new": { up: () => Promise.reject(new Error("It migrated")) } };
	expect(await noteBackupRun(server.database, run, { migrations: newer, log })).toBe(false);
});

test("an admin sends themselves a test e-mail by the outbox, and sees its state", async () => {
	const server = await startTestServer("sqlite");
	const { inject, accountId } = await server.openDesk();
	const wakes = server.wakes();
	const sent = await inject(post("do=test-email"));
	expect([sent.statusCode, sent.headers.location]).toEqual([303, "/operations#test-email"]);
	expect(server.wakes()).toBe(wakes + 1);
	const get = async () => read((await inject({ method: "GET", url: "/operations" })).body);
	expect(await get()).toMatch(/E-mail to \S+@staff.example \([^)]+\): waiting, 0 attempts/);
	await server.database.db
		.updateTable("emails")
		.set({ lastError: "535 5.7.8 Authentication failed", attempts: 1 })
		.where("reference", "=", accountId)
		.execute();
	expect(await get()).toContain("535 5.7.8 Authentication failed");
	// Replaced by another one.
	await inject(post("do=test-email"));
	const emails = await server.database.db.selectFrom("emails").select("id").where("kind", "=", "test-email").execute();
	expect(emails).toHaveLength(1);
	await server.database.db.updateTable("emails").set({ state: "sent" }).execute();
	expect(await get()).toContain("The mail server accepted the e-mail");
	expect(await findTestEmail(server.database.db, { id: "somebody else" }, server.clock.now())).toBeUndefined();
	expect((await inject({ method: "GET", url: "/audit-log" })).body).toContain("Sent test e-mail");
});

test("the sending domain is checked when the button is pressed, and not before", async () => {
	const server = await startTestServer("sqlite");
	const { inject } = await server.openDesk();
	const { statusCode, body } = await inject(post("do=check-domain"));
	expect(statusCode).toBe(200);
	expect(body).toContain("No sender address");
	expect((await inject(post("do=something"))).statusCode).toBe(400);
});
