import { MessageSquare } from "lucide-react";
import type { Slot } from "../../features/booking/rules.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { CallCard } from "./call-card.tsx";
import { CardFact } from "./card-fact.tsx";

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
export function ManagedCall({ domain, date, time, timeZone, ...call }: ManagedCallProps) {
	return (
		<CallCard {...call} slot={{ date, time, timeZone }}>
			<CardFact icon={MessageSquare} label="About">
				{domain}
			</CardFact>
		</CallCard>
	);
}
