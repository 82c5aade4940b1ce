import { companySchema, type Company } from "../../shared/company.ts";
import { readContentFile } from "./yaml-file.server.ts";

/**
 * Reads only the company's settings, for programs beside the built site.
 * @param directory absolute path of the content folder
 * @throws YamlFileError
 */
export function readCompanyFile(directory: string): Company {
	return readContentFile(directory, "company.yml", companySchema);
}
