import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../platform/config.ts";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { workFolderOf, writeWorkArchive } from "./work-folder.ts";

/** Modules of a release whose backups hold the owners of files alone. */
const modules = {
	"platform/config.js": "export const readConfig = () => ({});",
	"platform/files/file-store.js": "export const openFileStore = async () => {};",
	"platform/log.js": "export const createLog = () => {};",
	"platform/backup/back-up.js": `import { writeFile } from "node:fs/promises";
		export const backUp = (path, { fileOwners }) => writeFile(path, fileOwners.join());`,
	"features/publishing/company-file.server.js": "export const readCompanyFile = () => {};",
};
const listRecords = 'export const listPersonalRecords = () => ["records"];';

test.each([
	["the owners of files that it lists", `${listRecords} export const listFileOwners = () => ["owners"];`, "owners"],
	["its personal records where they own the files", listRecords, "records"],
])("backs up a release by %s", async (_case, personalData, expected) => {
	const directory = await createTestDirectory();
	const config = { ...readConfig({}), dataDirectory: directory, filesReserveBytes: 0 };
	await mkdir(workFolderOf(config));
	for (const [name, text] of Object.entries({ ...modules, "server/personal-data.js": personalData })) {
		const path = join(directory, "modules", name);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, text);
	}
	await writeFile(join(directory, "package.json"), '{ "type": "module" }');
	const release = { directory, buildDirectory: directory, node: process.execPath, version: "1.0.0", publicUrl: "" };
	const path = await writeWorkArchive(release, "before", { config, env: process.env });
	expect(await readFile(path, "utf8")).toBe(expected);
});
