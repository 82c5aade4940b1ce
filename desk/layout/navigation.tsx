import { Link, useLocation } from "react-router";
import { AreaIcon } from "./area-icon.tsx";
import type { NavigationArea, Section } from "./list-sections.ts";
import { useCounts } from "./use-counts.ts";

/** Every area with its sections, the settings last. */
export function AreaList({ areas }: { areas: readonly NavigationArea[] }) {
	const { pathname } = useLocation();
	const here = findCurrent(areas, pathname);
	return (
		<nav aria-label="Main">
			<ul className="areas">
				{areas.map((area) => {
					const [first, second] = area.sections;
					if (!first) return null;
					return (
						<li key={area.key} className={area.key === "settings" ? "area-last" : undefined}>
							<Link
								className="area-link"
								to={first.path}
								prefetch="intent"
								aria-current={!second && first === here ? "page" : undefined}
							>
								<AreaIcon area={area.key} />
								{area.name}
							</Link>
							{second && (
								<ul aria-label={area.name}>
									{area.sections.map((section) => (
										<li key={section.path}>
											<Link to={section.path} prefetch="intent" aria-current={section === here ? "page" : undefined}>
												{section.name} <WaitingCount count={section.waiting} />
											</Link>
										</li>
									))}
								</ul>
							)}
						</li>
					);
				})}
			</ul>
		</nav>
	);
}

/** The areas alone, at the bottom of a small screen; a phone has room for the first three. */
export function AreaTabs({ areas }: { areas: readonly NavigationArea[] }) {
	const { pathname } = useLocation();
	const here = findCurrent(areas, pathname);
	return (
		<nav className="tabs" aria-label="Areas">
			<ul>
				{areas.map(({ key, name, sections }) => {
					const [first] = sections;
					return (
						first && (
							<li key={key}>
								<Link
									to={first.path}
									aria-current={here === undefined || !sections.includes(here) ? undefined : "true"}
								>
									<AreaIcon area={key} />
									<span>{name}</span>
								</Link>
							</li>
						)
					);
				})}
			</ul>
		</nav>
	);
}

/** Finds the section that an address belongs to: the one with the longest matching path. */
function findCurrent(areas: readonly NavigationArea[], pathname: string): Section | undefined {
	return areas
		.flatMap(({ sections }) => sections)
		.flatMap((section) => [section.path, ...(section.leadsTo ?? [])].map((path) => ({ path, section })))
		.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
		.toSorted((one, other) => other.path.length - one.path.length)[0]?.section;
}

function WaitingCount({ count = 0 }: { count: number | undefined }) {
	const countIn = useCounts();
	if (count === 0) return null;
	return (
		<span className="waiting-count">
			{countIn(count)}
			<span className="sr-only"> waiting</span>
		</span>
	);
}
