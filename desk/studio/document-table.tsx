import { useState } from "react";
import { Form, Link } from "react-router";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ColumnHeads } from "../layout/column-heads.tsx";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import { countOf } from "../words.ts";
import { pathToEdit } from "./paths.ts";
import type { ShownDocument } from "./show-documents.server.ts";

/** A document with the places that matched a search. */
export type FoundDocument = ShownDocument & { places: { name: string; label: string; text: string }[] };

type DocumentTableProps = {
	kind: string;
	documents: readonly FoundDocument[];
	isOpen: boolean;
	onToggle(isOpen: boolean): void;
};

/** Documents of a kind. Deletable ones can be selected; the next page says what is deleted with them. */
export function DocumentTable({ kind, documents, isOpen, onToggle }: DocumentTableProps) {
	const canGo = documents.filter(({ isDeletable }) => isDeletable);
	const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
	const isHydrated = useHydrated();
	const isAll = canGo.length > 0 && canGo.every(({ path }) => chosen.has(path));
	const table = (
		<table className="studio-documents">
			<thead className="sr-only">
				<tr>
					<ColumnHeads columns={["Title", "Status", "Draft"]} />
				</tr>
			</thead>
			<tbody>
				{documents.map((document) => (
					<DocumentRow
						key={document.path}
						document={document}
						isChosen={chosen.has(document.path)}
						onChoose={(isChosen) => choose((before) => withPath(before, document.path, isChosen))}
					/>
				))}
			</tbody>
		</table>
	);
	return (
		<section aria-label={kind}>
			<details className="studio-kind" open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
				<summary>
					<h2>
						{kind} <span className="number">{documents.length}</span>
					</h2>
				</summary>
				{canGo.length === 0 ? (
					table
				) : (
					<Form method="get" action="/studio/delete">
						{table}
						<div className="studio-chosen">
							{isHydrated && (
								<label>
									<input
										type="checkbox"
										checked={isAll}
										onChange={({ currentTarget }) =>
											choose(new Set(currentTarget.checked ? canGo.map(({ path }) => path) : []))
										}
									/>
									<span>
										Select all<span className="sr-only">: {kind}</span>
									</span>
								</label>
							)}
							<button aria-disabled={isHydrated && chosen.size === 0}>
								Delete {isHydrated && chosen.size > 0 ? chosen.size : "selected"}…
								<span className="sr-only"> {kind}</span>
							</button>
						</div>
					</Form>
				)}
			</details>
		</section>
	);
}

type DocumentRowProps = { document: FoundDocument; isChosen: boolean; onChoose(isChosen: boolean): void };

function DocumentRow({ document, isChosen, onChoose }: DocumentRowProps) {
	const { path, title, about, state, draft, scheduledFor, sampleCount, isDeletable, places } = document;
	return (
		<tr>
			<th scope="row">
				{isDeletable && (
					<input
						type="checkbox"
						name="path"
						value={path}
						checked={isChosen}
						aria-label={`Select ${title}`}
						onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
					/>
				)}
				<Link to={pathToEdit(path)} data-row prefetch="intent">
					{title}
				</Link>
				<span className="aside">{about}</span>
				{places.length > 0 && (
					<ul className="studio-places">
						{places.map(({ name, label, text }) => (
							<li key={name}>
								<Link to={`${pathToEdit(path)}#${name}`}>{label}</Link>: {text}
							</li>
						))}
					</ul>
				)}
			</th>
			<td data-label="Status">
				<div>
					<StateLabel state={state} />
					{sampleCount > 0 && (
						<span className="aside">{countOf(sampleCount, `${sampleCount} sample texts`, "1 sample text")}</span>
					)}
				</div>
			</td>
			<td data-label="Draft">
				<div>
					{draft && (
						<span>
							{draft.what} by {draft.by}, <ValueText value={draft.at} />
						</span>
					)}
					{scheduledFor && (
						<span className="aside">
							Publishes <ValueText value={scheduledFor} />
						</span>
					)}
				</div>
			</td>
		</tr>
	);
}

function withPath(chosen: ReadonlySet<string>, path: string, isChosen: boolean): ReadonlySet<string> {
	const changed = new Set(chosen);
	if (isChosen) changed.add(path);
	else changed.delete(path);
	return changed;
}
