import { DeskPage, type Frame } from "./layout.server.tsx";
import type { RecordRow, StaffRecords } from "../platform/staff/records.ts";
import { RecordTable } from "./tables.server.tsx";
import { titleOf } from "./words.server.ts";

type SearchPageProps = {
	frame: Frame;
	text: string;
	results: { kind: StaffRecords; rows: RecordRow[] }[];
	limit: number;
};

/** The records whose sender's name or address contains a text. */
export function SearchPage({ frame, text, results, limit }: SearchPageProps) {
	const found = results.filter(({ rows }) => rows.length > 0);
	return (
		<DeskPage frame={frame} title="Search">
			<h1>Search for “{text}”</h1>
			{found.length === 0 && (
				<p className="empty">Nobody’s name or e-mail address contains it, and it is no reference of ours.</p>
			)}
			{found.map(({ kind, rows }) => (
				<section key={kind.names} aria-labelledby={kind.names}>
					<h2 id={kind.names}>{titleOf(kind.names)}</h2>
					<RecordTable kind={kind} rows={rows} caption={titleOf(kind.names)} />
					{rows.length === limit && (
						<p className="remark">There may be more than these {limit}; search for a longer text.</p>
					)}
				</section>
			))}
		</DeskPage>
	);
}
