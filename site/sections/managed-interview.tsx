import { Briefcase, MapPin, Users } from "lucide-react";
import { describePlace } from "../../features/careers/interviews/interview-texts.ts";
import type { ManagedInterview } from "../../features/careers/interviews/manage-interview.server.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { joinNames } from "../../shared/join-names.ts";
import { CallCard } from "./call-card.tsx";
import { CardFact } from "./card-fact.tsx";

type ManagedInterviewCardProps = {
	interview: ManagedInterview;
	company: CompanyTime;
	/** Path of the calendar file; absent if there is no time, or the interview is cancelled. */
	calendarPath?: string | undefined;
};

/** An interview on its private page: the job, when, with whom and where, without anything about the applicant. */
export function ManagedInterviewCard({ interview, company, calendarPath }: ManagedInterviewCardProps) {
	const { reference, jobTitle, durationMinutes, place, names, timeZone, startMs, videoUrl } = interview;
	return (
		<CallCard
			reference={reference}
			durationMinutes={durationMinutes}
			startMs={startMs}
			timeZone={timeZone}
			company={company}
			videoUrl={videoUrl}
			calendarPath={calendarPath}
			before={
				<CardFact icon={Briefcase} label="Position">
					{jobTitle}
				</CardFact>
			}
		>
			{names.length > 0 && (
				<CardFact icon={Users} label="With">
					{joinNames(names, company.locale)}
				</CardFact>
			)}
			<CardFact icon={MapPin} label="Where">
				{describePlace(place)}
			</CardFact>
		</CallCard>
	);
}
