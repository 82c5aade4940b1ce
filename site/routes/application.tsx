import { data, redirect } from "react-router";
import { ApplicationOverview } from "../../features/careers/applications/application-overview.tsx";
import { withdrawPostedForm } from "../../features/careers/applications/withdraw-posted-form.server.ts";
import {
	manageApplicationContext,
	manageInterviewContext,
	talentPoolContext,
} from "../../features/careers/context.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { Button, buttonClass, ButtonLink } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { keepAddressSecret, notStored, notStoredMessage, secretAddressHeaders } from "../private-page.ts";
import { FormProblem } from "../sections/form-problem.tsx";
import type { Route } from "./+types/application.ts";

/** The private page of one application. Only a form post changes anything. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const manage = context.get(manageApplicationContext);
	const application = await manage.find(params.token);
	if (!application) throw data(null, { status: 404 });
	const { reference, jobTitle, receivedAt, resume, state } = application;
	const { entered, ...answers } = application.answers;
	return {
		head: hiddenHead(content, "/career/application", {
			title: "Your application",
			description: "See what you sent with your application, or withdraw it.",
		}),
		path: `/career/application/${params.token}`,
		application: {
			reference,
			jobTitle,
			receivedOn: findDate(receivedAt.epochMilliseconds, content.company.timeZone),
			// A member's notes are not a cover letter.
			answers: entered && entered.consent !== "" ? { ...answers, coverLetter: "" } : answers,
			resumeName: resume?.name ?? "",
		},
		withdrawn: state === "withdrawn",
		reasons: manage.listReasons(),
		poolPath: state === "received" ? await context.get(talentPoolContext).findPath(reference) : undefined,
		standing: await manage.describeStanding(reference),
		interviews: state === "withdrawn" ? [] : await context.get(manageInterviewContext).listStanding(reference),
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const form = await request.formData();
	switch (await withdrawPostedForm({ token: params.token, form }, context.get(manageApplicationContext))) {
		case "withdrawn":
			throw redirect(`/career/application/${params.token}`, { status: 303, headers: secretAddressHeaders });
		case "unknown":
			throw data(null, { status: 404 });
		case "failed":
			return data({ message: notStoredMessage }, notStored);
	}
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function ApplicationPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, application, withdrawn, standing, reasons, interviews, poolPath } = loaderData;
	return (
		<section className="container-page grid gap-12 section-space lg:grid-cols-12">
			<div className="lg:col-span-5">
				<h1 className="text-title">{withdrawn ? "This application is withdrawn" : "Your application"}</h1>
				<p className="mt-6 max-w-[52ch]">
					{withdrawn
						? "We will not consider it further. Once our careers team has been notified by e-mail, everything you sent is erased within a day, and this page with it. You can apply for another position whenever you like."
						: "A person will read it, and you will hear from us either way. This page is private: keep its address to yourself."}
				</p>
				{!withdrawn && standing !== undefined && <p className="mt-6 max-w-[52ch] font-semibold text-ink">{standing}</p>}
				<FormProblem text={actionData?.message} />
				{poolPath !== undefined && (
					<p className="mt-6 max-w-[52ch]">
						<a href={poolPath} className="text-accent-text underline">
							Stay in our talent pool
						</a>{" "}
						if we may tell you about other positions, or see until when you are in it.
					</p>
				)}
				{withdrawn ? (
					<ButtonLink to="/career" className="mt-8">
						See the open positions
					</ButtonLink>
				) : (
					<details className="mt-8">
						<summary className={buttonClass("secondary", "cursor-pointer")}>Withdraw the application</summary>
						<form method="post" action={path} className="mt-5">
							<p className="font-semibold text-ink">Withdraw this application? You don’t need to give a reason.</p>
							{interviews.map((name) => (
								<p key={name} className="mt-3">
									{name}: this is cancelled, too. If it is in your calendar, remove it.
								</p>
							))}
							{reasons.length > 0 && (
								<div className="mt-5 max-w-96">
									<SelectField
										name="reason"
										label="Reason (optional)"
										placeholder="Prefer not to say"
										options={reasons.map(({ key, label }) => ({ value: key, label }))}
									/>
								</div>
							)}
							<Button type="submit" look="secondary" className="mt-3">
								Yes, withdraw it
							</Button>
						</form>
					</details>
				)}
			</div>
			<div className="lg:col-span-6 lg:col-start-7">
				<ApplicationOverview {...application} />
			</div>
		</section>
	);
}
