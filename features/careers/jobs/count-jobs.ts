import type { Department, JobLocation } from "../../../shared/careers.ts";
import type { Job } from "./job.ts";

/** The number of open jobs, by the groups of the careers page. */
export type OpenJobCounts = {
	/** By department, then by team. */
	teams: Record<string, Record<string, number>>;
	/** By the location's city. */
	cities: Record<string, number>;
};

/** Counts open jobs by team and city; a remote job has no city. */
export function countOpenJobs(
	jobs: readonly Pick<Job, "department" | "team" | "location">[],
	{ departments, locations }: { departments: readonly Department[]; locations: readonly JobLocation[] },
): OpenJobCounts {
	const cityOf = new Map(locations.map(({ label, city }) => [label, city]));
	const counts: OpenJobCounts = {
		teams: Object.fromEntries(
			departments.map(({ name, teams }) => [name, Object.fromEntries(teams.map((team) => [team.name, 0]))]),
		),
		cities: {},
	};
	for (const { department, team, location } of jobs) {
		const teams = counts.teams[department];
		if (teams && Object.hasOwn(teams, team)) teams[team] = (teams[team] ?? 0) + 1;
		const city = cityOf.get(location);
		if (city !== undefined) counts.cities[city] = (counts.cities[city] ?? 0) + 1;
	}
	return counts;
}

/** Returns the number of open jobs in words. */
export function writeOpenJobs(count: number): string {
	if (count === 0) return "no open jobs";
	return count === 1 ? "1 open job" : `${count} open jobs`;
}
