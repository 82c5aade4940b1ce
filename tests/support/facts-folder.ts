import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Company } from "../../shared/company.ts";
import { testCareers } from "./careers.ts";
import { createTestDirectory } from "./databases.ts";
import { testCompany } from "./test-server.ts";

/** Writes a content folder that holds the facts and nothing else, for this test alone, and gives its path: CONTENT_DIR of a command. */
export async function writeFactsFolder(company: Company = testCompany): Promise<string> {
	const directory = await createTestDirectory();
	// JSON is YAML.
	await writeFile(join(directory, "company.yml"), JSON.stringify(company));
	await writeFile(join(directory, "careers.yml"), JSON.stringify(testCareers));
	return directory;
}
