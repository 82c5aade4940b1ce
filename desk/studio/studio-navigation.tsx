import { NavLink } from "react-router";

const parts = [
	{ path: "/studio", name: "Documents" },
	{ path: "/studio/start", name: "First steps" },
	{ path: "/studio/history", name: "History" },
	{ path: "/studio/calendar", name: "Calendar" },
	{ path: "/studio/scheduled", name: "Scheduled" },
	{ path: "/studio/previews", name: "Previews" },
	{ path: "/studio/conflicts", name: "Conflicts" },
];

export function StudioNavigation() {
	return (
		<nav aria-label="Site" className="filters">
			<ul>
				{parts.map(({ path, name }) => (
					<li key={path}>
						<NavLink to={path} end>
							{name}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	);
}
