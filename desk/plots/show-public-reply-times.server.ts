import type { ReplyTimeFigures, ReplyTimeWords } from "../../core/records/reply-time-sentence.ts";
import { smallestGroup, writeReplyTimes, writeTime, replyTimeDays } from "../../core/records/reply-time-sentence.ts";
import type { ShownFigure } from "./figure-card.tsx";

/** The reply times of one kind of records, as the site shows or would show them. */
export type ShownReplyTimes = {
	/** Plural name of the kind. */
	names: string;
	words: ReplyTimeWords;
	/** Where the site says it: "on the contact page". */
	place: string;
	/** Whether the company shows it. */
	isOn: boolean;
	/** Undefined while nothing is measured. */
	figures: ReplyTimeFigures | undefined;
};

/** Shows staff the sentence that visitors read, the records behind it, and why visitors read none. */
export function showPublicReplyTimes(
	{ names, words, place, isOn, figures }: ShownReplyTimes,
	locale: string,
): ShownFigure {
	const sentence = figures && writeReplyTimes(figures, words, locale);
	return {
		key: `public-${names}`,
		finding: sentence?.replace(/\.$/, "") ?? tellWhyNot(),
		about: [tellState(), figures && tellGroup(figures)].filter(Boolean).join(" "),
		headings: [],
		rows: [],
		svg: undefined,
	};

	function tellWhyNot(): string {
		return figures
			? `Too few ${names} to show reply times on the site`
			: `Reply times of ${names} are not measured yet`;
	}

	function tellState(): string {
		if (!isOn) return `Not shown ${place}: “Reply times on the site” is off.`;
		return sentence === undefined ? `Not shown ${place} yet.` : `Shown ${place}, from the last ${replyTimeDays} days.`;
	}

	function tellGroup({ due, kept, within, unit }: ReplyTimeFigures): string {
		const write = (count: number) => count.toLocaleString(locale);
		const counted = `${write(kept)} of ${write(due)} had a reply within ${writeTime(within, unit, locale)}; those still in that time are left out.`;
		return due < smallestGroup ? `${counted} The site says nothing about fewer than ${smallestGroup}.` : counted;
	}
}
