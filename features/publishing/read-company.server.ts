import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { companySchema, type Company } from "../../shared/company.ts";
import { formatPath } from "./check-references.server.ts";

/**
 * Reads the company's facts from the content folder, for a command beside the server, which needs no build for it.
 *
 * @param directory absolute path of the content folder
 * @throws Error naming the file and every field at fault
 */
export function readCompany(directory: string): Company {
	const file = join(directory, "company.yml");
	const result = companySchema.safeParse(parseYaml(readFileSync(file, "utf8")));
	if (result.success) return result.data;
	const problems = result.error.issues.map(({ path, message }) => `  ${formatPath(path)}: ${message}`);
	throw new Error(`${file} has ${problems.length} problem(s):\n${problems.join("\n")}`);
}
