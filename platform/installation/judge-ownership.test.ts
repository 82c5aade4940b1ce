import { expect, test } from "vitest";
import { judgeOwnership, type OwnershipFacts } from "./judge-ownership.ts";

const nothing: OwnershipFacts = {
	databaseId: undefined,
	filesId: undefined,
	isSameDatabase: false,
	filesExist: false,
	databaseNamesFiles: false,
	databaseNamesThese: false,
};
const files = { filesExist: true };
const named = { filesExist: true, databaseNamesFiles: true, databaseNamesThese: true };

test.each<[string, Partial<OwnershipFacts>, ReturnType<typeof judgeOwnership>]>([
	["nothing is there yet", {}, "together"],
	["both say the same", { databaseId: "a", filesId: "a" }, "together"],
	["both say the same, and the database is an older backup", { databaseId: "a", filesId: "a", ...files }, "together"],
	["they say different things", { databaseId: "a", filesId: "b", ...named }, "different"],
	["neither says anything, and the database names the files", named, "together"],
	[
		"neither says anything, and the database names other files",
		{ ...files, databaseNamesFiles: true },
		"files are missing",
	],
	["neither says anything, and the database's files are not there", { databaseNamesFiles: true }, "files are missing"],
	["neither says anything, and the database is new", files, "files are unknown"],
	["the files have lost their mark", { databaseId: "a", ...named }, "together"],
	["the folder is new", { databaseId: "a" }, "files are missing"],
	[
		"the folder is new, and the database named files",
		{ databaseId: "a", databaseNamesFiles: true },
		"files are missing",
	],
	["the folder holds other files", { databaseId: "a", ...files }, "files are missing"],
	["a backup from before there were ids names the files", { filesId: "a", ...named }, "together"],
	["the database is new", { filesId: "a", ...files }, "files are unknown"],
	["the database is new and the folder empty", { filesId: "a" }, "files are unknown"],
	["a first start was cut off", { filesId: "a", isSameDatabase: true }, "together"],
	["the same database was emptied", { filesId: "a", isSameDatabase: true, ...files }, "files are unknown"],
])("when %s", (_case, facts, verdict) => {
	expect(judgeOwnership({ ...nothing, ...facts })).toBe(verdict);
});
