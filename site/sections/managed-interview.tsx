import { Briefcase, CalendarDays, CalendarPlus, Clock, MapPin, Tag, Users, Video } from "lucide-react";
import { describePlace, joinNames } from "../../features/careers/interviews/interview-texts.ts";
import type { ManagedInterview } from "../../features/careers/interviews/manage-interview.server.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { formatFullDate, formatTimeOf, formatVisitorTime, nameZone } from "../../shared/slot-texts.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { buttonClass } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { CardFact } from "./card-fact.tsx";

type ManagedInterviewCardProps = {
	interview: ManagedInterview;
	company: CompanyTime;
	/** Path of the calendar file; left out for one that has no time, or does not take place any more. */
	calendarPath?: string | undefined;
};

/** An interview as its private page shows it: for what, when, with whom and where, and nothing about the person. */
export function ManagedInterviewCard({ interview, company, calendarPath }: ManagedInterviewCardProps) {
	const { reference, jobTitle, durationMinutes, place, names, timeZone, startMs, videoUrl } = interview;
	const slot = startMs !== undefined && {
		date: findDate(startMs, timeZone),
		time: formatTimeOf(startMs, timeZone),
		timeZone,
	};
	// The server does not know the applicant's zone, so the page says it once scripts run.
	const own = useHydrated() && slot ? formatVisitorTime(slot, company.locale) : undefined;
	return (
		<div className="rounded-20 border border-hairline bg-white p-6 md:p-8">
			<dl className="space-y-5">
				<CardFact icon={Briefcase} label="Position">
					{jobTitle}
				</CardFact>
				{slot && (
					<CardFact icon={CalendarDays} label="Day">
						{formatFullDate(slot.date)}
					</CardFact>
				)}
				<CardFact icon={Clock} label={slot ? "Time" : "Length"}>
					{slot && (
						<>
							<span className="tabular whitespace-nowrap">{slot.time}</span> {nameZone(timeZone, company)} time,{" "}
						</>
					)}
					{durationMinutes} minutes
					{own && <span className="block text-16 font-normal text-body">{own} your time</span>}
				</CardFact>
				{names.length > 0 && (
					<CardFact icon={Users} label="With">
						{joinNames(names, company.locale)}
					</CardFact>
				)}
				<CardFact icon={MapPin} label="Where">
					{describePlace(place)}
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
