import { compile } from "html-to-text";
import type { Job, SearchableJob } from "./job.ts";

const toText = compile({
	wordwrap: false,
	selectors: [
		{ selector: "a", options: { ignoreHref: true } },
		{ selector: "img", format: "skip" },
		{ selector: "ul", options: { itemPrefix: " " } },
		...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
	],
});

/** Adds the plain words of a job's description for searching, without tags and entities such as "R&amp;D". */
export function toSearchableJob(job: Job): SearchableJob {
	return { ...job, descriptionText: toText(job.description) };
}
