import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import type { z } from "zod";
import { fieldWords } from "./field-words.ts";

/** A file that cannot be read or breaks the rules, with every field at fault on a line of its own: "{file}: {field}: {message}". */
export class YamlFileError extends Error {}

/**
 * Reads a file of the content.
 *
 * @param file what an error calls it
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
 * Reads one file of the content folder alone.
 *
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
