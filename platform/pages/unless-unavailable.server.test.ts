import { expect, test } from "vitest";
import { StorageUnavailableError } from "../database/storage-errors.ts";
import { unlessUnavailable } from "./unless-unavailable.server.ts";

test("a page goes without data that the database cannot provide; a program error still fails", async () => {
	const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
	expect(await unlessUnavailable(Promise.resolve(["a job"]))).toEqual(["a job"]);
	expect(await unlessUnavailable(Promise.reject(new StorageUnavailableError(refused)))).toBeUndefined();
	expect(await unlessUnavailable(Promise.reject(refused))).toBeUndefined();
	await expect(unlessUnavailable(Promise.reject(new TypeError("no such column")))).rejects.toThrow("no such column");
});
