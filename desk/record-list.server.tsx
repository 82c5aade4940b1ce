import type { ReactNode } from "react";
import { DeskPage, type Frame } from "./layout.server.tsx";
import { Pager, type Paging } from "./pager.server.tsx";
import type { RecordRow, StaffRecords } from "../platform/staff/records.ts";
import { RecordTable } from "./tables.server.tsx";
import { titleOf } from "./words.server.ts";

/** Which records a list shows; the first of a kind is the usual one. */
export type ListFilter = { show: string; name: string; count: number };

type RecordListProps = {
	frame: Frame;
	kind: StaffRecords;
	rows: RecordRow[];
	filters: ListFilter[];
	show: string;
	paging: Paging;
	notice?: string | undefined;
	children?: ReactNode;
};

/** A page of a list of one kind. */
export function RecordList({ frame, kind, rows, filters, show, paging, notice, children }: RecordListProps) {
	const path = `/${kind.names}`;
	return (
		<DeskPage frame={frame} title={titleOf(kind.names)} section={path} notice={notice}>
			<div className="heading-row">
				<h1>{titleOf(kind.names)}</h1>
				<a href={`${path}.csv`} download>
					Download all as CSV
				</a>
			</div>
			<FilterLinks label={`Which ${kind.names}`} path={path} filters={filters} show={show} />
			{rows.length === 0 ? (
				<p className="empty">None here.</p>
			) : (
				<RecordTable kind={kind} rows={rows} caption={titleOf(kind.names)} />
			)}
			<Pager path={path} show={show} paging={paging} turned={kind.hasTimes && show === "coming"} />
			{children}
		</DeskPage>
	);
}

/** Links to the parts of a list, the chosen one marked; the first needs no name in its address. */
export function FilterLinks({
	label,
	path,
	filters,
	show,
}: {
	label: string;
	path: string;
	filters: ListFilter[];
	show: string;
}) {
	return (
		<nav aria-label={label} className="filters">
			<ul>
				{filters.map((filter, index) => (
					<li key={filter.show}>
						<a
							href={index === 0 ? path : `${path}?show=${filter.show}`}
							aria-current={filter.show === show ? "page" : undefined}
						>
							{filter.name} <span className="number">{filter.count}</span>
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
