import type { Clock } from "../../platform/clock.ts";
import { hostsChangeKey } from "../../core/appointments/host-store.server.ts";
import type { PageSource } from "../../platform/pages/page-source.ts";
import type { Company } from "../../shared/company.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { isSelectableDate, policyOf } from "./availability.ts";
import { availabilityChangeKey } from "./booking-record.server.ts";

const minuteMs = 60_000;

/**
 * Declares the page data of booking: docs/product/booking.md, Calls. Slots expire at full minutes; a slot that starts exactly when its
 * notice ends is still free.
 */
export function createBookingPageSources({ company, clock }: { company: Company; clock: Clock }): PageSource[] {
	const policy = policyOf(company);
	const answer = {
		facts: [availabilityChangeKey, hostsChangeKey],
		findGoodUntil: (nowMs: number) => (nowMs % minuteMs === 0 ? nowMs + 1 : Math.ceil(nowMs / minuteMs) * minuteMs),
		kind: "page" as const,
	};
	return [
		{
			pattern: "/demo/availability",
			describe: () => ({ ...answer, key: "/demo/availability" }),
			listWarm: () => ["/demo/availability"],
		},
		{
			pattern: "/demo/slots/:date",
			describe({ date = "" }) {
				const today = findDate(clock.now().epochMilliseconds, policy.timeZone);
				return isSelectableDate(date, today, policy) ? { ...answer, key: `/demo/slots/${date}` } : undefined;
			},
		},
	];
}
