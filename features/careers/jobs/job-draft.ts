import type { JobQuestion } from "../../../shared/job-questions.ts";
import type { Job } from "./job.ts";

/** What staff write of a job; the day on which it was posted is the day of its publication. */
export type JobText = Omit<Job, "id" | "description" | "postedOn"> & { markdown: string; questions: JobQuestion[] };

/** Most characters of a job's address that are made from its title. */
const maxAddressLength = 60;
/** Parts of addresses at the desk that are no job's. */
const reserved = ["new", "preview"];

/** Makes the last part of a job's address from its title: "R&D engineer" is "r-d-engineer". */
export function toJobAddress(title: string): string {
	const words = title
		.normalize("NFKD")
		.replaceAll(/\p{M}/gu, "")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.slice(0, maxAddressLength)
		.replaceAll(/^-+|-+$/g, "");
	return words === "" || reserved.includes(words) ? `${words}-position`.replace(/^-/, "") : words;
}
