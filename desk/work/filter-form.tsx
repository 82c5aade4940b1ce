import { Form, Link } from "react-router";
import type { Topic } from "../../core/records/record-kind.ts";
import type { MemberChoice, StageChoice } from "./choices.ts";

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
		/** The views; the default one has no key. */
		views: StageChoice[];
		/** Stages of the kind, and additional ones of single topics. */
		stages: StageChoice[];
		members: MemberChoice[];
		/** Topics; empty for a kind without topics. */
		topics: readonly Topic[];
		/** Sources; empty when there is only one. */
		sources: readonly Topic[];
	};
	/** The kind's labels of topic and moment, where it has them. */
	labels: { about: string | undefined; moment: string | undefined };
};

/** Filter and order of a list; the address holds the choice, so that a view can be bookmarked. */
export function FilterForm({ path, query, choices, labels }: FilterFormProps) {
	const { views, stages, members, topics, sources } = choices;
	const owners = [
		{ key: "me", label: "Me" },
		{ key: "nobody", label: "Unassigned" },
		...members.map(({ id, name }) => ({ key: id, label: name })),
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
	/** The label for no choice; absent where one option is the default. */
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
