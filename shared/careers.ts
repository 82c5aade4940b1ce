import { z } from "zod";
import { countryCode, line, paragraph } from "./company.ts";

/** The shape of content/careers.yml. */

/** Keeps a form without scripts below the number of parts that an application may have. */
const maxQualifications = 20;

const departmentSchema = z
	.strictObject({
		name: line.meta({ title: "Name" }),
		description: paragraph.meta({ title: "Description" }),
		teams: z
			.array(
				z
					.strictObject({
						name: line.meta({ title: "Name" }),
						search: line.meta({ title: "Searches for", description: "What choosing the team looks for." }),
					})
					.meta({ title: "Team" }),
			)
			.min(1)
			.meta({ title: "Teams" }),
	})
	.meta({ title: "Department" });

const locationSchema = z
	.strictObject({
		label: line.meta({ title: "Name", description: "What a job names, visitors read and applicants choose." }),
		city: line.optional().meta({
			title: "City",
			description:
				"Where structured data say that it is. An office whose city on the careers pages this is gives its address.",
		}),
		region: line.optional().meta({ title: "Region" }),
		country: countryCode.optional().meta({
			description: "Of a remote location: from where one may work; without it, from anywhere.",
		}),
		remote: z.literal(true).optional().meta({ title: "Remote" }),
	})
	.refine(({ city, remote }) => (city === undefined) === (remote === true), {
		path: ["city"],
		message: "must be there, unless the location is remote: true",
	})
	.meta({ title: "Location" });

const filterSchema = z
	.strictObject({
		label: line.meta({ title: "Name" }),
		locations: z
			.union([
				z.literal("all").meta({ title: "All locations" }),
				z
					.array(line.meta({ title: "Location", chosenFrom: "locations" }))
					.min(1)
					.meta({ title: "These locations" }),
			])
			.meta({ title: "Finds" }),
	})
	.meta({ title: "Filter" });

export const careersSchema = z
	.strictObject({
		departments: distinct(departmentSchema, ({ name }) => name)
			.min(1)
			.meta({ title: "Departments" }),
		locations: distinct(locationSchema, ({ label }) => label)
			.min(1)
			.meta({ title: "Locations" }),
		locationFilters: distinct(filterSchema, ({ label }) => label.toLowerCase())
			.min(1)
			.meta({
				title: "Filters of the job search",
				description: "The first finds every job, whatever its location.",
			}),
		countries: distinct(line.meta({ title: "Country" }))
			.min(1)
			.meta({
				title: "Countries",
				description: "What applicants choose from as their country; the first is the default.",
			}),
		workCountry: line.meta({
			title: "Country to work in",
			description: "As it stands in “Are you legally eligible to work in …?”, with its article if it has one.",
		}),
		qualifications: distinct(paragraph.meta({ title: "Question" }))
			.max(maxQualifications)
			.meta({
				title: "Questions to all applicants",
				description: "What every applicant answers with yes, no or not sure; there may be none.",
			}),
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

/** The choices of searches and forms; the browser gets no more of the content than these. */
export type CareersChoices = Pick<CareersFacts, "locationFilters" | "countries" | "workCountry" | "qualifications"> & {
	/** Labels of the locations. */
	locations: string[];
};

/** Lists the choices of searches and forms. */
export function listCareersChoices({
	locations,
	locationFilters,
	countries,
	workCountry,
	qualifications,
}: CareersFacts): CareersChoices {
	return { locations: locations.map(({ label }) => label), locationFilters, countries, workCountry, qualifications };
}

/** A list without duplicates. */
function distinct<Item extends z.ZodType>(item: Item, keyOf: (value: z.output<Item>) => unknown = (value) => value) {
	return z
		.array(item)
		.refine((items) => new Set(items.map(keyOf)).size === items.length, "must not hold the same twice");
}
