import { Link } from "react-router";
import type { Colleague } from "../../core/people/list-colleagues.server.ts";

export type ShownCompany = {
	domain: string;
	people: Colleague[];
	/** The sum of its records’ values, by the name of their stage. */
	values: { stage: string; value: string }[];
};

/** The value of a company, and its other people, each with a link to their contact history. */
export function SameCompany({ company }: { company: ShownCompany | undefined }) {
	if (!company || (company.people.length === 0 && company.values.length === 0)) return null;
	const { domain, people, values } = company;
	return (
		<section aria-labelledby="company">
			<h2 id="company">{people.length === 0 ? domain : `Others at ${domain}`}</h2>
			{values.length > 0 && (
				<dl className="fields">
					{values.map(({ stage, value }) => (
						<div key={stage}>
							<dt>{stage}</dt>
							<dd className="number">{value}</dd>
						</div>
					))}
				</dl>
			)}
			<ul className="person-list">
				{people.map(({ name, email, reference }) => (
					<li key={email}>
						<p>
							<Link to={`/people/of/${encodeURIComponent(reference)}`} dir="auto">
								{name}
							</Link>
							<span className="aside">{email}</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
