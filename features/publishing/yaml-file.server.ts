import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { fieldWords } from "./field-words.ts";
import { parseYaml } from "./parse-yaml.ts";

/** An unreadable or invalid file; each field with an error is on its own line: "{file}: {field}: {message}". */
export class YamlFileError extends Error {}

/**
 * Parses a content file.
 * @param file its name in errors
 * @param yaml its text
 * @throws YamlFileError
 */
export function readYamlFile<Schema extends z.ZodType>(file: string, yaml: string, schema: Schema): z.output<Schema> {
	let value: unknown;
	try {
		value = parseYaml(yaml);
	} catch (error) {
		throw new YamlFileError(`${file}: is not valid YAML: ${(error as Error).message}`);
	}
	const result = schema.safeParse(value, { error: fieldWords });
	if (!result.success)
		throw new YamlFileError(
			result.error.issues.map(({ path, message }) => [file, ...path.map(String), message].join(": ")).join("\n"),
		);
	return result.data;
}

/**
 * Reads one file of the content folder.
 * @param directory absolute path of the content folder
 * @throws YamlFileError
 */
export function readContentFile<Schema extends z.ZodType>(
	directory: string,
	name: string,
	schema: Schema,
): z.output<Schema> {
	let yaml: string;
	try {
		yaml = readFileSync(join(directory, name), "utf8");
	} catch (error) {
		throw new YamlFileError(`content/${name}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
	}
	return readYamlFile(`content/${name}`, yaml, schema);
}
