/** What an action of staff came to, in the words of both the desk and the command. */

type Release = { state?: string; when?: string };

/**
 * @param released how many letters that were held go out
 * @param options what the record is now, and when its letters go out, where that differs from the usual
 */
export function describeRelease(
	reference: string,
	released: number,
	{ state = "is out of quarantine", when = "within seconds while the server runs" }: Release = {},
): string {
	return `${reference} ${state}. ${released === 0 ? "No letter was held." : `${lettersOf(released)} will go out ${when}.`}`;
}

/**
 * @param held how many letters that were waiting are held back
 * @param state what the record is now, where that differs from the usual
 */
export function describeQuarantine(reference: string, held: number, state = "is in quarantine"): string {
	return `${reference} ${state}. ${held === 0 ? "No letter was waiting." : `${lettersOf(held)} held back.`}`;
}

/**
 * @param retried how many refused letters are sent again
 * @param reference whose letters were meant; all of them if undefined
 */
export function describeRetry(retried: number, reference: string | undefined): string {
	const ofWhat = reference === undefined ? "" : ` of ${reference}`;
	return retried === 0
		? `No letter${ofWhat} was refused that can still be sent.`
		: `${lettersOf(retried)}${ofWhat} will be sent again within seconds while the server runs.`;
}

function lettersOf(count: number): string {
	return count === 1 ? "1 letter" : `${count} letters`;
}
