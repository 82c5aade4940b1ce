/** The number of backups to keep: the last of each of so many days, weeks and months. */
export type KeepRule = { daily: number; weekly: number; monthly: number };

/** A stored archive of this installation. */
export type DatedArchive = {
	name: string;
	madeAt: Temporal.Instant;
	/** Whether a trial restore of it has failed. */
	isBad: boolean;
};

export const keepRuleExample = "7 daily, 4 weekly, 6 monthly";

const partPattern = /^([1-9]\d{0,2}) (daily|weekly|monthly)$/;

/**
 * Parses a rule such as "7 daily, 4 weekly, 6 monthly". Parts may be left out, but not all, and none may be given twice.
 *
 * @returns undefined if the text is not a rule
 */
export function parseKeepRule(text: string): KeepRule | undefined {
	const rule: KeepRule = { daily: 0, weekly: 0, monthly: 0 };
	for (const part of text.split(",")) {
		const [, count, period] = partPattern.exec(part.trim()) ?? [];
		if (count === undefined || period === undefined) return undefined;
		const key = period as keyof KeepRule;
		if (rule[key] !== 0) return undefined;
		rule[key] = Number(count);
	}
	return rule;
}

/** Names the period of a day: the day, its ISO week and its month. */
const periods: { [Period in keyof KeepRule]: (day: Temporal.PlainDate) => string } = {
	daily: (day) => day.toString(),
	weekly: (day) => `${day.yearOfWeek}-${day.weekOfYear}`,
	monthly: (day) => day.toPlainYearMonth().toString(),
};

/**
 * Lists the archives that a rule does not keep. Periods without an archive do not count, so that an outage costs no old archive. An archive
 * whose trial restore has failed takes no other's place, and is surplus once there is a newer one without such a failure. The newest
 * archive without a failure is always kept, and so are archives of the future: the clock may be wrong.
 *
 * @param timeZone of days, weeks and months
 */
export function listSurplus<Archive extends DatedArchive>(
	archives: readonly Archive[],
	rule: KeepRule,
	now: Temporal.Instant,
	timeZone: string,
): Archive[] {
	const past = archives
		.filter(({ madeAt }) => Temporal.Instant.compare(madeAt, now) <= 0)
		.toSorted((a, b) => Temporal.Instant.compare(b.madeAt, a.madeAt));
	const good = past.filter(({ isBad }) => !isBad);
	const newestGood = past.findIndex(({ isBad }) => !isBad);
	const untested = newestGood === -1 ? past : past.slice(0, newestGood);
	const kept = new Set([...good.slice(0, 1), ...listKept(good), ...listKept(untested)]);
	return past.filter((archive) => !kept.has(archive));

	/** @param latestFirst in this order */
	function listKept(latestFirst: readonly Archive[]): Archive[] {
		return (["daily", "weekly", "monthly"] as const).flatMap((period) => {
			const latestOf = new Map<string, Archive>();
			for (const archive of latestFirst) {
				const name = periods[period](archive.madeAt.toZonedDateTimeISO(timeZone).toPlainDate());
				if (!latestOf.has(name)) latestOf.set(name, archive);
			}
			return [...latestOf.values()].slice(0, rule[period]);
		});
	}
}
