/**
 * @param retried how many bounced e-mails are sent again
 * @param reference whose e-mails; undefined for all
 */
export function describeRetry(retried: number, reference: string | undefined): string {
	const ofWhat = reference === undefined ? "" : ` of ${reference}`;
	return retried === 0
		? `No bounced${reference === undefined ? "" : " or held back"} e-mails to resend${ofWhat}.`
		: `${emailsOf(retried)}${ofWhat} queued to be resent.`;
}

function emailsOf(count: number): string {
	return count === 1 ? "1 e-mail" : `${count} e-mails`;
}
