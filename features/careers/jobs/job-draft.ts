import type { JobPay } from "../../../shared/job-pay.ts";
import type { JobQuestion } from "../../../shared/questions.ts";
import type { Job } from "./job.ts";

/** The text of a job; it is posted on the day of its publication. */
export type JobText = Omit<Job, "id" | "description" | "postedOn" | "pay"> & {
	markdown: string;
	questions: JobQuestion[];
	/** Shown on the site or not. */
	pay: JobPay | undefined;
};

/** Most openings of a job. */
export const mostOpenings = 999;

export function isNumberOfOpenings(openings: number): boolean {
	return Number.isInteger(openings) && openings > 0 && openings <= mostOpenings;
}

/** Most characters of a job's address that come from its title. */
const maxAddressLength = 60;
/** Paths at the desk that are not jobs. */
const reserved = ["new", "preview"];

/** Returns the last part of a job's address: "R&D engineer" becomes "r-d-engineer". */
export function toJobAddress(title: string): string {
	const words = title
		.normalize("NFKD")
		.replaceAll(/\p{M}/gu, "")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.slice(0, maxAddressLength)
		.replaceAll(/^-|-$/g, "");
	return words === "" || reserved.includes(words) ? `${words}-position`.replace(/^-/, "") : words;
}
