import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import { testCareers } from "./careers.ts";
import { createTestDirectory } from "./databases.ts";
import { testDesk } from "./desk-settings.ts";
import { testCompany } from "./test-server.ts";

/** Writes a content folder that holds the facts and nothing else, for this test alone, and returns the settings by which a command reads it. */
export async function writeSettingsFolder(
	company: Company = testCompany,
): Promise<{ CONTENT_DIR: string; BUILD_DIR: string }> {
	const directory = await createTestDirectory();
	// JSON is YAML.
	await writeFile(join(directory, "company.yml"), JSON.stringify(company));
	await writeFile(join(directory, "careers.yml"), JSON.stringify(testCareers));
	await writeFile(join(directory, "desk.yml"), JSON.stringify(testDesk));
	return { CONTENT_DIR: directory, BUILD_DIR: join(directory, "no-build") };
}

/** Publishes the text of a document, as the studio does. */
export async function publishDocument(database: Database, path: string, text: string): Promise<void> {
	await database.write((transaction) =>
		transaction.insertInto("contentDocuments").values({ path, text, baseHash: null, edition: 1 }).execute(),
	);
}
