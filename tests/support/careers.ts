import type { CareersSettings } from "../../shared/careers.ts";

/** The careers of a company with nothing in common with the sample: behaviour must not depend on content. */
export const testCareers: CareersSettings = {
	departments: [
		{
			name: "Workshop",
			description: "Looms and those who mend them.",
			teams: [{ name: "Looms", search: "loom" }],
		},
		{ name: "Shop", description: "Cloth by the metre.", teams: [{ name: "Counter", search: "counter" }] },
	],
	locations: [
		// Leipzig is in Saxony: a label need not be right.
		{ label: "Leipzig, Thuringia, Germany", city: "Leipzig", region: "Saxony", country: "DE" },
		{ label: "Graz, Styria, Austria", city: "Graz", region: "Styria", country: "AT" },
		{ label: "From home (Austria)", remote: true, country: "AT" },
	],
	locationFilters: [
		{ label: "Anywhere", locations: "all" },
		{ label: "Leipzig", locations: ["Leipzig, Thuringia, Germany"] },
		{ label: "In Austria", locations: ["Graz, Styria, Austria", "From home (Austria)"] },
	],
	countries: ["Austria", "Germany"],
	workCountry: "the European Union",
	qualifications: [
		"Have you woven for at least two years, at home or in a mill?",
		"Do you see colours as most people do?",
		"Can you stand for six hours?",
	],
};
