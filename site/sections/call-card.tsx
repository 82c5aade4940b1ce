import { CalendarDays, CalendarPlus, Clock, Tag, Video } from "lucide-react";
import type { ReactNode } from "react";
import type { CompanyTime } from "../../shared/company.ts";
import { formatFullDate } from "../../shared/format-date.ts";
import { formatVisitorTime, nameZone, toSlot } from "../../shared/slot-texts.ts";
import { buttonClass } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { CardFact } from "./card-fact.tsx";

type CallCardProps = {
	reference: string;
	durationMinutes: number;
	/** When it is, in milliseconds since 1970, absent until agreed; and the zone to show it in. */
	startMs?: number | undefined;
	timeZone: string;
	company: CompanyTime;
	/** Absent if unknown or cancelled. */
	videoUrl?: string | undefined;
	/** Path of the calendar file; absent if there is no time, or it is cancelled or over. */
	calendarPath?: string | undefined;
	/** Content before the day, and content after the time. */
	before?: ReactNode;
	children?: ReactNode;
};

/** A call or an interview on its private page, without anything about the person. */
export function CallCard(props: CallCardProps) {
	const { reference, durationMinutes, startMs, timeZone, company, videoUrl, calendarPath, before, children } = props;
	const slot = startMs === undefined ? undefined : { ...toSlot(startMs, timeZone), timeZone };
	// The server does not know the visitor's zone, so the page adds it once scripts run.
	const own = useHydrated() && slot ? formatVisitorTime(slot, company.locale) : undefined;
	return (
		<div className="rounded-20 border border-hairline bg-white p-6 md:p-8">
			<dl className="space-y-5">
				{before}
				{slot && (
					<CardFact icon={CalendarDays} label="Day">
						{formatFullDate(slot.date)}
					</CardFact>
				)}
				<CardFact icon={Clock} label={slot ? "Time" : "Length"}>
					{slot && (
						<>
							<span className="tabular whitespace-nowrap">{slot.time}</span> {nameZone(slot.timeZone, company)}{" "}
							time,{" "}
						</>
					)}
					{durationMinutes} minutes
					{own && <span className="block text-16 font-normal text-body">{own} your time</span>}
				</CardFact>
				{children}
				{videoUrl !== undefined && (
					<CardFact icon={Video} label="Video call">
						<a
							href={videoUrl}
							rel="noreferrer"
							className="wrap-anywhere text-accent-text underline underline-offset-4 hover:text-ink"
						>
							{videoUrl.replace(/^https?:\/\//, "")}
						</a>
					</CardFact>
				)}
				<CardFact icon={Tag} label="Reference">
					<span className="tabular whitespace-nowrap">{reference}</span>
				</CardFact>
			</dl>
			{calendarPath && (
				<a href={calendarPath} download className={buttonClass("secondary", "mt-8")}>
					<CalendarPlus aria-hidden="true" className="size-5" /> Add to calendar
				</a>
			)}
		</div>
	);
}
