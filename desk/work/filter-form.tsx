import { Form, Link } from "react-router";
import type { Topic } from "../../core/records/record-kind.ts";
import type { ColleagueChoice, StageChoice } from "./choices.ts";

export type ListQuery = {
	stage: string;
	owner: string;
	show: string;
	sort: string;
	topic: string;
	source: string;
};

type FilterFormProps = {
	path: string;
	query: ListQuery;
	choices: {
		/** What can be seen; the usual one has no key. */
		views: StageChoice[];
		/** Those of the kind, and those that records about one thing alone have. */
		stages: StageChoice[];
		colleagues: ColleagueChoice[];
		/** What records can be about; none where they are about nothing in particular. */
		topics: readonly Topic[];
		/** The ways by which they come; none where there is one. */
		sources: readonly Topic[];
	};
	/** What the kind calls what its records are about, and the time at which each takes place, where it has one. */
	labels: { about: string | undefined; moment: string | undefined };
};

/** Which records a list shows and in which order; what is chosen stands in the address, so that a view can be kept. */
export function FilterForm({ path, query, choices, labels }: FilterFormProps) {
	const { views, stages, colleagues, topics, sources } = choices;
	const owners = [
		{ key: "me", label: "Me" },
		{ key: "nobody", label: "Unassigned" },
		...colleagues.map(({ id, name }) => ({ key: id, label: name })),
	];
	const orders = [
		...(labels.moment === undefined ? [] : [{ key: "moment", label: labels.moment }]),
		{ key: "received", label: "Newest" },
		{ key: "changed", label: "Recently changed" },
		{ key: "follow-up", label: "Follow-up" },
		{ key: "name", label: "Name" },
	];
	return (
		<Form method="get" action={path} className="work-filters" role="search" aria-label="Filters">
			<FilterSelect name="show" label="View" value={query.show} choices={views} />
			{topics.length > 0 && (
				<FilterSelect name="topic" label={labels.about ?? "About"} value={query.topic} unset="Any" choices={topics} />
			)}
			<FilterSelect name="stage" label="Stage" value={query.stage} unset="Any" choices={stages} />
			<FilterSelect name="owner" label="Owner" value={query.owner} unset="Anyone" choices={owners} />
			{sources.length > 0 && (
				<FilterSelect name="source" label="Source" value={query.source} unset="Any" choices={sources} />
			)}
			<FilterSelect name="sort" label="Sort" value={query.sort} unset="Default" choices={orders} />
			<button>Apply</button>
			<Link to={path}>Reset</Link>
		</Form>
	);
}

type FilterSelectProps = {
	name: keyof ListQuery;
	label: string;
	value: string;
	/** What is chosen while nothing is; left out where one of the choices is. */
	unset?: string;
	choices: readonly { key: string; label: string }[];
};

function FilterSelect({ name, label, value, unset, choices }: FilterSelectProps) {
	return (
		<label>
			{label}
			<select name={name} defaultValue={value}>
				{unset !== undefined && <option value="">{unset}</option>}
				{choices.map((choice) => (
					<option key={choice.key} value={choice.key}>
						{choice.label}
					</option>
				))}
			</select>
		</label>
	);
}
