import type { ComponentProps } from "react";
import { data, redirect } from "react-router";
import { acceptPostedBooking } from "../../features/booking/accept-posted-booking.server.ts";
import type { Availability } from "../../features/booking/availability.ts";
import { BookingByForm } from "../../features/booking/booking-by-form.tsx";
import { demoBookingContext } from "../../features/booking/context.server.ts";
import { validateSlot } from "../../features/booking/rules.ts";
import { writeDuration, writeWeekdays } from "../../shared/slot-texts.ts";
import type { Company } from "../../shared/company.ts";
import { createIdempotencyKey } from "../../shared/idempotency-key.ts";
import { clientContext, formRefusedContext } from "../../platform/pages/live-page-context.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { unavailable, unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import type { Route } from "./+types/demo-by-form.ts";

const path = "/demo/by-form";

/** Books a demo without scripts. Rendered live, because free dates and times are in the database. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const availability = await unlessUnavailable(context.get(demoBookingContext).freeSlots.inWindow());
	const query = new URL(request.url).searchParams;
	const { timeZone, timeZoneLabel, locale, hours, demo } = content.company;
	return data(
		{
			head: headOf(content, path, {
				indexed: false,
				refused: context.get(formRefusedContext),
				meta: {
					title: "Book a Free Demo",
					description: `Choose a date and a time for a free demo call of ${writeDuration(demo.callMinutes)}.`,
					keywords: [],
				},
			}),
			domain: query.get("domain") ?? undefined,
			...(availability ? findChoice(query, availability) : readChoice(query, content.company)),
			idempotencyKey: createIdempotencyKey(),
			weekdays: writeWeekdays(hours.days, locale),
			facts: { timeZone, timeZoneLabel, locale, demo: { callMinutes: demo.callMinutes, domains: demo.domains } },
		},
		availability ? undefined : unavailable,
	);
}

/** Keeps the hostname under which the visitor reached the site. */
function pathOfUrl(url: string): string {
	const { pathname, search } = new URL(url);
	return pathname + search;
}

type Choice = Pick<ComponentProps<typeof BookingByForm>, "date" | "time" | "dates" | "times">;

/** Returns the available choices, and those that the address names. */
function findChoice(query: URLSearchParams, { days }: Availability): Choice {
	const date = days.has(query.get("date") ?? "") ? (query.get("date") ?? undefined) : undefined;
	const times = date === undefined ? [] : [...(days.get(date) ?? [])];
	return {
		date,
		time: times.find((time) => time === query.get("time")),
		dates: [...days].filter(([, free]) => free.length > 0).map(([day]) => day),
		times,
	};
}

/** Returns the choices in the address when the database cannot tell whether they are free. */
function readChoice(query: URLSearchParams, company: Company): Choice {
	const named = validateSlot(Object.fromEntries(query), company);
	return { date: undefined, time: undefined, ...(named.ok && named.slot), dates: undefined, times: [] };
}

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) => ({
	...Object.fromEntries(loaderHeaders),
	...Object.fromEntries(actionHeaders),
});

export async function action({ request, context }: Route.ActionArgs) {
	const outcome = await acceptPostedBooking(
		await request.formData(),
		context.get(demoBookingContext),
		context.get(clientContext),
	);
	context.set(formRefusedContext, outcome.kind !== "booked");
	switch (outcome.kind) {
		case "booked":
			throw redirect(pathOfUrl(outcome.nextUrl), 303);
		case "rejected":
			return data(outcome, { status: 422 });
		case "capped":
			return data(outcome, { status: 429, headers: { "Retry-After": String(outcome.retryAfterSeconds) } });
		case "taken":
			return data(outcome, { status: 409 });
		case "failed":
			return data(outcome, { status: 503, headers: { "Retry-After": "30" } });
	}
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function DemoByFormPage({ loaderData, actionData }: Route.ComponentProps) {
	const { head: _, weekdays, facts, ...choice } = loaderData;
	const length = writeDuration(facts.demo.callMinutes);
	// A time that has just been taken is no longer free, but the submitted form still names it.
	const time = choice.time ?? actionData?.values.time;
	return (
		<section className="container-page section-space">
			<h1 className="text-title">Book a Free Demo</h1>
			<p className="mt-5 max-w-[52ch]">
				{length.charAt(0).toUpperCase() + length.slice(1)} by video, {weekdays}, in {facts.timeZoneLabel} time (
				{facts.timeZone}).
			</p>
			<div className="mt-10 max-w-2xl">
				<BookingByForm facts={facts} path={path} {...choice} time={time} refusal={actionData} />
			</div>
		</section>
	);
}
