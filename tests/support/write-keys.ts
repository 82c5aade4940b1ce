import { openDatabase } from "../../platform/database/database.ts";
import { StorageUnavailableError } from "../../platform/database/storage-errors.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";

/**
 * Writes a number of rows into a SQLite database, one transaction each. Arguments: DATA_DIR, a name, the number.
 * A write that waited too long is sent again, as a client does: on a slow disk that is right, and only an acknowledged write that is
 * missing is lost.
 */
const [dataDirectory = "", name = "", count = "0"] = process.argv.slice(2);
const database = await openDatabase(
	{ dataDirectory, databaseUrl: undefined },
	{ migrations, log: createLog({ logLevel: "silent" }) },
);
await Promise.all(Array.from({ length: Number(count) }, (_, index) => writeKey(`${name}-${index}`)));
await database.close();

async function writeKey(key: string): Promise<void> {
	try {
		await database.write(async (transaction) => {
			await transaction
				.insertInto("idempotencyKeys")
				.values({ route: "test", key, bodyHash: "", answer: "", expiresAt: "" })
				.execute();
		});
	} catch (error) {
		if (!(error instanceof StorageUnavailableError)) throw error;
		await writeKey(key);
	}
}
