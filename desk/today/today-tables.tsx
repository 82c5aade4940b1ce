import { Link } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { Facts } from "../layout/facts.tsx";
import { ValueCell, ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

/** A record with a deadline. */
export type DueRecord = {
	path: string;
	reference: string;
	name: string;
	email: string;
	isMine: boolean;
	due: ShownValue;
	isLate: boolean;
	/** In words. */
	left: string;
};

export type NewApplication = {
	path: string;
	reference: string;
	name: string;
	position: string;
	received: ShownValue;
};

export type CallOfToday = {
	path: string;
	reference: string;
	name: string;
	domain: string;
	time: ShownValue;
	isOver: boolean;
	isUnconfirmed: boolean;
};

/** Records with the time left for each. */
export function DueTable({ rows, caption, dueLabel }: { rows: DueRecord[]; caption: string; dueLabel: string }) {
	return (
		<DataTable caption={caption} columns={["From", "Time left", dueLabel]}>
			{rows.map(({ path, reference, name, email, isMine, due, isLate, left }) => (
				<tr key={reference}>
					<th scope="row">
						<Link to={path} prefetch="intent" dir="auto" data-row>
							{name}
						</Link>
						<Facts facts={[email, isMine ? "Yours" : "Unassigned"]} />
					</th>
					<td data-label="Time left">
						<span className="state number" data-state={isLate ? "late" : "waiting"}>
							{left}
						</span>
					</td>
					<ValueCell label={dueLabel} value={due} />
				</tr>
			))}
		</DataTable>
	);
}

/** New applications; their pages hold the rest. */
export function ApplicationTable({ rows, receivedLabel }: { rows: NewApplication[]; receivedLabel: string }) {
	return (
		<DataTable caption="New applications" columns={["From", "Position", receivedLabel]}>
			{rows.map(({ path, reference, name, position, received }) => (
				<tr key={reference}>
					<th scope="row">
						<Link to={path} prefetch="intent" dir="auto" data-row>
							{name}
						</Link>
					</th>
					<td data-label="Position">{position}</td>
					<ValueCell label={receivedLabel} value={received} />
				</tr>
			))}
		</DataTable>
	);
}

/** The calls of a day. */
export function CallList({ calls }: { calls: CallOfToday[] }) {
	return (
		<ol className="calls">
			{calls.map(({ path, reference, name, domain, time, isOver, isUnconfirmed }) => (
				<li key={reference} data-over={isOver || undefined}>
					<span className="number">
						<ValueText value={time} />
					</span>
					<span>
						<Link to={path} prefetch="intent" dir="auto" data-row>
							{name}
						</Link>
						<Facts facts={[domain, ...(isUnconfirmed ? ["Not confirmed"] : []), ...(isOver ? ["Over"] : [])]} />
					</span>
				</li>
			))}
		</ol>
	);
}
