import { data } from "react-router";
import { demoBookingContext } from "../../features/booking/context.server.ts";
import { managePostedForm } from "../../features/booking/manage-posted-form.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { isToken } from "../../platform/ids/secret-token.ts";
import { demoSlug, findCallType, pathOfCalls, writeTitleInSentence } from "../../shared/call-type.ts";
import { formatShortDate } from "../../shared/format-date.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { listChoice } from "../choose-time.ts";
import { answerOutcome, keepAddressSecret } from "../private-page.ts";
import { ChooseTimeForm } from "../sections/choose-time-form.tsx";
import { ManagedCall } from "../sections/managed-call.tsx";
import { CancelCall, ClosedCall, EmailAddress, OpenCall, PhoneNumber } from "../sections/private-call.tsx";
import type { Route } from "./+types/booking.ts";

/** The private page of one booked call. Only a form post changes anything. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { manageBooking } = context.get(demoBookingContext);
	const call = await manageBooking.find(params.token);
	if (!call) throw data(null, { status: 404 });
	const { company } = content;
	const noun = writeTitleInSentence(call.title);
	const query = new URL(request.url).searchParams;
	const code = query.get("confirm");
	const free = await manageBooking.listFree(params.token);
	const wanted = query.get("date") ?? findDate(call.startMs, call.timeZone);
	return {
		head: hiddenHead(content, "/demo/booking", {
			title: `Your ${noun}`,
			description: `See when your ${noun} is, move it or cancel it.`,
		}),
		path: `/demo/booking/${params.token}`,
		call,
		noun,
		bookPath: pathOfCalls(findCallType(company, call.callType)?.slug ?? demoSlug),
		done: query.get("done"),
		// Opening the link changes nothing yet: mail scanners open it too.
		confirmCode: code !== null && isToken(code) ? code : undefined,
		choice: listChoice(free, company.timeZone, wanted),
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
	return answerOutcome(outcome, `/demo/booking/${params.token}`);
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

const titles = {
	cancelled: "This call is cancelled",
	started: "This call has begun or is over",
	lapsed: "This call was not confirmed",
	quarantined: "This call is not booked yet",
};

const news: Record<string, string> = {
	booked: "Your call is booked. An e-mail with an invitation for your calendar is on its way to your inbox.",
	confirmed: "Your call is booked. An e-mail with an invitation for your calendar is on its way to your inbox.",
	moved: "Your call has moved. An e-mail with the new time is on its way to your inbox, and to us.",
};

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, call, noun, bookPath, done, confirmCode, choice, company } = loaderData;
	const card = (
		<ManagedCall
			{...call}
			company={company}
			calendarPath={call.state === "upcoming" ? `${path}/invitation.ics` : undefined}
		/>
	);

	const problem = actionData?.message;

	if (call.state === "unconfirmed") {
		return (
			<ClosedCall title="Please confirm your call" problem={problem} card={card}>
				<p className="mt-6 max-w-[52ch]">
					We are holding this time for you until{" "}
					<strong className="tabular font-semibold whitespace-nowrap text-ink">{call.confirmUntil}</strong>,{" "}
					{company.timeZoneLabel} time. If it isn’t confirmed by then, the slot is released. We ask because{" "}
					{call.hasGuests ? "you invited guests" : "several calls were booked in a short time"}.
				</p>
				{confirmCode === undefined ? (
					<p className="mt-4 max-w-[52ch]">
						Open the link in the e-mail we sent you. If it doesn’t arrive, check your spam folder or call{" "}
						<PhoneNumber phone={company.phone} />.
					</p>
				) : (
					// The page that answers a failure has the button too.
					<form method="post" action={`${path}?confirm=${confirmCode}`} className="mt-8">
						<input type="hidden" name="intent" value="confirm" />
						<input type="hidden" name="code" value={confirmCode} />
						<Button type="submit">Confirm the call</Button>
					</form>
				)}
				<form method="post" action={path} className="mt-8">
					<input type="hidden" name="intent" value="cancel" />
					<Button type="submit" look="secondary">
						Cancel this booking
					</Button>
				</form>
			</ClosedCall>
		);
	}

	if (call.state !== "upcoming") {
		return (
			<ClosedCall title={titles[call.state]} problem={problem} card={card}>
				{call.state === "started" && (
					<p className="mt-6 max-w-[52ch]">
						It can no longer be moved or cancelled. If we missed each other, call <PhoneNumber phone={company.phone} />{" "}
						or write to <EmailAddress email={company.email} />, or book a new call.
					</p>
				)}
				{call.state === "lapsed" && !actionData && (
					<p className="mt-6 max-w-[52ch]">
						It was not confirmed in time, so the slot was released. You can book a new call whenever you like.
					</p>
				)}
				{call.state === "quarantined" && !actionData && (
					<p className="mt-6 max-w-[52ch]">
						We could not yet confirm that a person sent this, so no slot is reserved. Use the page you were taken to
						after sending the form, or call <PhoneNumber phone={company.phone} />.
					</p>
				)}
				{call.state === "cancelled" && !actionData && (
					<p className="mt-6 max-w-[52ch]">
						{done === "cancelled" && call.wasUnconfirmed
							? "The slot was released, and we won’t contact you again about it. You can book a new call whenever you like."
							: done === "cancelled"
								? "It is cancelled. An e-mail that removes it from your calendar is on its way. You can book a new call whenever you like."
								: "It was already cancelled, and the slot was released. You can book a new call whenever you like."}
					</p>
				)}
				<ButtonLink to={bookPath} className="mt-8">
					Book a new call
				</ButtonLink>
			</ClosedCall>
		);
	}

	return (
		<OpenCall
			title={`Your ${noun}`}
			news={done !== null && Object.hasOwn(news, done) ? news[done] : undefined}
			problem={problem}
			card={card}
		>
			<h2 className="text-28">Move the call</h2>
			<ChooseTimeForm
				key={choice.date}
				path={path}
				company={company}
				{...choice}
				words={{
					choose: `Move the call to ${formatShortDate(choice.date ?? findDate(call.startMs, call.timeZone))}`,
					none: "There are no other free times in the coming weeks. To arrange one, reply to the e-mail that confirmed your call.",
				}}
			/>
			<CancelCall
				path={path}
				title="Cancel the call"
				text="You don’t need to give a reason. The slot is released at once."
				button="Cancel the call"
				question="Shall we cancel it?"
				yes="Yes, cancel the call"
			/>
		</OpenCall>
	);
}
