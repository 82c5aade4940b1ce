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
						search: line.meta({
							title: "Search text",
							description: "What visitors search for when they choose the team.",
						}),
					})
					.meta({ title: "Team" }),
			)
			.min(1)
			.meta({ title: "Teams" }),
	})
	.meta({ title: "Department" });

const locationSchema = z
	.strictObject({
		label: line.meta({ title: "Name", description: "As jobs, visitors and applicants see it." }),
		city: line.optional().meta({
			title: "City",
			description: "For search engines. Use an office’s city to include its address.",
		}),
		region: line.optional().meta({ title: "Region" }),
		country: countryCode.optional().meta({
			description: "For a remote location, where people may work from. Leave empty for anywhere.",
		}),
		remote: z.literal(true).optional().meta({ title: "Remote" }),
	})
	.refine(({ city, remote }) => (city === undefined) === (remote === true), {
		path: ["city"],
		message: "is required unless the location is remote",
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
					.meta({ title: "Chosen locations" }),
			])
			.meta({ title: "Shows" }),
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
				title: "Job search filters",
				description: "The first must show all locations.",
			}),
		countries: distinct(line.meta({ title: "Country" }))
			.min(1)
			.meta({
				title: "Countries",
				description: "The countries applicants choose from. The first is the default.",
			}),
		workCountry: line.meta({
			title: "Country to work in",
			description: "Completes “Are you legally eligible to work in …?” Include the article, as in “the Netherlands”.",
		}),
		qualifications: distinct(paragraph.meta({ title: "Question" }))
			.max(maxQualifications)
			.meta({
				title: "Questions for all applicants",
				description: "Answered with yes, no or not sure.",
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
			if (index === 0 && filter.locations !== "all") report('the first filter must show all locations: "all"');
			if (filter.locations === "all") continue;
			for (const label of filter.locations) if (!labels.has(label)) report(`"${label}" is not one of the locations`);
		}
	});

export type CareersSettings = z.infer<typeof careersSchema>;
export type Department = CareersSettings["departments"][number];
export type JobLocation = CareersSettings["locations"][number];
export type LocationFilter = CareersSettings["locationFilters"][number];

/** The choices of searches and forms; the browser gets no more of the content than these. */
export type CareersChoices = Pick<
	CareersSettings,
	"locationFilters" | "countries" | "workCountry" | "qualifications"
> & {
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
}: CareersSettings): CareersChoices {
	return { locations: locations.map(({ label }) => label), locationFilters, countries, workCountry, qualifications };
}

/** A list without duplicates. */
function distinct<Item extends z.ZodType>(item: Item, keyOf: (value: z.output<Item>) => unknown = (value) => value) {
	return z
		.array(item)
		.refine((items) => new Set(items.map(keyOf)).size === items.length, "must not contain duplicates");
}
