import { data, redirect } from "react-router";
import { manageInterviewContext } from "../../features/careers/context.server.ts";
import { answerPostedForm } from "../../features/careers/interviews/answer-posted-form.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { formatShortDate, formatTimeOf } from "../../shared/slot-texts.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { keepAddressSecret, notStored, notStoredMessage, secretAddressHeaders } from "../private-page.ts";
import { ChooseTimeForm } from "../sections/choose-time-form.tsx";
import { ManagedInterviewCard } from "../sections/managed-interview.tsx";
import type { Route } from "./+types/interview.ts";

/** The private page of one interview. Nothing but a form post changes anything. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const manage = context.get(manageInterviewContext);
	const interview = await manage.find(params.token);
	if (!interview) throw data(null, { status: 404 });
	const content = context.get(contentContext);
	const { company } = content;
	const query = new URL(request.url).searchParams;
	const { timeZone } = interview;
	const free = Map.groupBy(await manage.listFree(params.token), (startMs) => findDate(startMs, timeZone));
	const dates = [...free.keys()];
	const wanted = query.get("date") ?? "";
	const date = dates.find((one) => one >= wanted) ?? dates[0];
	return {
		head: headOf(content, "/career/interview", {
			indexed: false,
			meta: {
				title: "Your interview",
				description: "Choose when your interview is, move it or cancel it.",
				keywords: [],
			},
		}),
		path: `/career/interview/${params.token}`,
		interview,
		done: query.get("done"),
		choice: {
			dates,
			date,
			times: (free.get(date ?? "") ?? []).map((startMs) => ({
				value: String(startMs),
				time: formatTimeOf(startMs, timeZone),
			})),
		},
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
	const outcome = await answerPostedForm(
		await request.formData(),
		params.token,
		context.get(manageInterviewContext),
		context.get(contentContext).company,
	);
	switch (outcome.kind) {
		case "chosen":
		case "cancelled":
			throw redirect(`/career/interview/${params.token}?done=${outcome.kind}`, {
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
	offered: "Choose a time for your interview",
	upcoming: "Your interview",
	started: "This interview has begun or is over",
	cancelled: "This interview is cancelled",
	closed: "This application is not open",
};

const closedTexts = {
	started: "It cannot be moved or cancelled any more. If we missed each other, write to us or call.",
	cancelled: "Nothing takes place. Your application stays as it is; write to us if you would like to talk after all.",
	closed: "So there is no interview to choose a time for.",
};

export default function InterviewPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, interview, done, choice, company } = loaderData;
	const { state } = interview;
	const card = (
		<ManagedInterviewCard
			interview={interview}
			company={company}
			calendarPath={state === "upcoming" ? `${path}/invitation.ics` : undefined}
		/>
	);
	if (state !== "offered" && state !== "upcoming")
		return (
			<section className="container-page grid items-center gap-12 section-space lg:grid-cols-12">
				<div className="lg:col-span-6">
					<h1 className="text-title">{titles[state]}</h1>
					{actionData && <Problem>{actionData.message}</Problem>}
					<p className="mt-6 max-w-[52ch]">{closedTexts[state]}</p>
					<Contact company={company} />
				</div>
				<div className="lg:col-span-5 lg:col-start-8">{card}</div>
			</section>
		);
	const isOffered = state === "offered";
	const day = choice.date === undefined ? "" : formatShortDate(choice.date);
	return (
		<section className="container-page grid gap-12 section-space lg:grid-cols-12">
			<div className="lg:col-span-5">
				<h1 className="text-title">{titles[state]}</h1>
				{done === "chosen" && !actionData && (
					<output className="mt-6 block rounded-12 border-2 border-success bg-white p-5 font-semibold text-success">
						Your interview is booked. An e-mail with an invitation for your calendar is on its way to your inbox.
					</output>
				)}
				{actionData && <Problem>{actionData.message}</Problem>}
				<div className="mt-8">{card}</div>
			</div>
			<div className="lg:col-span-6 lg:col-start-7">
				<h2 className="text-28">{isOffered ? "When suits you?" : "Move the interview"}</h2>
				<ChooseTimeForm
					key={choice.date}
					path={path}
					intent="choose"
					name="start"
					company={company}
					{...choice}
					words={{
						choose: isOffered ? `Take this time on ${day}` : `Move the interview to ${day}`,
						none: "There is no free time left on the days that we offered. Write to us, and we find another one.",
					}}
				/>
				{choice.date === undefined && <Contact company={company} />}

				<h2 className="mt-12 border-t border-hairline pt-12 text-28">
					{isOffered ? "You do not want to come?" : "Cancel the interview"}
				</h2>
				<p className="mt-3">You need not give a reason. Your application stays as it is.</p>
				<details className="mt-5">
					<summary className={buttonClass("secondary", "cursor-pointer")}>
						{isOffered ? "Decline the interview" : "Cancel the interview"}
					</summary>
					<form method="post" action={path} className="mt-5">
						<input type="hidden" name="intent" value="cancel" />
						<p className="font-semibold text-ink">{isOffered ? "Shall we tell them?" : "Shall we cancel it?"}</p>
						<Button type="submit" look="secondary" className="mt-3">
							{isOffered ? "Yes, decline it" : "Yes, cancel the interview"}
						</Button>
					</form>
				</details>
			</div>
		</section>
	);
}

function Contact({
	company: { email, phone },
}: {
	company: { email: string; phone: { display: string; e164: string } };
}) {
	const link = "text-accent-text underline underline-offset-4 hover:text-ink";
	return (
		<p className="mt-4 max-w-[52ch]">
			Write to{" "}
			<a className={link} href={`mailto:${email}`}>
				{email}
			</a>{" "}
			or call{" "}
			<a className={`tabular ${link}`} href={`tel:${phone.e164}`}>
				{phone.display}
			</a>
			.
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
