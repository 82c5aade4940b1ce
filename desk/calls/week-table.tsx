import type { ReactNode } from "react";
import { Link, useSubmit } from "react-router";
import { useDraggable, useDropTarget } from "../layout/use-drag.ts";
import type { CalendarCall, CalendarCell, CalendarDay } from "./calendar-day.ts";

/** Days side by side, times below each other; each call is at its start. */
export function WeekTable({
	caption,
	times,
	days,
	canBook,
}: {
	caption: string;
	times: string[];
	days: CalendarDay[];
	/** Whether the member may book calls. */
	canBook: boolean;
}) {
	return (
		<table className="week" data-days={days.length}>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					<td>
						<span className="sr-only">Time</span>
					</td>
					{days.map((day) => (
						<th key={day.date} scope="col" data-today={day.isToday || undefined}>
							<Link to={day.path}>{day.name}</Link>
							{day.note !== undefined && <span className="aside">{day.note}</span>}
							{day.away.length > 0 && <span className="aside">Away: {day.away.join(", ")}</span>}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{times.map((time, index) => (
					<tr key={time}>
						<th scope="row">{time}</th>
						{days.map((day) => {
							const cell = day.cells[index];
							return (
								<DropCell key={day.date} state={cell?.state} slot={`${day.date} ${time}`}>
									{cell && cell.calls.length > 0 ? (
										cell.calls.map((call) => <CallLink key={call.key} call={call} date={day.date} />)
									) : (
										<Emptiness cell={cell} day={day} time={time} canBook={canBook && days.length === 1} />
									)}
									{cell?.blocked && <Blocked blocked={cell.blocked} isWhole={days.length === 1} />}
								</DropCell>
							);
						})}
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** A time of a day; a call that is dropped on it moves there. */
function DropCell({ state, slot, children }: { state: string | undefined; slot: string; children: ReactNode }) {
	const submit = useSubmit();
	const { target, isOver } = useDropTarget<HTMLTableCellElement>((item) => {
		const call = item as { path: string; slot: string };
		if (call.slot === slot) return;
		void submit(
			{ do: "move", slot },
			{ method: "post", action: `${call.path}&drag=yes`, preventScrollReset: true, replace: true },
		);
	});
	return (
		<td ref={target} data-cell={state} data-over={isOver || undefined}>
			{children}
		</td>
	);
}

/** Blocked hosts, in few words where there is little room. */
function Blocked({
	blocked: { text, brief },
	isWhole,
}: {
	blocked: { text: string; brief: string };
	isWhole: boolean;
}) {
	if (isWhole || text === brief) return <span className="blocked">{text}</span>;
	return (
		<span className="blocked" title={text}>
			<span aria-hidden="true">{brief}</span>
			<span className="sr-only">{text}</span>
		</span>
	);
}

type EmptinessProps = {
	cell: CalendarCell | undefined;
	day: CalendarDay;
	time: string;
	/** A week would have a hundred such links. */
	canBook: boolean;
};

function Emptiness({ cell, day, time, canBook }: EmptinessProps) {
	if (cell?.closure !== undefined) return <span className="blocked">Closed: {cell.closure}</span>;
	if (cell?.state !== "free") return <span className="sr-only">{cell?.state === "full" ? "taken" : "closed"}</span>;
	if (!canBook) return <span className="sr-only">free</span>;
	return (
		<Link className="book" to={`/calls/new?${new URLSearchParams({ date: day.date, time }).toString()}`} data-row>
			Book<span className="sr-only"> {time}</span>
		</Link>
	);
}

/** "1:00 – 1:30 PM": AM or PM once if it is the same. */
function joinTimes(from: string, until: string): string {
	const [, half = ""] = / (AM|PM)$/.exec(from) ?? [];
	return half !== "" && until.endsWith(half) ? `${from.slice(0, -half.length - 1)} – ${until}` : `${from} – ${until}`;
}

type CallLinkProps = {
	call: CalendarCall;
	/** Of the day where it can be dragged to another. */
	date?: string;
};

/** A call, with a link if the member may read it. */
export function CallLink({ call, date }: CallLinkProps) {
	const { element, isDragged } = useDraggable<HTMLAnchorElement>(
		{ path: call.path, slot: `${date} ${call.from}` },
		{ isOn: call.isMovable && date !== undefined },
	);
	const content = (
		<>
			<span className="number">{joinTimes(call.from, call.until)}</span> <strong dir="auto">{call.name}</strong>{" "}
			<span className="call-about">{call.about}</span>
			{call.host !== undefined && (
				<span className="call-host">
					<span className="sr-only">, hosted by </span>
					{call.host}
				</span>
			)}
		</>
	);
	if (call.path === undefined)
		return (
			<p className="call" data-state={call.state.state}>
				{content}
			</p>
		);
	return (
		<Link
			ref={element}
			id={date === undefined ? undefined : call.key}
			className="call"
			to={call.path}
			prefetch="intent"
			preventScrollReset
			data-row
			data-state={call.state.state}
			data-dragged={isDragged || undefined}
		>
			{content}
		</Link>
	);
}
