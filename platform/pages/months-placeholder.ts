/** Calendar months until data of a kind are erased, such as `{ enquiries: 24 }`. */
export type KeptMonths = Readonly<Record<string, number>>;

const placeholder = /%%months:(\w+)(?::([^:%]*):([^:%]*))?%%/g;

/**
 * Writes a placeholder for the months for which a kind of data is kept, in everything rendered at build time, when they are unknown.
 * @param words of one month and of several; without them the number stands alone
 */
export function writeMonthsPlaceholder(kind: string, words?: { month: string; months: string }): string {
	return words ? `%%months:${kind}:${words.month}:${words.months}%%` : `%%months:${kind}%%`;
}

/** Lists the kinds of data that have a placeholder in a text. */
export function listMonthsKinds(text: string): string[] {
	return [...text.matchAll(placeholder)].map(([, kind]) => kind as string);
}

/** Returns the months of only some kinds of data. */
export function pickMonths(kept: KeptMonths, kinds: readonly string[]): KeptMonths {
	return Object.fromEntries(Object.entries(kept).filter(([kind]) => kinds.includes(kind)));
}

/** Replaces the placeholders in a page or its data; those of an unknown kind stay. */
export function fillMonths(text: string, kept: KeptMonths): string {
	return text.replaceAll(placeholder, (whole, kind: string, month?: string, months?: string) => {
		const count = Object.hasOwn(kept, kind) ? kept[kind] : undefined;
		if (count === undefined) return whole;
		if (month === undefined) return String(count);
		return `${count} ${count === 1 ? month : months}`;
	});
}
