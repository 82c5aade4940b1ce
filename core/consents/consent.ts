/** The purposes that need consent, each by a choice of its own. */
const consentPurposes = ["talent-pool", "newsletter", "job-alerts"] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** How a consent was given. */
export type GivenBy = "form" | "email-link" | "private-page";

/** How it was withdrawn: by its holder on a private page or with their mail program's button, or because e-mails could not arrive. */
export type WithdrawnBy = "private-page" | "one-click" | "member" | "bounce" | "complaint";

export type Consent = {
	/** Such as "CNS-7K3F9QXM". */
	reference: string;
	purpose: ConsentPurpose;
	/** In lower case. */
	email: string;
	/** Reference of the subscription or record that it is about. */
	subject: string;
	/** The words that the person saw. */
	text: string;
	/** When and on which page of the site they were asked. */
	askedAt: Temporal.Instant;
	askedOn: string;
	givenAt: Temporal.Instant;
	givenBy: GivenBy;
	/** When it ends by itself; undefined if it does not. */
	endsAt: Temporal.Instant | undefined;
	withdrawn: { at: Temporal.Instant; by: WithdrawnBy } | undefined;
};
