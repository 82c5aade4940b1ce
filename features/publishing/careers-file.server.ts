import { readFileSync } from "node:fs";
import { join } from "node:path";
import { careersSchema, type CareersFacts } from "../../shared/careers.ts";
import { readYamlFile, YamlFileError } from "./yaml-file.server.ts";

export const careersFile = "careers.yml";

/**
 * Reads the facts about careers alone, for programs that run beside the built site.
 *
 * @param directory absolute path of the content folder
 * @throws YamlFileError
 */
export function readCareersFile(directory: string): CareersFacts {
	const name = `content/${careersFile}`;
	let yaml: string;
	try {
		yaml = readFileSync(join(directory, careersFile), "utf8");
	} catch (error) {
		throw new YamlFileError(`${name}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
	}
	return readYamlFile(name, yaml, careersSchema);
}
