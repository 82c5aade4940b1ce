/** What an action of staff came to, in the words of both the desk and the command. */

type Release = { state?: string; when?: string };

/**
 * @param released how many e-mails that were held go out
 * @param options what the record is now, and when its e-mails go out, where that differs from the usual
 */
export function describeRelease(
	reference: string,
	released: number,
	{ state = "is out of quarantine", when = "within seconds while the server runs" }: Release = {},
): string {
	return `${reference} ${state}. ${released === 0 ? "No e-mail was held." : `${emailsOf(released)} will go out ${when}.`}`;
}

/**
 * @param held how many e-mails that were waiting are held back
 * @param state what the record is now, where that differs from the usual
 */
export function describeQuarantine(reference: string, held: number, state = "is in quarantine"): string {
	return `${reference} ${state}. ${held === 0 ? "No e-mail was waiting." : `${emailsOf(held)} held back.`}`;
}

/**
 * @param retried how many refused e-mails are sent again
 * @param reference whose e-mails were meant; all of them if undefined
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
