import { CalendarDays, CalendarPlus, Clock, MessageSquare, Tag, Video } from "lucide-react";
import { buttonClass } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { CompanyTime } from "../../shared/company.ts";
import type { Slot } from "../../features/booking/rules.ts";
import { CardFact } from "./card-fact.tsx";
import { formatFullDate, formatVisitorTime, nameZone } from "../../shared/slot-texts.ts";

type ManagedCallProps = Slot & {
	reference: string;
	domain: string;
	/** The zone that date and time are in. */
	timeZone: string;
	durationMinutes: number;
	company: CompanyTime;
	/** Where it takes place; left out where that is not known, and for a call that does not take place any more. */
	videoUrl?: string | undefined;
	/** Path of the calendar file; left out for a call that does not take place any more. */
	calendarPath?: string | undefined;
};

/** A booked call as its private page shows it: when, about what, and nothing about the person. */
export function ManagedCall({
	reference,
	domain,
	durationMinutes,
	company,
	videoUrl,
	calendarPath,
	...slot
}: ManagedCallProps) {
	const { date, time, timeZone } = slot;
	// The server does not know the visitor's zone, so the page says it once scripts run.
	const visitorTime = useHydrated() ? formatVisitorTime(slot, company.locale) : undefined;
	return (
		<div className="rounded-20 border border-hairline bg-white p-6 md:p-8">
			<dl className="space-y-5">
				<CardFact icon={CalendarDays} label="Day">
					{formatFullDate(date)}
				</CardFact>
				<CardFact icon={Clock} label="Time">
					<span className="tabular whitespace-nowrap">{time}</span> {nameZone(timeZone, company)} time,{" "}
					{durationMinutes} minutes
					{visitorTime && <span className="block text-16 font-normal text-body">{visitorTime} your time</span>}
				</CardFact>
				<CardFact icon={MessageSquare} label="About">
					{domain}
				</CardFact>
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
