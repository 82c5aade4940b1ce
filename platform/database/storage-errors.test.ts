import { expect, test } from "vitest";
import { provesRollback } from "./storage-errors.ts";

const sqlite = (errcode: number) => Object.assign(new Error("no"), { code: "ERR_SQLITE_ERROR", errcode });
const coded = (code: string) => Object.assign(new Error("no"), { code });

test.each<[string, unknown, boolean]>([
	["a full disk of SQLite", sqlite(13), true],
	["another writer's lock", sqlite(5), true],
	["a page that SQLite could not write", sqlite(778), true],
	["a log that SQLite could not sync", sqlite(1_034), false],
	["a broken constraint", coded("23505"), true],
	["a conflict of two transactions", coded("40001"), true],
	["an outcome that PostgreSQL itself does not know", coded("40003"), false],
	["a full disk of PostgreSQL", coded("53100"), true],
	["a statement that took too long", coded("57014"), false],
	["a server that was shut down", coded("57P01"), false],
	["a broken connection", coded("ECONNRESET"), false],
	["a closed pipe", coded("EPIPE"), false],
	["an answer that did not come in time", new Error("Query read timeout"), false],
])("whether %s at COMMIT proves that nothing was stored", (_case, error, expected) => {
	expect(provesRollback(error)).toBe(expected);
});
