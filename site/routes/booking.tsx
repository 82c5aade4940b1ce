import { data, redirect } from "react-router";
import { findNextFreeDate } from "../../features/booking/availability.ts";
import { demoBookingContext } from "../../features/booking/context.server.ts";
import { managePostedForm } from "../../features/booking/manage-posted-form.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { formatShortDate } from "../../shared/slot-texts.ts";
import { isToken } from "../../platform/ids/secret-token.ts";
import { ChooseTimeForm } from "../sections/choose-time-form.tsx";
import { ManagedCall } from "../sections/managed-call.tsx";
import { keepAddressSecret, notStored, notStoredMessage, secretAddressHeaders } from "../private-page.ts";
import type { Route } from "./+types/booking.ts";

/** The private page of one booked call. Nothing but a form post changes anything. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { manageBooking } = context.get(demoBookingContext);
	const call = await manageBooking.find(params.token);
	if (!call) throw data(null, { status: 404 });
	const { company } = content;
	const query = new URL(request.url).searchParams;
	const code = query.get("confirm");
	const availability = await manageBooking.listFreeSlots(params.token);
	const dates = availability
		? [...availability.days].filter(([, times]) => times.length > 0).map(([date]) => date)
		: [];
	const wanted = query.get("date") ?? call.date;
	const date = dates.includes(wanted) || !availability ? wanted : (findNextFreeDate(availability, wanted) ?? dates[0]);
	return {
		head: headOf(content, "/demo/booking", {
			indexed: false,
			meta: { title: "Your demo call", description: "See when your demo call is, move it or cancel it.", keywords: [] },
		}),
		path: `/demo/booking/${params.token}`,
		call,
		done: query.get("done"),
		// Whoever opens the link changes nothing yet: mail scanners do so too.
		confirmCode: code !== null && isToken(code) ? code : undefined,
		choice: {
			dates,
			date,
			times: (availability?.days.get(date ?? "") ?? []).map((time) => ({ value: time, time })),
		},
		company: {
			email: company.email,
			phone: company.phone,
			timeZone: company.timeZone,
			timeZoneLabel: company.timeZoneLabel,
			locale: company.locale,
		},
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const content = context.get(contentContext);
	const outcome = await managePostedForm(
		await request.formData(),
		params.token,
		context.get(demoBookingContext).manageBooking,
		content.company,
	);
	switch (outcome.kind) {
		case "moved":
		case "confirmed":
		case "cancelled":
			throw redirect(`/demo/booking/${params.token}?done=${outcome.kind}`, {
				status: 303,
				headers: secretAddressHeaders,
			});
		case "unknown":
			throw data(null, { status: 404 });
		case "taken":
			return data({ message: "That time has just been taken. Choose another one." }, { status: 409 });
		case "refused":
			return data({ message: outcome.message }, { status: 422 });
		case "limited":
			return data({ message: outcome.message }, { status: 429 });
		case "failed":
			return data({ message: notStoredMessage }, notStored);
	}
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

const titles = {
	cancelled: "This call is cancelled",
	started: "This call has begun or is over",
	lapsed: "This call was not confirmed",
	doubtful: "This call is not booked yet",
};

const news: Record<string, string> = {
	booked: "Your call is booked. An e-mail with an invitation for your calendar is on its way to your inbox.",
	confirmed: "Your call is booked. An e-mail with an invitation for your calendar is on its way to your inbox.",
	moved: "Your call has moved. An e-mail with the new time is on its way to your inbox, and to us.",
};

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, call, done, confirmCode, choice, company } = loaderData;
	const card = (
		<ManagedCall
			{...call}
			company={company}
			calendarPath={call.state === "upcoming" ? `${path}/invitation.ics` : undefined}
		/>
	);

	if (call.state === "unconfirmed") {
		return (
			<section className="container-page grid items-center gap-12 section-space lg:grid-cols-12">
				<div className="lg:col-span-6">
					<h1 className="text-title">Please confirm your call</h1>
					{actionData && <Problem>{actionData.message}</Problem>}
					<p className="mt-6 max-w-[52ch]">
						We keep this time for you until{" "}
						<strong className="tabular font-semibold whitespace-nowrap text-ink">{call.confirmUntil}</strong>,{" "}
						{company.timeZoneLabel} time. If it is not confirmed by then, it goes back to others. We ask because several
						calls were booked in a short time.
					</p>
					{confirmCode === undefined ? (
						<p className="mt-4 max-w-[52ch]">
							Open the link in the e-mail that we have sent you. If it does not come, look into the folder for spam, or
							call{" "}
							<a
								className="tabular text-accent-text underline underline-offset-4 hover:text-ink"
								href={`tel:${company.phone.e164}`}
							>
								{company.phone.display}
							</a>
							.
						</p>
					) : (
						<form method="post" action={path} className="mt-8">
							<input type="hidden" name="intent" value="confirm" />
							<input type="hidden" name="code" value={confirmCode} />
							<Button type="submit">Confirm the call</Button>
						</form>
					)}
					<form method="post" action={path} className="mt-8">
						<input type="hidden" name="intent" value="cancel" />
						<Button type="submit" look="secondary">
							Give the time back
						</Button>
					</form>
				</div>
				<div className="lg:col-span-5 lg:col-start-8">{card}</div>
			</section>
		);
	}

	if (call.state !== "upcoming") {
		return (
			<section className="container-page grid items-center gap-12 section-space lg:grid-cols-12">
				<div className="lg:col-span-6">
					<h1 className="text-title">{titles[call.state]}</h1>
					{actionData && <Problem>{actionData.message}</Problem>}
					{call.state === "started" && <Started company={company} />}
					{call.state === "lapsed" && !actionData && (
						<p className="mt-6 max-w-[52ch]">
							Nobody confirmed it in time, so its time has gone back to others. You can book a new one whenever you
							like.
						</p>
					)}
					{call.state === "doubtful" && !actionData && (
						<p className="mt-6 max-w-[52ch]">
							We do not know yet whether a person sent this, so we hold no time for it. Use the page that you were led
							to after sending the form, or call{" "}
							<a
								className="tabular text-accent-text underline underline-offset-4 hover:text-ink"
								href={`tel:${company.phone.e164}`}
							>
								{company.phone.display}
							</a>
							.
						</p>
					)}
					{call.state === "cancelled" && !actionData && <Cancelled justNow={done === "cancelled"} />}
					<ButtonLink to="/demo" className="mt-8">
						Book a new call
					</ButtonLink>
				</div>
				<div className="lg:col-span-5 lg:col-start-8">{card}</div>
			</section>
		);
	}

	return (
		<section className="container-page grid gap-12 section-space lg:grid-cols-12">
			<div className="lg:col-span-5">
				<h1 className="text-title">Your demo call</h1>
				{done && Object.hasOwn(news, done) && !actionData && (
					<output className="mt-6 block rounded-12 border-2 border-success bg-white p-5 font-semibold text-success">
						{news[done]}
					</output>
				)}
				{actionData && <Problem>{actionData.message}</Problem>}
				<div className="mt-8">{card}</div>
			</div>
			<div className="lg:col-span-6 lg:col-start-7">
				<h2 className="text-28">Move the call</h2>
				<ChooseTimeForm
					key={choice.date}
					path={path}
					intent="move"
					name="time"
					company={company}
					{...choice}
					words={{
						choose: `Move the call to ${formatShortDate(choice.date ?? call.date)}`,
						none: "There is no other free time in the next weeks. To talk about one, reply to the e-mail that confirmed your call.",
					}}
				/>

				<h2 className="mt-12 border-t border-hairline pt-12 text-28">Cancel the call</h2>
				<p className="mt-3">You need not give a reason. The time goes back to others at once.</p>
				<details className="mt-5">
					<summary className={buttonClass("secondary", "cursor-pointer")}>Cancel the call</summary>
					<form method="post" action={path} className="mt-5">
						<input type="hidden" name="intent" value="cancel" />
						<p className="font-semibold text-ink">Shall we cancel it?</p>
						<Button type="submit" look="secondary" className="mt-3">
							Yes, cancel the call
						</Button>
					</form>
				</details>
			</div>
		</section>
	);
}

function Cancelled({ justNow }: { justNow: boolean }) {
	return (
		<p className="mt-6 max-w-[52ch]">
			{justNow
				? "We have cancelled it, and an e-mail that takes it out of your calendar is on its way. You can book a new one whenever you like."
				: "It was cancelled before, and its time has gone back to others. You can book a new one whenever you like."}
		</p>
	);
}

function Started({ company }: { company: { email: string; phone: { display: string; e164: string } } }) {
	return (
		<p className="mt-6 max-w-[52ch]">
			It cannot be moved or cancelled any more. If we missed each other, call{" "}
			<a
				className="tabular text-accent-text underline underline-offset-4 hover:text-ink"
				href={`tel:${company.phone.e164}`}
			>
				{company.phone.display}
			</a>{" "}
			or write to{" "}
			<a className="text-accent-text underline underline-offset-4 hover:text-ink" href={`mailto:${company.email}`}>
				{company.email}
			</a>
			, or book a new one.
		</p>
	);
}

function Problem({ children }: { children: string }) {
	return (
		<p role="alert" className="mt-6 rounded-12 border-2 border-error bg-white p-5 font-semibold text-error">
			{children}
		</p>
	);
}
