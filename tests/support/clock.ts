import type { Clock } from "../../platform/clock.ts";

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & { advance(duration: Temporal.DurationLike): void };

export function createTestClock(start = "2026-11-23T06:00:00Z"): TestClock {
	let now = Temporal.Instant.from(start);
	return {
		now: () => now,
		advance(duration) {
			now = now.add(duration);
		},
	};
}
