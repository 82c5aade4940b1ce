/**
 * @param retried how many bounced e-mails are sent again
 * @param reference whose e-mails; undefined for all
 */
export function describeRetry(retried: number, reference: string | undefined): string {
	const ofWhat = reference === undefined ? "" : ` of ${reference}`;
	return retried === 0
		? `No e-mail${ofWhat} was refused${reference === undefined ? "" : " or withheld"} that can still be sent.`
		: `${emailsOf(retried)}${ofWhat} will be sent again within seconds while the server runs.`;
}

function emailsOf(count: number): string {
	return count === 1 ? "1 e-mail" : `${count} e-mails`;
}
