import { Link } from "react-router";
import { StateLabel } from "../records/shown-value.tsx";
import type { ShownState, ShownValue } from "../records/values.ts";
import type { ListContext } from "./after-action.ts";

/** The next date or deadline, in a few words. */
export type DueLabel = { text: string; detail?: string; isLate: boolean };

export type WorkRow = {
	reference: string;
	name: string;
	/** Its topic, where its kind has one. */
	about: string | undefined;
	/** The first line of what its sender wrote last. */
	text: string;
	/** Since when, in full and as an age. */
	age: ShownValue & { age: string };
	stage: ShownState;
	remark: string | undefined;
	owner: { name: string; initials: string } | undefined;
	due: DueLabel | undefined;
};

type WorkRowsProps = {
	/** Of the list. */
	path: string;
	/** The list's query, which the record's address keeps. */
	search: string;
	rows: readonly WorkRow[];
	/** The record that is open beside. */
	openReference: string | undefined;
	/** Of the open record, which need not be in the list any more. */
	neighbours?: Partial<ListContext>;
	caption: string;
};

/** Records of any kind with their states; they can be selected for the form around them. */
export function WorkRows({ path, search, rows, openReference, neighbours = {}, caption }: WorkRowsProps) {
	return (
		<ul className="work-rows" aria-label={caption}>
			{rows.map((row) => (
				<Row
					key={row.reference}
					row={row}
					to={`${path}/${row.reference}${search}`}
					isOpen={row.reference === openReference}
					neighbour={
						row.reference === neighbours.next ? "next" : row.reference === neighbours.previous ? "previous" : undefined
					}
				/>
			))}
		</ul>
	);
}

type RowProps = { row: WorkRow; to: string; isOpen: boolean; neighbour: "next" | "previous" | undefined };

function Row({ row, to, isOpen, neighbour }: RowProps) {
	const { reference, name, about, text, age, stage, remark, owner, due } = row;
	return (
		<li className="work-row" data-open={isOpen || undefined}>
			<label className="work-row-select">
				<input type="checkbox" name="reference" value={reference} aria-label={`Select ${reference}`} />
			</label>
			<span className="work-row-line">
				<Link
					to={to}
					prefetch="intent"
					dir="auto"
					aria-current={isOpen ? "page" : undefined}
					title={reference}
					data-row
					data-neighbour={neighbour}
				>
					{name}
				</Link>
				{due && (
					<span className="work-row-due number" data-late={due.isLate || undefined} title={due.detail}>
						{due.detail !== undefined && <span className="sr-only">{due.detail}: </span>}
						{due.text}
					</span>
				)}
				<time className="work-row-age number" dateTime={age.dateTime} title={age.text}>
					{age.age}
				</time>
			</span>
			<span className="work-row-line">
				<span className="work-row-text" dir="auto">
					{about !== undefined && <strong>{about}</strong>}
					{remark !== undefined && <em>{remark}</em>}
					{text}
				</span>
				<StateLabel state={stage} />
				<span className="work-row-owner" title={owner?.name ?? "Unassigned"} data-unassigned={!owner || undefined}>
					<span aria-hidden="true">{owner?.initials}</span>
					<span className="sr-only">{owner?.name ?? "Unassigned"}</span>
				</span>
			</span>
		</li>
	);
}
