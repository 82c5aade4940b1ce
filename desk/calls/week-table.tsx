import type { ReactNode } from "react";
import { Link, useSubmit } from "react-router";
import { useDraggable, useDropTarget } from "../layout/use-drag.ts";
import type { CalendarCall, CalendarCell, CalendarDay } from "./calendar-day.ts";

/** Days, or hosts of a day, side by side, times below each other; each call is at its start. */
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
	const isByHost = days.some(({ host }) => host !== undefined);
	const [first] = days;
	return (
		<table className="week" data-days={days.length}>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					<td>
						<span className="sr-only">Time</span>
					</td>
					{days.map((day) => (
						<th key={keyOf(day)} scope="col" data-today={day.isToday || undefined}>
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
						<th scope="row">
							{first && isByHost && canBook && days.some(({ cells }) => cells[index]?.state === "free") ? (
								<BookLink date={first.date} time={time} isTimeShown />
							) : (
								time
							)}
						</th>
						{days.map((day) => {
							const cell = day.cells[index];
							return (
								<DropCell key={keyOf(day)} cell={cell} slot={`${day.date} ${time}`} host={day.host} takes={day.takes}>
									{cell && cell.calls.length > 0 ? (
										cell.calls.map((call) => <CallLink key={call.key} call={call} date={day.date} host={day.host} />)
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

function keyOf({ date, host }: CalendarDay): string {
	return host ?? date;
}

/** Time and host of a cell or an appointment; the host is undefined where columns are days. */
type Place = { slot: string; host: string | undefined };

type DraggedCall = Place & Pick<CalendarCall, "hostIds"> & { path: string };

type DropCellProps = Place & {
	cell: CalendarCell | undefined;
	takes: CalendarDay["takes"];
	children: ReactNode;
};

/** A time of a day or of a host; an appointment that is dropped on it moves there, unless it is past or the host takes no such appointments. */
function DropCell({ cell, slot, host, takes, children }: DropCellProps) {
	const submit = useSubmit();
	const accepts = (item: unknown) => {
		const { path, hostIds } = item as DraggedCall;
		const isTaken = takes?.[path.startsWith("/calls/interviews/") ? "interviews" : "calls"] ?? true;
		return !cell?.isPast && (isTaken || (host !== undefined && hostIds.includes(host)));
	};
	const { target, isOver } = useDropTarget<HTMLTableCellElement>((item) => {
		const call = item as DraggedCall;
		// A call cannot lose its host, and nobody takes the place of a host whom they join already.
		const isGiven = host !== undefined && host !== "nobody" && !call.hostIds.includes(host);
		const given = isGiven && { value: host, from: call.host ?? "" };
		if (call.slot === slot && !given) return;
		void submit(call.slot === slot ? { do: "reassign", ...given } : { do: "move", slot, ...given }, {
			method: "post",
			action: `${call.path}&drag=yes`,
			preventScrollReset: true,
			replace: true,
		});
	}, accepts);
	return (
		<td ref={target} data-cell={cell?.state} data-over={isOver || undefined}>
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
	return <BookLink date={day.date} time={time} />;
}

function BookLink({ date, time, isTimeShown = false }: { date: string; time: string; isTimeShown?: boolean }) {
	return (
		<Link className="book" to={`/calls/new?${new URLSearchParams({ date, time }).toString()}`} data-row>
			<span className={isTimeShown ? "sr-only" : undefined}>Book</span>
			<span className={isTimeShown ? undefined : "sr-only"}> {time}</span>
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
	/** Of the day, and the host of the column, where it can be dragged to another. */
	date?: string;
	host?: string | undefined;
};

/** A call, with a link if the member may read it. */
export function CallLink({ call, date, host }: CallLinkProps) {
	const { element, isDragged } = useDraggable<HTMLAnchorElement>(
		{ path: call.path, slot: `${date} ${call.from}`, host, hostIds: call.hostIds },
		{ isOn: call.isMovable && date !== undefined },
	);
	const content = (
		<>
			<span className="number">{joinTimes(call.from, call.until)}</span>{" "}
			<strong dir="auto" title={call.name}>
				{call.name}
			</strong>{" "}
			<span className="call-about" title={call.about}>
				{call.about}
			</span>
			{call.host !== undefined && (
				<span className="call-host" title={call.host}>
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
