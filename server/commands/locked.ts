import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeAuditEntry } from "../../core/accounts/audit-log.server.ts";
import {
	deleteLockedArchives,
	findLockedArchive,
	listLockedArchives,
	readLockedArchive,
	type LockedArchive,
} from "../../core/people/locked-archives.server.ts";
import { decryptPieces, readIdentities } from "../../platform/backup/archive-encryption.ts";
import { systemClock, formatInstant } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { readConfig } from "../../platform/config.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { formatTable } from "./format.ts";

const help = `Lists, opens and deletes archives of erased records that a law requires you to keep (ERASED_LOCKED_MONTHS). Nothing else reads them. Works beside a running server on the same environment; the audit log notes what is opened and deleted.

  npm run locked                          list the archives, newest first, without personal data
  npm run locked -- list ENQ-7K3F9QXM     list those of one record
  npm run locked -- open ID --identity key.txt --to archive.zip
                                          decrypt one with the secret key of ERASED_RECIPIENT
  npm run locked -- delete ID             delete one before its term ends

  --identity FILE  file with the secret key, as age-keygen writes it
  --to FILE        new file for the decrypted archive: the data as JSON, and the files
  --help           show this help
`;

const mostListed = 1_000;

type Locked = { database: Database; company: Company };

/** Runs one command and returns its output. */
async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, { identity: { type: "string" }, to: { type: "string" } });
	if (values.help) return help;
	const [name = "list", argument, ...rest] = positionals;
	if (!["list", "open", "delete"].includes(name) || rest.length > 0)
		throw new UsageError(`Unknown command "${positionals.join(" ")}". See --help.`);
	const { database, company } = await openExistingInstallation(readConfig(io.env));
	const locked = { database, company };
	try {
		if (name === "list") return await list(locked, argument);
		const archive = await getArchive(locked, argument);
		if (name === "delete") return await deleteOne(locked, archive);
		const { identity, to } = values;
		if (identity === undefined) throw new UsageError("Give the file with the secret key: --identity key.txt");
		if (to === undefined) throw new UsageError("Give a new file for the decrypted archive: --to archive.zip");
		return await openOne(locked, archive, { identity, to });
	} finally {
		await database.close();
	}
}

async function list({ database, company }: Locked, reference: string | undefined): Promise<string> {
	const archives = await listLockedArchives(database.db, { reference: reference?.toUpperCase(), limit: mostListed });
	if (archives.length === 0) return "Nothing is locked.\n";
	return formatTable(
		["ID", "Record", "Kind", "Erased", "Deleted on", "Bytes"],
		archives.map(({ id, reference: of, kind, lockedAt, endsAt, bytes }) => [
			id,
			of,
			kind,
			formatInstant(lockedAt, company),
			formatInstant(endsAt, company),
			String(bytes),
		]),
	);
}

async function openOne(
	{ database }: Locked,
	{ id, reference }: LockedArchive,
	{ identity, to }: { identity: string; to: string },
): Promise<string> {
	const identities = await readIdentities(identity, "--identity");
	// First, so that nothing is read without an entry.
	await database.write((transaction) => note(transaction, "locked.open", reference));
	const keys = { identities, setting: "--identity" };
	const file = createWriteStream(to, { flags: "wx", mode: 0o600 });
	try {
		await pipeline(Readable.from(decryptPieces(readLockedArchive(database.db, id), { path: id, keys })), file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") throw new UsageError(`${to} exists already`);
		await rm(to, { force: true });
		throw error;
	}
	return `${reference} is in ${to}. Delete the file when you no longer need it.\n`;
}

async function deleteOne({ database }: Locked, { id, reference }: LockedArchive): Promise<string> {
	await database.write(async (transaction) => {
		await deleteLockedArchives(transaction, [id]);
		await note(transaction, "locked.delete", reference);
	});
	await database.overwriteDeleted({ thoroughly: false });
	return `${id} of ${reference} is deleted. Backups keep their copies.\n`;
}

async function getArchive({ database }: Locked, id: string | undefined): Promise<LockedArchive> {
	if (id === undefined) throw new UsageError("Give the ID of an archive, as the list shows it");
	const archive = await findLockedArchive(database.db, id);
	if (!archive) throw new UsageError(`There is no archive ${id}`);
	return archive;
}

function note(transaction: WriteTransaction, action: string, subject: string): Promise<void> {
	return writeAuditEntry(transaction, { actor: "command", action, subject }, systemClock.now());
}

export const lockedCommand: Command = { subject: "The locked archives", run };

if (import.meta.main) await runCommand(lockedCommand);
