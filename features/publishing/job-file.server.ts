import type { CareersSettings } from "../../shared/careers.ts";
import { isPayShown } from "../../shared/job-pay.ts";
import { createJobSchema, type JobSeed } from "./content-schema.ts";
import { renderMarkdown } from "./markdown.server.ts";
import { readYamlFile } from "./yaml-file.server.ts";

/**
 * Reads a job as content/jobs/ holds it, its description rendered and cleaned.
 *
 * @param id part of the job's address
 * @param file what an error calls it
 * @param yaml the text of the file
 * @param careers the departments and locations that it may name
 * @throws YamlFileError
 */
export async function readJobFile(
	{ id, file, yaml }: { id: string; file: string; yaml: string },
	careers: Pick<CareersSettings, "departments" | "locations">,
): Promise<JobSeed> {
	const job = readYamlFile(file, yaml, createJobSchema(careers));
	return {
		...job,
		pay: job.pay,
		isPayShown: isPayShown({ ...job, pay: job.pay }, careers),
		id,
		markdown: job.description,
		description: await renderMarkdown(job.description),
	};
}
