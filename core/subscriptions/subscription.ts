/** A request to get something by e-mail: nothing is sent before the address is confirmed. */
export type Subscription = {
	reference: string;
	/** In lower case. */
	email: string;
	confirmed: boolean;
	/** When an unconfirmed one lapses, or a confirmed one ends. */
	expiresAt: Temporal.Instant;
};

/** Why a subscription ended that nobody ended by its private link: an e-mail came back for good, or was reported as spam. */
export type EndedWithoutLink = "bounce" | "complaint";

/** How long a subscription waits for its confirmation. */
export const confirmWithin = Temporal.Duration.from({ hours: 48 });

/** When a subscription expires that ends only when its holder ends it. */
export const withoutEnd = Temporal.Instant.from("9999-12-31T00:00:00Z");
