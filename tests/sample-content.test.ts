import { describe, expect, test } from "vitest";
import { loadContent } from "../features/publishing/load-content.server.ts";
import { readFolders } from "../platform/config.ts";
import { isSample } from "./support/sample-company.ts";

const content = await loadContent(readFolders().contentDirectory);

// Another company's texts differ: only its schemas check its content.
describe.runIf(isSample(content.company))("the sample company", () => {
	test("has as many entries as promised", () => {
		const { services, projects, launchingSoon, posts, copy } = content;
		expect(services.map(({ title }) => title)).toEqual([
			"Website Development",
			"App Development",
			"UI-UX Design",
			"ERP",
			"Digital Marketing",
			"Generative AI",
			"Security Services",
			"CRM",
		]);
		expect(projects.length).toBeGreaterThanOrEqual(10);
		expect(copy.portfolio.categories).toEqual([
			"Website Development",
			"ERP Development",
			"App Development",
			"UI/UX Design",
			"Cloud Services",
			"IOT services",
			"Website Design",
			"Digital Marketing",
			"Generative AI",
			"CRM",
		]);
		expect(Object.keys(launchingSoon)).toEqual(["Cloud Services", "IOT services", "Website Design"]);
		expect(posts.length).toBeGreaterThanOrEqual(14);
		expect(posts.filter(({ featured }) => featured)).toHaveLength(4);
		expect(posts.filter(({ insight }) => insight)).toHaveLength(8);
		expect(content.testimonials.filter(({ home }) => home)).toHaveLength(6);
	});

	test("has posts of 400 to 900 words", () => {
		const { posts } = content;
		const lengths = posts.map(({ slug, html }) => ({
			slug,
			words: html
				.replaceAll(/<[^>]*>/g, " ")
				.split(/\s+/)
				.filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
		}));
		expect(lengths.filter(({ words }) => words < 400 || words > 900)).toEqual([]);
	});

	test("offers the promised choices on the careers pages, in words and order", () => {
		const { departments, locations, locationFilters, countries, workCountry, qualifications } = content.careers;
		expect(departments.map(({ name }) => name)).toEqual(["Engineering", "AI & Machine Learning", "Sales & Growth"]);
		expect(locations.map(({ label, region }) => [label, region])).toEqual([
			["Bengaluru, Karnataka, India", "Karnataka"],
			["Gwalior, Madhya Pradesh, India", "Madhya Pradesh"],
			["New Delhi, Maharashtra, India", "Delhi"],
			["Remote (India)", undefined],
		]);
		expect(locationFilters.map(({ label }) => label)).toEqual(["Any Location in India", "Gwalior", "Remote (India)"]);
		expect([countries, workCountry]).toEqual([["India"], "India"]);
		expect(qualifications).toEqual([
			"Do you have a bachelor's degree or equivalent practical experience?",
			"Do you have at least 2 years of related professional experience?",
			"Do you have strong written and verbal communication skills?",
			"Are you comfortable with collaborating in a team?",
			"Can you adapt quickly to new technologies?",
		]);
	});
});
