import { MapPin, MessageSquare } from "lucide-react";
import type { CompanyTime } from "../../shared/company.ts";
import { CallCard } from "./call-card.tsx";
import { CardFact } from "./card-fact.tsx";

type ManagedCallProps = {
	reference: string;
	domain: string;
	/** Empty for a video call. */
	place: string;
	/** In milliseconds since 1970, and the zone to show it in. */
	startMs: number;
	timeZone: string;
	durationMinutes: number;
	company: CompanyTime;
	/** Absent if unknown, or if the call is cancelled. */
	videoUrl?: string | undefined;
	/** Path of the calendar file; absent if the call is cancelled. */
	calendarPath?: string | undefined;
};

/** A booked call on its private page: when and about what, without anything about the person. */
export function ManagedCall({ domain, place, ...call }: ManagedCallProps) {
	return (
		<CallCard {...call}>
			<CardFact icon={MessageSquare} label="About">
				{domain}
			</CardFact>
			{place !== "" && (
				<CardFact icon={MapPin} label="Place">
					{place}
				</CardFact>
			)}
		</CallCard>
	);
}
