import { data, Link, redirect } from "react-router";
import { describeForInterviewer } from "../../features/careers/applications/describe-application.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { getOwnApplicant } from "../interviews/own-applicant.server.ts";
import { describeWhen, showInterviewFields, showInterviewState } from "../interviews/show-interview.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { RecordFields } from "../records/record-fields.tsx";
import { SentText } from "../records/sent-text.tsx";
import { showField } from "../records/show-values.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { ResumeFrame } from "../resume/resume-frame.tsx";
import { beginWork } from "../work.server.ts";
import { giveScores, scoresSaved } from "../work/give-scores.server.ts";
import { ScorecardSection } from "../work/scorecard-section.tsx";
import { showScorecards } from "../work/show-scorecards.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/my-interview.ts";

const pathOf = (reference: string) => `/my-interviews/${encodeURIComponent(reference)}`;

/** An applicant whom the member interviews: what the interview needs, and the member's scorecard. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, signedIn, now } = beginWork(context);
	const { company, records } = deps;
	const { application, interviews } = await getOwnApplicant(context, params.reference);
	const { reference, answers, jobTitle, resume } = application;
	if (params.reference !== reference) throw redirect(pathOf(reference), 303);
	const scorecards = await records.scorecards.find(reference, signedIn.account.id, [signedIn.account.id]);
	return {
		reference,
		name: answers.fullName,
		jobTitle,
		interviews: interviews.map((interview) => ({
			reference: interview.reference,
			when: describeWhen(interview),
			state: showInterviewState(interview, now),
			fields: showInterviewFields(interview, { phone: answers.phone, locale: company.locale }),
		})),
		fields: describeForInterviewer(answers).map((field) => showField(field, company)),
		// A member enters notes and messages there.
		coverLetter: answers.entered ? "" : answers.coverLetter,
		hasResume: resume !== undefined,
		scorecards: scorecards && showScorecards(scorecards, company.locale),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest } = beginWork(context);
	const { application } = await getOwnApplicant(context, params.reference);
	const { reference } = application;
	const form = await readForm(request);
	if (form.get("do") !== "score") throw data(null, { status: 400 });
	const refused = await giveScores(deps.records, { reference, form, by: signedIn.account.id });
	if (refused) return refused;
	deskRequest.notices.leave(scoresSaved);
	throw redirect(pathOf(reference), 303);
}

export default function MyInterviewPage({ loaderData, actionData }: Route.ComponentProps) {
	const { reference, name, jobTitle, interviews, fields, coverLetter, hasResume, scorecards } = loaderData;
	const path = pathOf(reference);
	const errors = actionData?.errors ?? [];
	useLive((key) => key === `record:${reference}` || key === "record:*");
	return (
		<Page
			title={name}
			takesFocus
			subtitle={
				<>
					<span>{jobTitle}</span>
					<Link to="/my-interviews">My interviews</Link>
				</>
			}
			actions={
				hasResume && (
					<a className="button" href={`${path}/file`} download>
						Download resume
					</a>
				)
			}
		>
			<ErrorSummary errors={errors} />
			<div className="with-resume">
				<div className="own-applicant">
					<section aria-labelledby="interviews">
						<h2 id="interviews">Interview</h2>
						{interviews.map((interview) => (
							<div key={interview.reference}>
								<p>
									<strong>{interview.when}</strong> <StateLabel state={interview.state} />
								</p>
								<RecordFields fields={interview.fields} reference={interview.reference} />
							</div>
						))}
					</section>
					{scorecards && (
						<ScorecardSection path={path} card={scorecards} typed={actionData?.typedScores} errors={errors} />
					)}
					<section aria-labelledby="answers">
						<h2 id="answers">Application</h2>
						<RecordFields fields={fields} reference={reference} />
					</section>
					<SentText text={{ label: "Cover letter", value: coverLetter }} heading="h2" />
				</div>
				{hasResume ? <ResumeFrame path={path} name={name} /> : <p className="empty">No resume yet.</p>}
			</div>
		</Page>
	);
}
