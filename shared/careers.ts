import { z } from "zod";
import { countryCode, line } from "./company.ts";

/** The facts about careers, which the content states once and every floor may use: the shape of content/careers.yml. */

/** With them and everything else, a form without scripts stays below the parts that an application may have. */
const maxQualifications = 20;

const departmentSchema = z.strictObject({
	name: line,
	description: line,
	/** `search` is what choosing the team looks for. */
	teams: z.array(z.strictObject({ name: line, search: line })).min(1),
});

const locationSchema = z
	.strictObject({
		/** What a job names, visitors read and applicants choose. */
		label: line,
		/** Where structured data say that it is. An office whose careersCity this is gives its address. */
		city: line.optional(),
		region: line.optional(),
		/** Of a remote location: from where one may work; without it, from anywhere. */
		country: countryCode.optional(),
		remote: z.literal(true).optional(),
	})
	.refine(({ city, remote }) => (city === undefined) === (remote === true), {
		path: ["city"],
		message: "must be there, unless the location is remote: true",
	});

const filterSchema = z.strictObject({
	label: line,
	/** Which locations it finds, by their labels. */
	locations: z.union([z.literal("all"), z.array(line).min(1)]),
});

export const careersSchema = z
	.strictObject({
		departments: distinct(departmentSchema, ({ name }) => name).min(1),
		locations: distinct(locationSchema, ({ label }) => label).min(1),
		/** Of the job search; the first finds every job, whatever its location. */
		locationFilters: distinct(filterSchema, ({ label }) => label.toLowerCase()).min(1),
		/** What applicants choose from as their country; the first is the default. */
		countries: distinct(line).min(1),
		/** As it stands in "Are you legally eligible to work in {workCountry}?", with its article if it has one. */
		workCountry: line,
		/** What every applicant answers with yes, no or not sure; there may be none. */
		qualifications: distinct(line).max(maxQualifications),
	})
	.check(({ value: { locations, locationFilters }, issues }) => {
		const labels = new Set(locations.map(({ label }) => label));
		for (const [index, filter] of locationFilters.entries()) {
			const report = (message: string) =>
				issues.push({
					code: "custom",
					input: filter.locations,
					path: ["locationFilters", index, "locations"],
					message,
				});
			if (index === 0 && filter.locations !== "all") report('the first filter finds every job: must be "all"');
			if (filter.locations === "all") continue;
			for (const label of filter.locations) if (!labels.has(label)) report(`"${label}" is none of the locations`);
		}
	});

export type CareersFacts = z.infer<typeof careersSchema>;
export type Department = CareersFacts["departments"][number];
export type JobLocation = CareersFacts["locations"][number];
export type LocationFilter = CareersFacts["locationFilters"][number];

/** What searches and forms offer to choose from; the browser gets no more of the facts than this. */
export type CareersChoices = Pick<CareersFacts, "locationFilters" | "countries" | "workCountry" | "qualifications"> & {
	/** The labels of the locations. */
	locations: string[];
};

/** Takes from the facts what searches and forms offer to choose from. */
export function listCareersChoices({
	locations,
	locationFilters,
	countries,
	workCountry,
	qualifications,
}: CareersFacts): CareersChoices {
	return { locations: locations.map(({ label }) => label), locationFilters, countries, workCountry, qualifications };
}

/** A list in which nothing stands twice. */
function distinct<Item extends z.ZodType>(item: Item, keyOf: (value: z.output<Item>) => unknown = (value) => value) {
	return z
		.array(item)
		.refine((items) => new Set(items.map(keyOf)).size === items.length, "must not hold the same twice");
}
