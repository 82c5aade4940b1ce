/** The words to which applicants agree who join the talent pool; stored with their consent. */

/** Of the form. */
export function writePoolOffer({ months, companyName }: { months: number; companyName: string }): string {
	return `Keep my application for ${months} ${months === 1 ? "month" : "months"}, and write to me about other positions at ${companyName}. I can leave the talent pool at any time.`;
}

/** Of the private page. */
export function writePoolConsent({
	jobTitle,
	until,
	companyName,
}: {
	jobTitle: string;
	/** A day, in words. */
	until: string;
	companyName: string;
}): string {
	return `If you agree, we keep your application (${jobTitle}) until ${until} and may write to you about other positions at ${companyName}. You can change your mind on this page at any time.`;
}
