import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keepRuleExample, listSurplus, parseKeepRule, type DatedArchive, type KeepRule } from "./keep-rule.ts";

const zone = "Europe/Berlin";
const start = Temporal.Instant.from("2026-09-01T00:00:00Z");
const at = (hours: number) => start.add({ hours });
const archive = (madeAt: Temporal.Instant, isBad = false): DatedArchive => ({ name: madeAt.toString(), madeAt, isBad });
const dayOf = ({ madeAt }: DatedArchive) => madeAt.toZonedDateTimeISO(zone).toPlainDate();
const without = (archives: readonly DatedArchive[], surplus: readonly DatedArchive[]) =>
	archives.filter((one) => !surplus.includes(one));

describe("a rule of what is kept", () => {
	test("names days, weeks and months, in any order", () => {
		expect(parseKeepRule(keepRuleExample)).toEqual({ daily: 7, weekly: 4, monthly: 6 });
		expect(parseKeepRule("12 monthly,30 daily")).toEqual({ daily: 30, weekly: 0, monthly: 12 });
	});

	test.each([
		"",
		"7",
		"daily",
		"0 daily",
		"-1 daily",
		"7 daily, 3 daily",
		"7 hourly",
		"1000 daily",
		"7 daily,",
		"7  daily",
	])("cannot be %j", (text) => expect(parseKeepRule(text)).toBeUndefined());
});

test("the last archive of each day, week and month is kept, as many as the rule says", () => {
	const rule = { daily: 2, weekly: 2, monthly: 2 };
	// Two archives on each day of 60.
	const archives = Array.from({ length: 120 }, (_, index) => archive(at(index * 12 + 3)));
	const kept = without(archives, listSurplus(archives, rule, at(60 * 24), zone));
	expect(kept.map((one) => one.madeAt.toZonedDateTimeISO(zone).toPlainDateTime().toString())).toEqual([
		// The last of September, and of the week before.
		"2026-09-30T17:00:00",
		"2026-10-25T16:00:00",
		"2026-10-29T16:00:00",
		"2026-10-30T16:00:00",
	]);
});

const rules = fc
	.record({
		daily: fc.integer({ min: 0, max: 10 }),
		weekly: fc.integer({ min: 0, max: 6 }),
		monthly: fc.integer({ min: 0, max: 4 }),
	})
	.filter(({ daily, weekly, monthly }) => daily + weekly + monthly > 0);
/** Each hour of a day at which a backup is made; it may fail, or be bad. */
const attempts = fc.array(
	fc.array(
		fc.record({
			hour: fc.integer({ min: 0, max: 23 }),
			outcome: fc.constantFrom("good", "good", "good", "bad", "failed"),
		}),
		{ maxLength: 3 },
	),
	{ minLength: 60, maxLength: 60 },
);

/** Makes and removes archives day by day, and yields what is there after each. */
function* simulate(days: { hour: number; outcome: string }[][], rule: KeepRule) {
	let present: DatedArchive[] = [];
	const made: DatedArchive[] = [];
	for (const [day, ofDay] of days.entries())
		for (const { hour, outcome } of ofDay.toSorted((a, b) => a.hour - b.hour)) {
			if (outcome === "failed") continue;
			const now = at(day * 24 + hour);
			if (made.some(({ madeAt }) => madeAt.equals(now))) continue;
			const one = archive(now, outcome === "bad");
			made.push(one);
			const before = [...present, one];
			const surplus = listSurplus(before, rule, now, zone);
			present = without(before, surplus);
			yield { made, before, present, surplus, now };
		}
}

test("over 60 days with failures, what the rule names is there, and the newest good archive always", () => {
	fc.assert(
		fc.property(attempts, rules, (days, rule) => {
			for (const { made, before, present, now } of simulate(days, rule)) {
				const good = made.filter(({ isBad }) => !isBad);
				const newest = good.at(-1);
				if (newest) expect(present).toContain(newest);
				// As if nothing had ever been removed.
				const wanted = [...new Set(good.map((one) => dayOf(one).toString()))].slice(-rule.daily || Infinity);
				for (const day of wanted) expect(present).toContain(good.findLast((one) => dayOf(one).toString() === day));
				const months = [...new Set(good.map((one) => dayOf(one).toPlainYearMonth().toString()))];
				for (const month of months.slice(-rule.monthly || Infinity))
					expect(present).toContain(good.findLast((one) => dayOf(one).toPlainYearMonth().toString() === month));
				// Removing again removes nothing more.
				expect(listSurplus(present, rule, now, zone)).toEqual([]);
				const most = 2 * (rule.daily + rule.weekly + rule.monthly) + 1;
				expect(present.length).toBeLessThanOrEqual(most);
				expect(listSurplus(before.toReversed(), rule, now, zone)).toHaveLength(before.length - present.length);
			}
		}),
		{ numRuns: 60 },
	);
});

test("archives of the future stay, and take no other's place", () => {
	const archives = [archive(at(0)), archive(at(24)), archive(at(1_000))];
	const surplus = listSurplus(archives, { daily: 1, weekly: 0, monthly: 0 }, at(25), zone);
	expect(surplus).toEqual([archives[0]]);
});

test("without a good archive, bad ones stay as the rule says, and go once there is a good one", () => {
	const rule = { daily: 2, weekly: 0, monthly: 0 };
	const bad = [0, 24, 48].map((hours) => archive(at(hours), true));
	expect(listSurplus(bad, rule, at(50), zone)).toEqual([bad[0]]);
	expect(listSurplus([...bad, archive(at(72))], rule, at(73), zone)).toEqual(bad.toReversed());
});
