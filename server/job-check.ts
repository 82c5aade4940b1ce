import type { JobText } from "../features/careers/jobs/job-draft.ts";
import { createJobSchema } from "../features/publishing/content-schema.ts";
import { capitalise } from "../shared/capitalise.ts";
import type { CareersSettings } from "../shared/careers.ts";
import type { FieldError } from "../shared/text-rules.ts";

const labels: Record<string, string> = {
	title: "title",
	location: "location",
	type: "kind of employment",
	summary: "summary",
	markdown: "description",
	department: "department",
	team: "team",
	workplace: "workplace",
	closesOn: "last day to apply",
	currency: "currency",
	from: "lowest pay",
	to: "highest pay",
	benefits: "benefit",
	label: "question",
};

/** Creates the check of a job, as its file is checked: the first error of each field. */
export function createJobCheck(
	careers: Pick<CareersSettings, "departments" | "locations">,
): (job: JobText & { postedOn: string }) => FieldError[] {
	const schema = createJobSchema(careers);
	return ({ markdown, ...job }) => {
		const result = schema.safeParse({ ...job, description: markdown });
		if (result.success) return [];
		const errors = new Map<string, string>();
		for (const { path, message } of result.error.issues) {
			const field = path.map((part) => (part === "description" ? "markdown" : String(part))).join("-");
			const value = path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], {
				...job,
				description: markdown,
			});
			if (!errors.has(field)) errors.set(field, describeFault(field, value, message));
		}
		return [...errors].map(([field, message]) => ({ field, message }));
	};
}

function describeFault(field: string, value: unknown, message: string): string {
	const name = labels[field.split("-").at(-1) ?? ""] ?? field;
	if (value === "") return `Enter the ${name}`;
	if (field === "keywords") return "Enter at least two keywords";
	if (field === "closesOn") return "The last day to apply must be after the publication date";
	return `${capitalise(name)}: ${message}`;
}
