import { describe, expect, test } from "vitest";
import { readConfig } from "../platform/config.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { openTestDatabase, serverDatabaseKinds } from "../tests/support/databases.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { listFileOwners } from "./personal-data.ts";

describe.each(serverDatabaseKinds)("the owners of files on %s", (kind) => {
	test("are all listed: every table that names stored files has one", async () => {
		const database = await openTestDatabase(kind);
		const { db } = database;
		const tables = (await db.introspection.getTables()).filter(({ columns }) =>
			columns.some(({ name }) => /^(?:stored_?as|resume_?file)$/i.test(name)),
		);
		expect(tables.map(({ name }) => name).toSorted()).toEqual(["applications", "import_files", "reply_files"]);
		const file = { bytes: 7, sha256: "abc" };
		const resume = { ...file, file: "resume.pdf", name: "Asha Rao.pdf" };
		await storeApplication(database, { resume });
		await db
			.insertInto("replyFiles")
			.values({ ...file, storedAs: "reply.txt", replyId: "1", reference: "", name: "", contentType: "text/plain" })
			.execute();
		await db
			.insertInto("importFiles")
			.values({ ...file, storedAs: "import.csv", importNumber: 1, role: "table", name: "", removedAt: null })
			.execute();
		const names = ["import.csv", "reply.txt", "resume.pdf"];
		const owners = listFileOwners(readConfig({}), testCompany);
		const listed = await Promise.all(owners.map((owner) => owner.listFiles(db, { limit: 9 })));
		expect(listed.flat().toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
			names.map((name) => ({ ...file, name })),
		);
		const referred = await Promise.all(owners.map((owner) => owner.findReferredFiles(db, [...names, "nobody.txt"])));
		expect(referred.flatMap((found) => [...found]).toSorted()).toEqual(names);
	});
});
