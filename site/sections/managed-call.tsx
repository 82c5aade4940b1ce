import { MessageSquare } from "lucide-react";
import type { CompanyTime } from "../../shared/company.ts";
import { CallCard } from "./call-card.tsx";
import { CardFact } from "./card-fact.tsx";

type ManagedCallProps = {
	reference: string;
	domain: string;
	/** In milliseconds since 1970, and the zone in which it is told. */
	startMs: number;
	timeZone: string;
	durationMinutes: number;
	company: CompanyTime;
	/** Where it takes place; left out where that is not known, and for a call that does not take place any more. */
	videoUrl?: string | undefined;
	/** Path of the calendar file; left out for a call that does not take place any more. */
	calendarPath?: string | undefined;
};

/** A booked call as its private page shows it: when, about what, and nothing about the person. */
export function ManagedCall({ domain, ...call }: ManagedCallProps) {
	return (
		<CallCard {...call}>
			<CardFact icon={MessageSquare} label="About">
				{domain}
			</CardFact>
		</CallCard>
	);
}
