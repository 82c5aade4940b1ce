import { Fragment } from "react";
import { Link } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { StateLabel } from "../records/shown-value.tsx";
import type { Paging, ShownState } from "../records/values.ts";
import { countOf } from "../words.ts";

type ShownTouch = { count: number; when: string } | undefined;

/** A person whose records were touched. */
export type ShownPerson = {
	reference: string;
	name: string;
	emails: string[];
	/** References. */
	records: string[];
	read: ShownTouch;
	changed: ShownTouch;
	exported: ShownTouch;
	/** Kinds of data, in words. */
	data: string;
	/** How their notice stands; undefined without one. */
	notice: ShownState | undefined;
	canBeTold: boolean;
};

export type PeopleData = {
	people: ShownPerson[];
	paging: Paging;
	/** References of records that were erased since. */
	erased: string[];
	actions: { action: string; count: number }[];
};

/** The people whose records were read, changed or exported. */
export function PeopleSection({ path, people, paging, erased, actions }: PeopleData & { path: string }) {
	const { page, pageSize, total } = paging;
	return (
		<section aria-labelledby="people">
			<h2 id="people">2. Whose data was touched</h2>
			{total === 0 ? (
				<p className="empty">Nobody’s, according to the logs. Check the accounts, tokens and times below.</p>
			) : (
				<>
					<p>
						{countOf(total, `${total} people`, "1 person")}. <a href={`${path}/people.csv`}>Download as CSV</a>
					</p>
					<DataTable caption="People" columns={["Person", "Read", "Changed", "Exported", "Data", "Notice"]}>
						{people.map((person) => (
							<tr key={person.reference}>
								<th scope="row">
									<Link to={`/people/of/${person.reference}`} dir="auto">
										{person.name}
									</Link>
									<span className="aside">
										{person.emails.join(", ") || "No e-mail address"} ·{" "}
										{person.records.slice(0, 5).map((reference, index) => (
											<Fragment key={reference}>
												{index > 0 && ", "}
												<span className="number">{reference}</span>
											</Fragment>
										))}
										{person.records.length > 5 && ` and ${person.records.length - 5} more`}
									</span>
								</th>
								<TouchCell label="Read" touch={person.read} />
								<TouchCell label="Changed" touch={person.changed} />
								<TouchCell label="Exported" touch={person.exported} />
								<td data-label="Data">{person.data}</td>
								<td data-label="Notice">
									{person.notice ? <StateLabel state={person.notice} /> : person.canBeTold ? "Not sent" : "No address"}
								</td>
							</tr>
						))}
					</DataTable>
					{total > pageSize && (
						<nav aria-label="Pages of people" className="pager">
							{page > 1 && <Link to={`${path}?page=${page - 1}#people`}>Previous</Link>}
							<span className="number">
								{(page - 1) * pageSize + 1}–{Math.min(total, page * pageSize)} of {total}
							</span>
							{page * pageSize < total && <Link to={`${path}?page=${page + 1}#people`}>Next</Link>}
						</nav>
					)}
				</>
			)}
			{erased.length > 0 && (
				<p className="remark">
					{countOf(erased.length, `${erased.length} records have`, "1 record has")} been erased since:{" "}
					{erased.slice(0, 20).join(", ")}
					{erased.length > 20 && ` and ${erased.length - 20} more`}.
				</p>
			)}
			{actions.length > 0 && (
				<details>
					<summary>Everything they did, by the audit log</summary>
					<ul>
						{actions.map(({ action, count }) => (
							<li key={action}>
								<code>{action}</code> {count > 1 && `× ${count}`}
							</li>
						))}
					</ul>
				</details>
			)}
			<p className="remark">
				Times of reads are exact to ten minutes. A list, a search or a board counts as read for everyone on the page.
			</p>
		</section>
	);
}

function TouchCell({ label, touch }: { label: string; touch: ShownTouch }) {
	return (
		<td data-label={label}>
			{touch ? (
				<>
					{touch.count} <span className="aside">{touch.when}</span>
				</>
			) : (
				"No"
			)}
		</td>
	);
}
