import { Form, Link, useNavigate } from "react-router";
import type { Facet } from "../../core/records/facets.ts";
import type { Topic } from "../../core/records/record-kind.ts";
import { AddressSelect } from "../forms/address-select.tsx";
import { PopUp } from "../layout/pop-up.tsx";
import type { MemberChoice, StageChoice } from "./choices.ts";
import { pickListSearch } from "./list-search.ts";
import { SaveViewForm } from "./save-view-form.tsx";
import { findSavedView, type ShownSavedView } from "./view-links.tsx";

export type ListQuery = {
	stage: string;
	owner: string;
	show: string;
	sort: string;
	topic: string;
	source: string;
	service: string;
	answer: string;
};

type FilterFormProps = {
	/** Of the list, or of the record that is open beside it. */
	path: string;
	/** Of the list's saved views. */
	viewsPath: string;
	/** Reference of the record that is open beside. */
	open: string | undefined;
	query: ListQuery;
	savedViews: readonly ShownSavedView[];
	choices: {
		/** Stages of the kind, and additional ones of single topics. */
		stages: StageChoice[];
		/** Undefined for a view of one owner's records. */
		members: MemberChoice[] | undefined;
		/** Topics; empty for a kind without topics. */
		topics: readonly Topic[];
		/** Sources; empty when there is only one. */
		sources: readonly Topic[];
		/** Other properties of the kind: services, and answers to questions. */
		facets: readonly Facet[];
	};
	/** The kind's labels of topic and moment, where it has them. */
	labels: { about: string | undefined; moment: string | undefined };
};

/** Filter and order of a list, applied as they change; the address holds the choice, so that it can be bookmarked. */
export function FilterForm({ path, viewsPath, open, query, savedViews, choices, labels }: FilterFormProps) {
	const navigate = useNavigate();
	const { stages, members, topics, sources, facets } = choices;
	const services = facets.find(({ name }) => name === "service")?.values ?? [];
	const questions = facets.filter(({ name }) => name !== "service");
	const owners = [
		{ key: "me", label: "Me" },
		{ key: "nobody", label: "Unassigned" },
		...(members ?? []).map(({ id, name }) => ({ key: id, label: name })),
	];
	const orders = [
		...(labels.moment === undefined ? [] : [{ key: "moment", label: labels.moment }]),
		{ key: "received", label: "Newest" },
		{ key: "changed", label: "Recently changed" },
		{ key: "follow-up", label: "Follow-up day" },
		{ key: "name", label: "Name" },
	];
	const { show, ...chosen } = query;
	const search = pickListSearch(query);
	const count = Object.values(chosen).filter((value) => value !== "").length;
	return (
		<details className="list-filters">
			<summary>
				Filters
				{count > 0 && (
					<span className="number">
						{count}
						<span className="sr-only"> in use</span>
					</span>
				)}
			</summary>
			<Form
				method="get"
				action={path}
				className="work-filters"
				role="search"
				aria-label="Filters"
				onChange={(event) => {
					const typed = new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][]);
					void navigate(path + pickListSearch(typed), { preventScrollReset: true });
				}}
			>
				{show !== "" && <input type="hidden" name="show" value={show} />}
				{topics.length > 0 && (
					<FilterSelect name="topic" label={labels.about ?? "About"} value={query.topic} unset="Any" choices={topics} />
				)}
				<FilterSelect name="stage" label="Stage" value={query.stage} unset="Any" choices={stages} />
				{members && <FilterSelect name="owner" label="Owner" value={query.owner} unset="Anyone" choices={owners} />}
				{sources.length > 0 && (
					<FilterSelect name="source" label="Source" value={query.source} unset="Any" choices={sources} />
				)}
				{services.length > 0 && (
					<FilterSelect name="service" label="Service" value={query.service} unset="Any" choices={services} />
				)}
				{questions.length > 0 && (
					<FilterSelect name="answer" label="Answer" value={query.answer} unset="Any" groups={questions} />
				)}
				<FilterSelect name="sort" label="Sort" value={query.sort} unset="Default" choices={orders} />
				<noscript>
					<button>Apply</button>
				</noscript>
				{count > 0 && <Link to={path + pickListSearch({ show })}>Clear filters</Link>}
			</Form>
			<div className="view-saving">
				{search !== "" && !findSavedView(savedViews, query) && (
					<PopUp label="Save view">
						<SaveViewForm action={viewsPath} search={search} open={open} />
					</PopUp>
				)}
				{savedViews.length > 0 && <Link to={viewsPath}>Edit saved views</Link>}
			</div>
		</details>
	);
}

type FilterSelectProps = {
	name: keyof ListQuery;
	label: string;
	value: string;
	/** The label for no choice. */
	unset: string;
	choices?: readonly { key: string; label: string }[];
	groups?: readonly Facet[];
};

function FilterSelect({ name, label, value, unset, choices = [], groups = [] }: FilterSelectProps) {
	return (
		<label>
			{label}
			{/* A record beside has fields of the same names. */}
			<AddressSelect
				name={name}
				value={value}
				aria-label={name === "sort" ? label : `Filter by ${label.toLowerCase()}`}
			>
				<option value="">{unset}</option>
				<Options choices={choices} />
				{groups.map((group) => (
					<optgroup key={group.name} label={group.label}>
						<Options choices={group.values} />
					</optgroup>
				))}
			</AddressSelect>
		</label>
	);
}

function Options({ choices }: { choices: readonly { key: string; label: string }[] }) {
	return choices.map(({ key, label }) => (
		<option key={key} value={key}>
			{label}
		</option>
	));
}
