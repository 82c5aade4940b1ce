import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Migrations } from "../database/migrate.ts";
import {
	createPostgresCopy,
	hasDatabase,
	sumTable,
	withSnapshot,
	type DatabaseSnapshot,
} from "../database/offline-database.ts";
import type { RowSum } from "../database/table-rows.ts";
import type { FileStore } from "../files/file-store.ts";
import {
	findSnapshotInstallation,
	nameDatabase,
	readOwner,
	writeOwner,
	type Mark,
} from "../installation/installation.ts";
import type { Logger } from "../log.ts";
import { PlainError } from "../plain-error.ts";

export type MoveDeps = {
	/** The installation to move. */
	source: { dataDirectory: string; files: FileStore };
	target: {
		databaseUrl: string;
		/** Undefined leaves the files where they are. */
		files: FileStore | undefined;
	};
	migrations: Migrations;
	log: Logger;
	/** Called now and then with a progress message. */
	onProgress(message: string): void;
};

/** Proof of a move: the content of both sides, by table and by file. */
export type Moved = {
	tables: Map<string, RowSum>;
	/** The same on both sides; undefined when the files stay. */
	files: { count: number; bytes: number } | undefined;
	/** Tables that only PostgreSQL has begin empty. */
	wasThereBefore: boolean;
};

/** The move is impossible; the message says why, and the source is unchanged. */
class MoveError extends PlainError {
	override name = "MoveError";
}

type TargetConfig = Pick<Config, "dataDirectory" | "databaseUrl">;

const progressFiles = 100;

/**
 * Copies an installation from SQLite and a folder to PostgreSQL, and its files to another store. The source stays unchanged, and no
 * server can start on it meanwhile.
 *
 * Files go first, one by one; then the database, in one transaction. After an interruption it can be run again: files that are already
 * there are compared instead of sent. At the end everything is read back and compared by counts and hashes.
 *
 * @throws DatabaseInUseError if a server uses the source; MoveError if the target holds anything but this installation
 */
export async function moveInstallation({ source, target, migrations, log, onProgress }: MoveDeps): Promise<Moved> {
	const sourceConfig: TargetConfig = { dataDirectory: source.dataDirectory, databaseUrl: undefined };
	const targetConfig: TargetConfig = { dataDirectory: source.dataDirectory, databaseUrl: target.databaseUrl };
	return withSnapshot(sourceConfig, { log, alone: true }, async (snapshot) => {
		const installation = await findSnapshotInstallation(snapshot);
		if (installation === undefined || (await readOwner(source.files))?.installation !== installation)
			throw new MoveError(
				`The database and the files in ${source.dataDirectory} belong to different installations, or this version has not started with them yet. Start the server once to find out`,
			);
		const sums = new Map<string, RowSum>();
		for (const table of snapshot.tables) sums.set(table.name, await sumTable(snapshot.readRows(table)));
		const wasThereBefore = await hasDatabase(targetConfig, log);
		if (wasThereBefore) await assertSame(targetConfig, log, installation, sums);
		const owner = { installation, database: nameDatabase(targetConfig) };
		const files =
			target.files &&
			(await moveFiles(source, target.files, wasThereBefore ? owner : { ...owner, arriving: "move" }, onProgress));
		if (!wasThereBefore) {
			onProgress("the database");
			await createPostgresCopy(
				target.databaseUrl,
				{
					kind: "sqlite",
					migrations: snapshot.migrations,
					sums,
					readAll: () => readAllRows(snapshot),
				},
				{ migrations, log },
			);
			await assertSame(targetConfig, log, installation, sums);
			if (target.files) await writeOwner(target.files, owner);
		}
		return { tables: sums, files, wasThereBefore };
	});
}

async function* readAllRows({ tables, readRows }: DatabaseSnapshot) {
	for (const table of tables) for await (const rows of readRows(table)) yield { table: table.name, rows };
}

/** @throws MoveError if the tables differ in any row */
async function assertSame(
	config: TargetConfig,
	log: Logger,
	installation: string,
	wanted: ReadonlyMap<string, RowSum>,
): Promise<void> {
	await withSnapshot(config, { log }, async (snapshot) => {
		const name = nameDatabase(config);
		const found = await findSnapshotInstallation(snapshot);
		if (found === undefined) throw new MoveError(`Nothing was moved: ${name} is not empty. Give an empty database`);
		if (found !== installation)
			throw new MoveError(
				`Nothing was moved: ${name} belongs to another installation (${found}). Give an empty database`,
			);
		const tables = new Map(snapshot.tables.map((table) => [table.name, table]));
		for (const [table, sum] of wanted) {
			const shape = tables.get(table);
			const there = shape && (await sumTable(snapshot.readRows(shape)));
			if (there?.rows !== sum.rows || there.sha256 !== sum.sha256)
				throw new MoveError(
					`Nothing was moved: ${name} already contains this installation with a different table ${table} (${there?.rows ?? "no"} rows, here ${sum.rows}), so a server has used one of them since the move. Decide which one to keep; to move again, give an empty database`,
				);
		}
	});
}

async function moveFiles(
	{ dataDirectory, files: from }: MoveDeps["source"],
	to: FileStore,
	owner: Mark,
	onProgress: (message: string) => void,
): Promise<{ count: number; bytes: number }> {
	const there = await readOwner(to);
	if (there === undefined) {
		for await (const names of to.listEverything())
			if (names.length > 0)
				throw new MoveError(`Nothing was moved: ${to.location} is not empty. Give an empty bucket or folder`);
	} else if (there.installation !== owner.installation)
		throw new MoveError(
			`Nothing was moved: ${to.location} belongs to another installation (${there.installation}). Give an empty bucket or folder`,
		);
	// From here on, no other process takes the store for empty, and no server starts on it before the database is there.
	await writeOwner(to, owner);
	const moved = new Set<string>();
	let bytes = 0;
	for await (const names of from.listEverything())
		for (const name of names) {
			const facts = await from.stat(name);
			const sha256 = await from.hash(name);
			if (!facts || sha256 === undefined)
				throw new MoveError(`${name} disappeared from ${from.location} during the move`);
			if ((await to.hash(name)) !== sha256) {
				// Sent from the folder itself, without a copy.
				const path = join(dataDirectory, "files", name);
				await to.keep({ path, bytes: facts.bytes, sha256 }, name, facts.changedAt);
				if ((await to.hash(name)) !== sha256)
					throw new MoveError(`${name} arrived damaged in ${to.location}. Run this again`);
			}
			moved.add(name);
			bytes += facts.bytes;
			if (moved.size % progressFiles === 0) onProgress(`${moved.size} files`);
		}
	for await (const names of to.listEverything())
		for (const name of names)
			if (!moved.has(name))
				throw new MoveError(
					`${to.location} contains ${name}, which is not in ${from.location}. A server has used it since the move`,
				);
	return { count: moved.size, bytes };
}
