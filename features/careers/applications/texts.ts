import { capitalise } from "../../../shared/capitalise.ts";
import type { Education, WorkExperience } from "./rules.ts";

/** Formats an answer: "not_sure" is "Not sure" (docs/product/careers.md, Review step). */
export function formatAnswer(answer: string): string {
	return capitalise(answer.replaceAll("_", " "));
}

export function askEligibility(workCountry: string): string {
	return `Are you legally eligible to work in ${workCountry}?`;
}

/** " for the position Engineer", or nothing for an application without a job. */
export function forPosition({ jobId, jobTitle }: { jobId: string; jobTitle: string }): string {
	return jobId === "" ? "" : ` for the position ${jobTitle}`;
}

/** "BTech in Physics from IIT Delhi (2014 - 2018)", without empty parts (docs/product/careers.md, Review step). */
export function describeEducation({ degree, fieldOfStudy, school, startYear, endYear }: Education): string {
	return joinGiven(
		degree,
		fieldOfStudy && `in ${fieldOfStudy}`,
		school && `from ${school}`,
		formatSpan(startYear, endYear),
	);
}

/** "Engineer at Kaveri Mills (2019-06 - Present)", without empty parts (docs/product/careers.md, Review step). */
export function describeExperience({ jobTitle, company, startDate, endDate }: WorkExperience): string {
	return joinGiven(jobTitle, company && `at ${company}`, formatSpan(startDate, endDate));
}

/** "Engineer at Kaveri Mills", from the first entry; empty without one. */
export function describeOccupation(entries: readonly WorkExperience[] = []): string {
	const [{ jobTitle, company } = { jobTitle: "", company: "" }] = entries;
	return joinGiven(jobTitle, company && `at ${company}`);
}

/** Formats a file's size: "12 KB", or "1.4 MB" from a megabyte on. */
export function formatFileSize(bytes: number): string {
	const kilobytes = Math.ceil(bytes / 1024);
	return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

function formatSpan(start: string, end: string): string {
	return start || end ? `(${start} - ${end})` : "";
}

function joinGiven(...parts: string[]): string {
	return parts.filter(Boolean).join(" ");
}
