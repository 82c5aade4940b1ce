import { data, redirect } from "react-router";
import { acceptPostedBooking } from "../../features/booking/accept-posted-booking.server.ts";
import { BookingByForm } from "../../features/booking/booking-by-form.tsx";
import { demoBookingContext } from "../../features/booking/context.server.ts";
import { writeWeekdays } from "../../features/booking/slot-texts.ts";
import { createIdempotencyKey } from "../../features/idempotency-key.ts";
import { indiaTimeZone } from "../../features/india-time.ts";
import { content } from "../../features/publishing/content.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import type { Route } from "./+types/demo-by-form.ts";

const path = "/demo/by-form";

/** Booking a demo without scripts: rendered live, because free dates and times lie in the database. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { days } = await context.get(demoBookingContext).freeSlots.inWindow();
	const query = new URL(request.url).searchParams;
	const date = days.has(query.get("date") ?? "") ? (query.get("date") ?? undefined) : undefined;
	const times = date === undefined ? [] : [...(days.get(date) ?? [])];
	return {
		head: headOf(path, { indexed: false, meta: { title: "Book a Free Demo", description: "Choose a date and a time for a free demo call of half an hour.", keywords: [] } }),
		domain: query.get("domain") ?? undefined,
		date,
		time: times.find((time) => time === query.get("time")),
		dates: [...days].filter(([, free]) => free.length > 0).map(([day]) => day),
		times,
		idempotencyKey: createIdempotencyKey(),
		weekdays: writeWeekdays(content.company.hours.days),
		timeZone: indiaTimeZone,
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const outcome = await acceptPostedBooking(await request.formData(), context.get(demoBookingContext).submitBooking);
	switch (outcome.kind) {
		case "booked":
			throw redirect(`${new URL(outcome.manageUrl).pathname}?done=booked`, 303);
		case "rejected":
			return data(outcome, { status: 422 });
		case "taken":
			return data(outcome, { status: 409 });
		case "failed":
			return data(outcome, { status: 503, headers: { "Retry-After": "30" } });
	}
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function DemoByFormPage({ loaderData, actionData }: Route.ComponentProps) {
	const { head: _, weekdays, timeZone, ...choice } = loaderData;
	// A time that has just been taken is no longer among the free ones; the form that was sent still names it.
	const time = choice.time ?? actionData?.values.time;
	return (
		<section className="container-page section-space">
			<h1 className="text-title">Book a Free Demo</h1>
			<p className="mt-5 max-w-[52ch]">Half an hour by video, {weekdays}, in India time ({timeZone}).</p>
			<div className="mt-10 max-w-2xl">
				<BookingByForm path={path} {...choice} time={time} refusal={actionData} />
			</div>
		</section>
	);
}
