import { parse as parseYaml } from "yaml";
import { jobSchema, type JobSeed } from "./content-schema.ts";
import { renderMarkdown } from "./markdown.server.ts";

/** A job file that breaks the rules, with every field at fault on a line of its own. */
export class JobFileError extends Error {}

/**
 * Reads a job as content/jobs/ holds it, its description rendered and cleaned.
 *
 * @param id part of the job's address
 * @param yaml the text of the file
 * @throws JobFileError
 */
export async function readJobFile(id: string, yaml: string): Promise<JobSeed> {
	let value: unknown;
	try {
		value = parseYaml(yaml);
	} catch (error) {
		throw new JobFileError(`is not YAML: ${(error as Error).message}`);
	}
	const result = jobSchema.safeParse(value);
	if (!result.success)
		throw new JobFileError(
			result.error.issues.map(({ path, message }) => [...path.map(String), message].join(": ")).join("\n"),
		);
	return { ...result.data, id, description: await renderMarkdown(result.data.description) };
}
