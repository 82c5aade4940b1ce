import { ArrowRight, MapPin } from "lucide-react";
import { Link } from "react-router";
import { writeOpenJobs } from "../../features/careers/jobs/count-jobs.ts";
import type { CareerPage } from "../../features/publishing/page-schema.ts";
import { useSource } from "../layout/use-source.ts";
import { CareerSearchForm } from "./career-search-form.tsx";

/** Number of open jobs; undefined if it cannot be read. */
type OpenJobs = number | undefined;
type CareerDepartment = {
	name: string;
	description: string;
	teams: { name: string; search: string; jobs?: OpenJobs }[];
};
type CareerOffice = { city: string; people: number; jobs?: OpenJobs; note: string };

type CareerLandingProps = { copy: CareerPage; departments: CareerDepartment[]; offices: CareerOffice[] };

/** /career before any search: docs/product/careers.md, Landing. */
export function CareerLanding({ copy, departments, offices }: CareerLandingProps) {
	const { hero, learnMore } = copy;
	const source = useSource();
	return (
		<>
			<section className="on-ink bg-ink text-sand">
				<div className="container-page py-16 lg:py-28">
					<p className="text-16 font-semibold text-accent-on-dark">{hero.eyebrow}</p>
					<h1 className="mt-3 max-w-[18ch] text-title text-paper">{hero.title}</h1>
					<p className="mt-5 max-w-[56ch]">{hero.introduction}</p>
					<div className="mt-10 max-w-3xl">
						<CareerSearchForm />
					</div>
				</div>
			</section>

			<section aria-labelledby="departments-title" className="section-space">
				<div className="container-page">
					<div className="grid gap-6 lg:grid-cols-12">
						<h2 id="departments-title" className="text-title lg:col-span-7">
							{copy.departments.title}
						</h2>
						<p className="max-w-[48ch] lg:col-span-5 lg:pt-3">{copy.departments.introduction}</p>
					</div>
					<ul className="mt-10 grid gap-6 lg:grid-cols-12">
						{departments.map(({ name, description, teams }, index) => (
							<li
								key={name}
								className={`rounded-20 border border-hairline p-6 md:p-8 ${index === 0 ? "bg-sand lg:col-span-12" : "bg-white lg:col-span-6"}`}
							>
								<h3 className="text-28">{name}</h3>
								<p className="mt-3 max-w-[56ch] text-16">{description}</p>
								<ul className={`mt-6 grid gap-x-8 ${index === 0 ? "lg:grid-cols-2" : ""}`}>
									{teams.map((team) => (
										<li key={team.name} className="border-t border-hairline">
											<Link
												to={source.addTo(`/career?q=${encodeURIComponent(team.search)}`)}
												className="group flex min-h-12 flex-wrap items-center gap-x-4 rounded-6 py-3 text-16 font-semibold text-ink hover:text-accent-text"
											>
												<span className="grow basis-0">{team.name}</span>
												<span className="flex items-center gap-3 text-14 font-normal text-muted">
													<span className="tabular whitespace-nowrap">
														{team.jobs !== undefined && writeOpenJobs(team.jobs)}
													</span>
													<ArrowRight
														aria-hidden="true"
														className="size-5 text-accent-ui transition group-hover:translate-x-1"
													/>
												</span>
											</Link>
										</li>
									))}
								</ul>
							</li>
						))}
					</ul>
				</div>
			</section>

			<section aria-labelledby="offices-title" className="border-y border-hairline bg-white section-space">
				<div className="container-page grid gap-12 lg:grid-cols-12">
					<div className="lg:col-span-5">
						<h2 id="offices-title" className="text-title">
							{copy.offices.title}
						</h2>
						<p className="mt-6 max-w-[48ch]">{copy.offices.introduction}</p>
					</div>
					<ul className="lg:col-span-6 lg:col-start-7">
						{offices.map(({ city, people, jobs, note }) => (
							<li key={city} className="flex gap-5 border-t border-hairline py-6">
								<MapPin aria-hidden="true" className="mt-1 size-6 shrink-0 text-accent-ui" />
								<div>
									<h3 className="text-22">
										{city}{" "}
										<span className="tabular font-sans text-16 font-normal text-muted">
											<span className="whitespace-nowrap">
												{people} {people === 1 ? "person" : "people"}
												{jobs !== undefined && ","}
											</span>{" "}
											{jobs !== undefined && <span className="whitespace-nowrap">{writeOpenJobs(jobs)}</span>}
										</span>
									</h3>
									<p className="mt-1 text-16">{note}</p>
								</div>
							</li>
						))}
					</ul>
				</div>
			</section>

			<section aria-labelledby="learn-more-title" className="section-space">
				<div className="container-page">
					<h2 id="learn-more-title" className="text-36">
						{learnMore.title}
					</h2>
					<ul className="mt-8 grid gap-x-10 md:grid-cols-2">
						{learnMore.links.map(({ to, label, description }) => (
							<li key={to} className="group relative border-t border-hairline py-6">
								<Link
									to={to}
									className="card-link flex items-center justify-between gap-4 rounded-6 text-18 font-semibold text-ink group-hover:text-accent-text"
								>
									{label}{" "}
									<ArrowRight
										aria-hidden="true"
										className="size-5 text-accent-ui transition group-hover:translate-x-1"
									/>
								</Link>
								<p className="mt-1 text-16">{description}</p>
							</li>
						))}
					</ul>
				</div>
			</section>
		</>
	);
}
