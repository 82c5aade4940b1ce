import { hostsChangeKey } from "../../core/appointments/host-store.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { PageSource } from "../../platform/pages/page-source.ts";
import { listCallTypes, pathOfCalls } from "../../shared/call-type.ts";
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
	const answer = {
		changeKeys: [availabilityChangeKey, hostsChangeKey],
		findGoodUntil: (nowMs: number) => (nowMs % minuteMs === 0 ? nowMs + 1 : Math.ceil(nowMs / minuteMs) * minuteMs),
		kind: "page" as const,
	};
	return listCallTypes(company).flatMap((callType) => {
		const path = pathOfCalls(callType.slug);
		const policy = policyOf(company, callType);
		return [
			{
				pattern: `${path}/availability`,
				describe: () => ({ ...answer, key: `${path}/availability` }),
				listWarm: () => [`${path}/availability`],
			},
			{
				pattern: `${path}/slots/:date`,
				describe({ date = "" }: Readonly<Record<string, string>>) {
					const today = findDate(clock.now().epochMilliseconds, policy.timeZone);
					return isSelectableDate(date, today, policy) ? { ...answer, key: `${path}/slots/${date}` } : undefined;
				},
			},
		];
	});
}
