import { Link } from "react-router";
import type { Colleagues } from "../../core/people/list-colleagues.server.ts";

/** Other people of a company, each with a link to their contact history. */
export function SameCompany({ colleagues }: { colleagues: Colleagues | undefined }) {
	if (!colleagues || colleagues.people.length === 0) return null;
	return (
		<section aria-labelledby="company">
			<h2 id="company">Others at {colleagues.domain}</h2>
			<ul className="plain-list">
				{colleagues.people.map(({ name, email, reference }) => (
					<li key={email}>
						<Link to={`/people/of/${encodeURIComponent(reference)}`} dir="auto">
							{name}
						</Link>
						<span className="aside">{email}</span>
					</li>
				))}
			</ul>
		</section>
	);
}
