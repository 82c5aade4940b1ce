import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { listCareersChoices, type CareersSettings } from "../../shared/careers.ts";
import { testCareers } from "../../tests/support/careers.ts";
import { careersFile, readCareersFile } from "./careers-file.server.ts";
import { readJobFile } from "./job-file.server.ts";

/** Creates a content folder with these settings and deletes it after the test. */
function writeCareers(facts: unknown): string {
	const directory = mkdtempSync(join(tmpdir(), "careers-"));
	onTestFinished(() => rmSync(directory, { recursive: true }));
	writeFileSync(join(directory, careersFile), stringify(facts));
	return directory;
}

function readProblems(changes: Partial<Record<keyof CareersSettings, unknown>>): string[] {
	try {
		readCareersFile(writeCareers({ ...testCareers, ...changes }));
	} catch (error) {
		return (error as Error).message.split("\n");
	}
	return [];
}

const [place, , remote] = testCareers.locations;
const [everywhere] = testCareers.locationFilters;
const [department] = testCareers.departments;

describe("the facts about careers", () => {
	test("are read unchanged", () => {
		expect(readCareersFile(writeCareers(testCareers))).toEqual(testCareers);
	});

	test("provide the choices of forms and searches, and no more", () => {
		const { locationFilters, countries, workCountry, qualifications } = testCareers;
		expect(listCareersChoices(testCareers)).toEqual({
			locations: ["Leipzig, Thuringia, Germany", "Graz, Styria, Austria", "From home (Austria)"],
			locationFilters,
			countries,
			workCountry,
			qualifications,
		});
	});

	test.each<[string, Partial<Record<keyof CareersSettings, unknown>>, string[]]>([
		["no country", { countries: [] }, [expect.stringMatching(/^content\/careers\.yml: countries: /)]],
		[
			"a question twice",
			{ qualifications: ["Can you weave?", "Can you weave?"] },
			["content/careers.yml: qualifications: must not contain duplicates"],
		],
		[
			"a location twice",
			{ locations: [place, place, remote], locationFilters: [everywhere] },
			["content/careers.yml: locations: must not contain duplicates"],
		],
		[
			"a place without a city",
			{ locations: [{ label: "Somewhere" }], locationFilters: [everywhere] },
			["content/careers.yml: locations: 0: city: is required unless the location is remote"],
		],
		[
			"a country that is no code",
			{ locations: [{ ...place, country: "Germany" }], locationFilters: [everywhere] },
			["content/careers.yml: locations: 0: country: must be a two-character country code (ISO 3166-1), such as AE"],
		],
		[
			"a first filter that does not find every job",
			{ locationFilters: [{ label: "Leipzig", locations: [place?.label] }] },
			['content/careers.yml: locationFilters: 0: locations: the first filter must show all locations: "all"'],
		],
		[
			"a filter of a location that there is not",
			{ locationFilters: [everywhere, { label: "Ghent", locations: ["Ghent, Belgium"] }] },
			['content/careers.yml: locationFilters: 1: locations: "Ghent, Belgium" is not one of the locations'],
		],
		["no department", { departments: [] }, ["content/careers.yml: departments: must have at least 1 entry"]],
		[
			"a department twice",
			{ departments: [department, department] },
			["content/careers.yml: departments: must not contain duplicates"],
		],
		[
			"a department without a team",
			{ departments: [{ ...department, teams: [] }] },
			["content/careers.yml: departments: 0: teams: must have at least 1 entry"],
		],
		[
			"a team that says how many jobs it has, which the jobs say",
			{ departments: [{ ...department, teams: [{ name: "Looms", jobs: "many", search: "loom" }] }] },
			["content/careers.yml: departments: 0: teams: 0: has unknown fields: jobs"],
		],
		[
			"no location",
			{ locations: [], locationFilters: [everywhere] },
			["content/careers.yml: locations: must have at least 1 entry"],
		],
		[
			"a remote location with a city",
			{ locations: [{ ...remote, city: "Graz" }], locationFilters: [everywhere] },
			["content/careers.yml: locations: 0: city: is required unless the location is remote"],
		],
		[
			"a filter twice, in whatever case",
			{ locationFilters: [everywhere, { label: everywhere?.label.toUpperCase(), locations: "all" }] },
			["content/careers.yml: locationFilters: must not contain duplicates"],
		],
		[
			"a country twice",
			{ countries: ["Germany", "Germany"] },
			["content/careers.yml: countries: must not contain duplicates"],
		],
		["no country to work in", { workCountry: " " }, [expect.stringMatching(/^content\/careers\.yml: workCountry: /)]],
	])("with %s stop the build, by field", (_, changes, problems) => {
		expect(readProblems(changes)).toEqual(problems);
	});

	test("without a file are named by its name", () => {
		const directory = mkdtempSync(join(tmpdir(), "careers-"));
		onTestFinished(() => rmSync(directory, { recursive: true }));
		expect(() => readCareersFile(directory)).toThrow("content/careers.yml: cannot be read (ENOENT)");
	});
});

test("the jobs of a company that has nothing in common with the sample one name its own departments and locations", async () => {
	const directory = fileURLToPath(new URL("../../e2e/fixtures/second-company", import.meta.url));
	const careers = readCareersFile(directory);
	const { departments, locations } = careers;
	for (const file of readdirSync(join(directory, "jobs"))) {
		const job = await readJobFile(
			{ id: file.replace(".yml", ""), file, yaml: readFileSync(join(directory, "jobs", file), "utf8") },
			careers,
		);
		expect(departments.map(({ name }) => name)).toContain(job.department);
		expect(locations.map(({ label }) => label)).toContain(job.location);
	}
});
