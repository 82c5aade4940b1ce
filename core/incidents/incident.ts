/** Time within which an authority must be notified of a breach (GDPR, Article 33; DPDP Rules 2025, rule 7). */
const authorityHours = 72;

/** sent: the authority was notified; not-needed: decided against, with a reason. */
export type AuthorityState = "open" | "sent" | "not-needed";

/** A breach of personal data, or the suspicion of one. */
export type Incident = {
	id: string;
	title: string;
	/** Ids of the accounts and tokens whose actions count. */
	actors: string[];
	from: Temporal.Instant;
	/** Undefined for up to now. */
	until: Temporal.Instant | undefined;
	/** When the company became aware of it: the 72 hours begin. */
	awareAt: Temporal.Instant;
	notes: string;
	/** Undefined until it is first saved. */
	authorityText: string | undefined;
	authority: {
		state: AuthorityState;
		/** Why no notice is needed, or the authority's reference. */
		reason: string;
		by: string | undefined;
		at: Temporal.Instant | undefined;
	};
	/** E-mail to the people; undefined until it is first saved. */
	notice: { subject: string; text: string } | undefined;
	/** When somebody confirmed that the notices go out, and when all were in the outbox. */
	noticesAskedAt: Temporal.Instant | undefined;
	noticesWrittenAt: Temporal.Instant | undefined;
	/** Counts changes. */
	version: number;
	createdBy: string;
	createdAt: Temporal.Instant;
};

/** Returns the instant by which an authority must be notified. */
export function findDeadline({ awareAt }: Pick<Incident, "awareAt">): Temporal.Instant {
	return awareAt.add({ hours: authorityHours });
}

/** Writes how much of the 72 hours is left: "41 h 12 min left", "Overdue by 3 h 5 min". */
export function describeTimeLeft(incident: Pick<Incident, "awareAt">, now: Temporal.Instant): string {
	const minutes = Math.trunc((findDeadline(incident).epochMilliseconds - now.epochMilliseconds) / 60_000);
	const length = `${Math.floor(Math.abs(minutes) / 60)} h ${Math.abs(minutes) % 60} min`;
	return minutes < 0 ? `Overdue by ${length}` : `${length} left`;
}

/** Finds the places that a person still has to fill in, such as "[what happened]". */
export function listBlanks(text: string): string[] {
	return text.match(/\[[^[\]\n]+\]/g) ?? [];
}
