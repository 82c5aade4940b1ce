/** Business hours, or calendar days. */
export type ReplyUnit = "business hours" | "days";

/** How soon the records of a kind had a first reply, measured over the last 90 days. */
export type ReplyTimeFigures = {
	/** Records whose promised time was over, with a reply or without one. */
	due: number;
	/** Those among them with a reply in time. */
	kept: number;
	/** Time within which half of them had a reply, in whole units, rounded up; undefined if fewer than half had one. */
	median: number | undefined;
	/** The promised time. */
	within: number;
	unit: ReplyUnit;
};

/** Days that the figures cover. */
export const replyTimeDays = 90;
/** Figures of fewer records are not public: they say little, and might point to one person. */
export const smallestGroup = 20;
/** Below this number of records, a whole per cent would tell how many were late. */
const wholePercentsFrom = 100;
const coarseStep = 5;

/** The words about one kind of records: for the first share of all, and for a second one. */
export type ReplyTimeWords = { first(ofAll: string): string; second(share: string): string };

export const enquiryReplyWords: ReplyTimeWords = {
	first: (ofAll) => `we replied to ${ofAll} enquiries`,
	second: (share) => `to ${share}`,
};

export const applicationReplyWords: ReplyTimeWords = {
	first: (ofAll) => `${ofAll} applicants heard back`,
	second: (share) => share,
};

/**
 * Writes the figures for visitors: the share with a reply in the promised time, and the time within which half had one, the shorter time
 * first. Shares are rounded down.
 * @param locale of the numbers
 * @returns a sentence, or undefined for a group that is too small
 */
export function writeReplyTimes(figures: ReplyTimeFigures, words: ReplyTimeWords, locale: string): string | undefined {
	const { due, kept, median, within, unit } = figures;
	if (due < smallestGroup) return undefined;
	const isAll = kept === due;
	const share = writeShare(figures, locale);
	const inTime = { ofAll: isAll ? "all" : `${share} of all`, share: isAll ? "all of them" : share, time: within };
	const half =
		median === undefined || median === within ? undefined : { ofAll: "half of all", share: "half", time: median };
	const [first, second] = half && half.time < within ? [half, inTime] : [inTime, half];
	const begin = `In the last ${replyTimeDays} days, ${words.first(first.ofAll)} within ${writeTime(first.time, unit, locale)}`;
	if (median === undefined) return `${begin}, and ${words.second("fewer than half")} at all.`;
	return second
		? `${begin}, and ${words.second(second.share)} within ${second.time.toLocaleString(locale)}.`
		: `${begin}.`;
}

/** Writes a time in whole units: "24 business hours". */
export function writeTime(time: number, unit: ReplyUnit, locale: string): string {
	return `${time.toLocaleString(locale)} ${time === 1 ? unit.slice(0, -1) : unit}`;
}

function writeShare({ due, kept }: ReplyTimeFigures, locale: string): string {
	const step = due < wholePercentsFrom ? coarseStep : 1;
	const percent = Math.floor((100 * kept) / due / step) * step;
	const write = (value: number) => (value / 100).toLocaleString(locale, { style: "percent" });
	return percent === 0 ? `fewer than ${write(step)}` : write(percent);
}
