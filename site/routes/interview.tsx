import { data } from "react-router";
import { manageInterviewContext } from "../../features/careers/context.server.ts";
import { respondToPostedForm } from "../../features/careers/interviews/respond-to-posted-form.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { formatShortDate } from "../../shared/format-date.ts";
import { nameZone } from "../../shared/slot-texts.ts";
import { listChoice } from "../choose-time.ts";
import { answerOutcome, keepAddressSecret } from "../private-page.ts";
import { ChooseTimeForm } from "../sections/choose-time-form.tsx";
import { ManagedInterviewCard } from "../sections/managed-interview.tsx";
import { CancelCall, ClosedCall, EmailAddress, OpenCall, PhoneNumber } from "../sections/private-call.tsx";
import type { Route } from "./+types/interview.ts";

/** The private page of one interview. Only a form post changes anything. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const manage = context.get(manageInterviewContext);
	const interview = await manage.find(params.token);
	if (!interview) throw data(null, { status: 404 });
	const content = context.get(contentContext);
	const { company } = content;
	const query = new URL(request.url).searchParams;
	const { timeZone } = interview;
	const free = await manage.listFree(params.token);
	return {
		head: hiddenHead(content, "/career/interview", {
			title: "Your interview",
			description: "Choose when your interview is, move it or cancel it.",
		}),
		path: `/career/interview/${params.token}`,
		interview,
		done: query.get("done"),
		choice: listChoice(free, timeZone, query.get("date") ?? ""),
		company: {
			email: company.careersEmail,
			phone: company.phone,
			timeZone: company.timeZone,
			timeZoneLabel: company.timeZoneLabel,
			locale: company.locale,
		},
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const outcome = await respondToPostedForm(
		await request.formData(),
		params.token,
		context.get(manageInterviewContext),
		context.get(contentContext).company,
	);
	return answerOutcome(outcome, `/career/interview/${params.token}`);
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

const titles = {
	offered: "Choose a time for your interview",
	expired: "The days we offered have passed",
	upcoming: "Your interview",
	started: "This interview has begun or is over",
	cancelled: "This interview is cancelled",
	closed: "This application is not open",
};

const closedTexts = {
	expired: "No time was chosen. If you would still like to talk with us, ask for other days.",
	started: "It can no longer be moved or cancelled. If we missed each other, ask for another time.",
	cancelled: "It will not take place. If you change your mind, let us know.",
	closed: "There is no interview to choose a time for. If you have a question, ask us.",
};

const news: Record<string, string> = {
	booked: "Your interview is booked. An e-mail with an invitation for your calendar is on its way to your inbox.",
	moved: "Your interview has moved. An e-mail with the new time is on its way to your inbox, and to us.",
};

export default function InterviewPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, interview, done, choice, company } = loaderData;
	const { state } = interview;
	const problem = actionData?.message;
	const card = (
		<ManagedInterviewCard
			interview={interview}
			company={company}
			calendarPath={state === "upcoming" ? `${path}/invitation.ics` : undefined}
		/>
	);
	const contact = (
		<p className="mt-4 max-w-[52ch]">
			Write to <EmailAddress email={company.email} /> or call <PhoneNumber phone={company.phone} />.
		</p>
	);
	if (state !== "offered" && state !== "upcoming")
		return (
			<ClosedCall title={titles[state]} problem={problem} card={card}>
				{!actionData && (
					<p className="mt-6 max-w-[52ch]">
						{state === "cancelled" && done === "cancelled"
							? "It is cancelled, and a confirmation is on its way to your inbox. Your application is not affected. If you change your mind, let us know."
							: closedTexts[state]}
					</p>
				)}
				{contact}
			</ClosedCall>
		);
	const isOffered = state === "offered";
	const day = choice.date === undefined ? "" : formatShortDate(choice.date);
	return (
		<OpenCall
			title={titles[state]}
			news={done !== null && Object.hasOwn(news, done) ? news[done] : undefined}
			problem={problem}
			card={card}
		>
			<h2 className="text-28">{isOffered ? "What time suits you?" : "Move the interview"}</h2>
			<ChooseTimeForm
				key={choice.date}
				path={path}
				// The company may have changed its zone since; the choice has that of the offer.
				company={{ ...company, timeZone: interview.timeZone, timeZoneLabel: nameZone(interview.timeZone, company) }}
				{...choice}
				words={{
					choose: isOffered ? `Take this time on ${day}` : `Move the interview to ${day}`,
					none: isOffered
						? "There are no free times left on the days we offered. Ask us for another one."
						: "There are no other free times on the days we offered. To arrange one, ask us.",
				}}
			/>
			{choice.date === undefined && contact}
			<CancelCall
				path={path}
				title={isOffered ? "Would you rather not come?" : "Cancel the interview"}
				text="You don’t need to give a reason. Your application is not affected."
				button={isOffered ? "Decline the interview" : "Cancel the interview"}
				question={isOffered ? "Shall we decline it for you?" : "Shall we cancel it?"}
				yes={isOffered ? "Yes, decline it" : "Yes, cancel the interview"}
			/>
		</OpenCall>
	);
}
