import { openDatabase } from "../../server/database/database.ts";
import { createLog } from "../../server/log.ts";

/** Writes a number of rows into a SQLite database, one transaction each: DATA_DIR, a name, how many. */
const [dataDirectory = "", name = "", count = "0"] = process.argv.slice(2);
const database = await openDatabase({ dataDirectory, databaseUrl: undefined }, createLog({ logLevel: "silent" }));
await Promise.all(
	Array.from({ length: Number(count) }, (_, index) =>
		database.write(async (transaction) => {
			await transaction.insertInto("idempotencyKeys").values({ route: "test", key: `${name}-${index}`, bodyHash: "", answer: "", expiresAt: "" }).execute();
		}),
	),
);
await database.close();
