import { groupOf, type LetterGroup, type LetterSummary } from "../platform/email/outbox-store.ts";
import type { RecordRow, StaffRecords } from "../platform/staff/records.ts";
import { StateLabel, ValueText } from "./values.server.tsx";

/** Records in rows; on a phone each row becomes a block whose cells carry their column's name. */
export function RecordTable({ kind, rows, caption }: { kind: StaffRecords; rows: RecordRow[]; caption: string }) {
	return (
		<table>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					{["Reference", ...kind.columns, "State"].map((column) => (
						<th key={column} scope="col">
							{column}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map(({ reference, values, state }) => (
					<tr key={reference}>
						<th scope="row">
							<a href={`/${kind.names}/${reference}`}>{reference}</a>
						</th>
						{values.map((value, index) => (
							<td key={kind.columns[index]} data-label={kind.columns[index]}>
								<ValueText value={value} />
							</td>
						))}
						<td data-label="State">
							<StateLabel state={state} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** What staff call the letters of each group. */
export const letterGroupNames: Record<LetterGroup, string> = {
	waiting: "Waiting",
	late: "Late",
	scheduled: "Scheduled",
	held: "Held",
	failed: "Refused",
	sent: "Sent",
};

type LetterTableProps = {
	letters: LetterSummary[];
	now: Temporal.Instant;
	caption: string;
	/** Path of the page of a letter's record; undefined for what the desk has no page of. */
	pathOf?: (reference: string) => string | undefined;
};

/** Letters with what became of them; a refused one can be sent again. */
export function LetterTable({ letters, now, caption, pathOf }: LetterTableProps) {
	return (
		<table>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					{["Letter", ...(pathOf ? ["About"] : []), "To", "State", "Due (India)", "Attempts"].map((column) => (
						<th key={column} scope="col">
							{column}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{letters.map((letter, index) => (
					<tr key={index}>
						<th scope="row">{letter.kind.replaceAll("-", " ")}</th>
						{pathOf && (
							<td data-label="About">
								<Reference reference={letter.reference} path={pathOf(letter.reference)} />
							</td>
						)}
						<td data-label="To">{letter.recipient}</td>
						<td data-label="State">
							<LetterState letter={letter} now={now} />
						</td>
						<td data-label="Due (India)">
							<ValueText value={letter.queuedAt} />
						</td>
						<td data-label="Attempts" className="number">
							{letter.attempts}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Reference({ reference, path }: { reference: string; path: string | undefined }) {
	return path === undefined ? reference : <a href={path}>{reference}</a>;
}

function LetterState({ letter, now }: { letter: LetterSummary; now: Temporal.Instant }) {
	const group = groupOf(letter, now);
	return (
		<>
			<span className="state" data-state={group}>
				{letterGroupNames[group]}
			</span>
			{letter.lastError !== undefined && <span className="aside">{letter.lastError}</span>}
			{group === "failed" && <RetryForm reference={letter.reference} />}
		</>
	);
}

/** Sends the refused letters of a record again. */
function RetryForm({ reference }: { reference: string }) {
	return (
		<form method="post" action="/letters/retry">
			<button name="reference" value={reference}>
				Send again<span className="sr-only"> the refused letters of {reference}</span>
			</button>
		</form>
	);
}
