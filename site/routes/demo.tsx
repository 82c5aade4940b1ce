import { data, redirect } from "react-router";
import { acceptPostedBooking } from "../../features/booking/accept-posted-booking.server.ts";
import { packAvailability, policyOf } from "../../features/booking/availability.ts";
import type { PlainBooking } from "../../features/booking/booking-calls.ts";
import { demoBookingContext } from "../../features/booking/context.server.ts";
import type { CallBooking } from "../../features/booking/demo-booking.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { clientContext, formFilesContext, formRefusedContext } from "../../platform/pages/live-page-context.server.ts";
import { unavailable, unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import {
	demoSlug,
	findCallType,
	listCallTypes,
	pathOfCalls,
	plainPathOfCalls,
	toOfferedCall,
} from "../../shared/call-type.ts";
import { createIdempotencyKey } from "../../shared/idempotency-key.ts";
import { writeWeekdays } from "../../shared/slot-texts.ts";
import { isAnotherPage } from "../layout/is-another-page.ts";
import { DemoAgenda } from "../sections/demo-agenda.tsx";
import { DemoBookingPanel } from "../sections/demo-booking-panel.tsx";
import { PageHeading } from "../sections/page-heading.tsx";
import type { Route } from "./+types/demo.ts";

/**
 * The page of the demo call and of every other type of call. It is the same for everybody; by its second address the server renders the
 * steps too, for browsers without scripts.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { company, callPages, copy } = content;
	const slug = readSlug(params);
	const callType = findCallType(company, slug);
	const page = slug === demoSlug ? undefined : callPages.find((one) => one.slug === slug);
	if (!callType || (slug !== demoSlug && !page)) throw data(null, { status: 404 });
	const isPlain = new URL(request.url).pathname === plainPathOfCalls(slug);
	const calls = isPlain ? getCalls(context, slug) : undefined;
	const found = calls && (await unlessUnavailable(calls.freeSlots.inWindow()));
	const plain: Omit<PlainBooking, "refusal"> | undefined = isPlain
		? { window: found && packAvailability(found, policyOf(company, callType)), idempotencyKey: createIdempotencyKey() }
		: undefined;
	const { hero, agenda, preparation } = copy.demo;
	return data(
		{
			head: headOf(content, pathOfCalls(slug), {
				...(page && { meta: page.meta }),
				...(isPlain && { indexed: false, refused: context.get(formRefusedContext) }),
			}),
			call: toOfferedCall(callType),
			hero: {
				...(page ? { eyebrow: "Book a call", title: page.title, introduction: page.introduction } : hero),
				image: resolvePicture(content, hero.image),
			},
			agenda: page ? { title: agenda.title, items: page.agenda } : agenda,
			preparation: page ? undefined : preparation,
			others: listCallTypes(company)
				.filter((other) => other.slug !== slug)
				.map(({ slug: other, title, callMinutes }) => ({ path: pathOfCalls(other), title, callMinutes })),
			weekdays: writeWeekdays(company.hours.days, company.locale),
			plain,
		},
		isPlain && !found ? unavailable : undefined,
	);
}

/** The demo call has an address of its own. */
function readSlug({ callType = demoSlug }: { callType?: string | undefined }): string {
	return callType;
}

function getCalls(context: Route.LoaderArgs["context"], slug: string): CallBooking {
	const calls = context.get(demoBookingContext).findCalls(slug);
	if (!calls) throw data(null, { status: 404 });
	return calls;
}

/** The form sent without scripts: the same rules and the same store as POST /demo/book. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const outcome = await acceptPostedBooking(await request.formData(), getCalls(context, readSlug(params)), {
		client: context.get(clientContext),
		upload: context.get(formFilesContext),
	});
	context.set(formRefusedContext, outcome.kind !== "booked");
	switch (outcome.kind) {
		case "booked": {
			// Keeps the hostname under which the visitor reached the site.
			const { pathname, search } = new URL(outcome.nextUrl);
			throw redirect(pathname + search, 303);
		}
		case "rejected":
			return data(outcome, { status: 422 });
		case "limit-reached":
			return data(outcome, { status: 429, headers: { "Retry-After": String(outcome.retryAfterSeconds) } });
		case "taken":
			return data(outcome, { status: 409 });
		case "failed":
			return data(outcome, { status: 503, headers: { "Retry-After": "30" } });
	}
}

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) => ({
	...Object.fromEntries(loaderHeaders),
	...Object.fromEntries(actionHeaders),
});

/** The choices of a call are in the query; nothing loaded depends on them. */
export const shouldRevalidate = isAnotherPage;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function DemoPage({ loaderData, actionData }: Route.ComponentProps) {
	const { call, hero, agenda, preparation, others, weekdays, plain } = loaderData;
	return (
		<>
			<section className="container-page grid items-center gap-10 py-12 lg:grid-cols-12 lg:gap-6 lg:py-16">
				<PageHeading
					eyebrow={hero.eyebrow}
					title={hero.title}
					introduction={hero.introduction}
					className="lg:col-span-7"
				/>
				<InlinePicture picture={hero.image} className="mx-auto h-auto w-full max-w-sm lg:col-span-5" />
			</section>
			<div className="border-t border-hairline bg-white section-space">
				<div className="container-page grid gap-12 lg:grid-cols-12 lg:gap-6">
					<DemoBookingPanel
						key={call.slug}
						call={call}
						weekdays={weekdays}
						plain={plain && { ...plain, refusal: actionData }}
					/>
					<DemoAgenda agenda={agenda} preparation={preparation} others={others} />
				</div>
			</div>
		</>
	);
}
