import { Form, Link } from "react-router";
import type { Topic } from "../../platform/records/record-kind.ts";
import type { ColleagueChoice, StageChoice } from "./choices.ts";

export type ListQuery = {
	stage: string;
	owner: string;
	show: string;
	sort: string;
	topic: string;
	source: string;
};

/** Which records a list shows and in which order; what is chosen stands in the address, so that a view can be kept. */
export function FilterForm({
	path,
	query,
	views,
	momentLabel,
	stages,
	otherStages,
	colleagues,
	aboutLabel = "About",
	topics,
	sources,
}: {
	path: string;
	query: ListQuery;
	/** What can be seen; the usual one has no key. */
	views: StageChoice[];
	/** Of the time at which each takes place, where the kind has one. */
	momentLabel: string | undefined;
	stages: StageChoice[];
	/** Those that records about one thing alone have. */
	otherStages: StageChoice[];
	colleagues: ColleagueChoice[];
	/** What its records can be about, and what that is called; none where they are about nothing in particular. */
	aboutLabel?: string | undefined;
	topics: readonly Topic[];
	/** The ways by which they come; none where there is one. */
	sources: readonly Topic[];
}) {
	return (
		<Form method="get" action={path} className="work-filters" role="search" aria-label="Which to show">
			<label>
				Show
				<select name="show" defaultValue={query.show}>
					{views.map(({ key, label }) => (
						<option key={key} value={key}>
							{label}
						</option>
					))}
				</select>
			</label>
			{topics.length > 0 && <TopicSelect name="topic" label={aboutLabel} value={query.topic} topics={topics} />}
			<label>
				Stage
				<select name="stage" defaultValue={query.stage}>
					<option value="">Any</option>
					{[...stages, ...otherStages].map(({ key, label }) => (
						<option key={key} value={key}>
							{label}
						</option>
					))}
				</select>
			</label>
			<label>
				Owner
				<select name="owner" defaultValue={query.owner}>
					<option value="">Anybody</option>
					<option value="me">Me</option>
					<option value="nobody">Nobody</option>
					{colleagues.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			</label>
			{sources.length > 0 && <TopicSelect name="source" label="Came by" value={query.source} topics={sources} />}
			<label>
				Sorted by
				<select name="sort" defaultValue={query.sort}>
					<option value="">As usual</option>
					{momentLabel !== undefined && <option value="moment">{momentLabel}</option>}
					<option value="received">Latest received</option>
					<option value="changed">Latest changed</option>
					<option value="follow-up">Follow-up</option>
					<option value="name">Name</option>
				</select>
			</label>
			<button>Show</button>
			<Link to={path}>Reset</Link>
		</Form>
	);
}

type TopicSelectProps = { name: string; label: string; value: string; topics: readonly Topic[] };

function TopicSelect({ name, label, value, topics }: TopicSelectProps) {
	return (
		<label>
			{label}
			<select name={name} defaultValue={value}>
				<option value="">Any</option>
				{topics.map(({ key, label: text }) => (
					<option key={key} value={key}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
}
