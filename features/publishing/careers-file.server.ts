import { careersSchema, type CareersSettings } from "../../shared/careers.ts";
import { readContentFile } from "./yaml-file.server.ts";

export const careersFile = "careers.yml";

/**
 * Reads only the settings of careers, for programs beside the built site.
 * @param directory absolute path of the content folder
 * @throws YamlFileError
 */
export function readCareersFile(directory: string): CareersSettings {
	return readContentFile(directory, careersFile, careersSchema);
}
