import { data, Form, Link, redirect } from "react-router";
import type { InterviewChoices } from "../../features/careers/interviews/desk-interviews.server.ts";
import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import type { InterviewOutcome } from "../../features/careers/interviews/interview-record.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import { changeAppointment } from "../calls/change-appointment.server.ts";
import { readMessage } from "../calls/message-field.tsx";
import { showTimes } from "../calls/slots.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { InterviewForms } from "../interviews/interview-forms.tsx";
import { describeWhen, showInterviewFields, showInterviewState } from "../interviews/show-interview.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { RecordFields } from "../records/record-fields.tsx";
import { StateLabel } from "../records/shown-value.tsx";
import type { ShownField } from "../records/values.ts";
import { useLive } from "../work/use-live.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/interview.ts";

const outcomes: readonly { key: InterviewOutcome; label: string }[] = [
	{ key: "held", label: "Held" },
	{ key: "no-show", label: "No-show" },
];

/** One interview, and its changes. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, kinds, now } = beginWork(context);
	if (!kinds.some(({ name }) => name === applicationNames.name))
		throw redirect(`/my-interviews/${encodeURIComponent(params.reference)}`, 303);
	const { locale, timeZone } = deps.company;
	const interviews = deps.openInterviews();
	const choices = await interviews.findChoices(params.reference.toUpperCase());
	if (!choices) throw data(null, { status: 404 });
	const { appointment: interview, guest, names, fixed, free, hosts, canUndoOffer, hasBegun } = choices;
	const { application } = guest;
	const fields: ShownField[] = [
		{ label: "Applicant", value: { text: application.answers.fullName } },
		{ label: "Position", value: { text: application.jobTitle } },
		...showInterviewFields({ ...interview, names }, { phone: application.answers.phone, locale }),
	];
	return {
		reference: interview.reference,
		application: application.reference,
		name: application.answers.fullName,
		when: describeWhen(interview),
		state: showInterviewState(interview, now),
		isBooked: interview.state === "booked",
		outcome: interview.outcome,
		canSayOutcome: interview.state === "booked" && hasBegun,
		canUndoOffer,
		canOfferAgain: choices.need === "expired",
		note: describeStanding(choices),
		lead: interview.firstIsFree ? whoeverIsFree : (interview.hostIds[0] ?? whoeverIsFree),
		fixed,
		fields,
		free: showTimes(free, timeZone),
		hosts: hosts.map(({ id, name, isFree }) => ({ id, name, isFree, isOwn: interview.hostIds.includes(id) })),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest, noting } = beginWork(context);
	const reference = params.reference.toUpperCase();
	const choices = await deps.openInterviews().findChoices(reference);
	if (!choices) throw data(null, { status: 404 });
	const form = await readForm(request);
	const asked = form.get("do") ?? "";
	const { account } = signedIn;
	const own = `/interviews/${encodeURIComponent(reference)}`;
	const application = choices.appointment.application;
	const open = (what: string) =>
		deps.openInterviews(noting({ action: `application.interview-${what}`, subject: application }).database);
	if (asked === "undo-offer") {
		const isUndone = await open("taken-back").undoOffer(reference, account);
		deskRequest.notices.leave(
			isUndone
				? "Offer undone. Nothing was sent; your text is below."
				: "It is too late to undo: the offer has been sent.",
		);
		throw redirect(
			isUndone ? `/applications/${encodeURIComponent(application)}/interview?again=${reference}` : own,
			303,
		);
	}
	const outcome = outcomes.find(({ key }) => key === form.get("value"))?.key;
	const done =
		asked === "outcome"
			? toResult(await open("outcome").setOutcome(reference, outcome, account))
			: await changeAppointment(form, {
					reference,
					account,
					timeZone: deps.company.timeZone,
					noun: "interview",
					open: (deed) => open(auditNames[deed]),
					readHosts: (typed) => ({ first: typed.get("lead") ?? "", hostIds: typed.getAll("host") }),
				});
	if (!done) throw data(null, { status: 400 });
	if ("errors" in done) return { asked, message: readMessage(form), errors: done.errors };
	deps.onEmails();
	const undo = "undo" in done ? done.undo : undefined;
	deskRequest.notices.leave(done.notice, undo && { ...undo, path: own });
	throw redirect(own, 303);
}

function toResult(errors: FieldError[] | undefined) {
	return errors ? { errors } : { notice: "Outcome saved." };
}

const auditNames = { move: "scheduled", reassign: "handed-over", cancel: "cancelled", undo: "change-taken-back" };

/** Describes the state of an interview and what to do about it. */
function describeStanding({ appointment, need }: InterviewChoices): string | undefined {
	if (appointment.calledOff)
		return `It is cancelled once the reply by ${appointment.calledOff.by.name} is sent. Stop the reply to keep it.`;
	if (need === "expired") return "The offered days have passed and no time was picked.";
	if (need === "ended") return "The application has ended, but this is still scheduled. Cancel it below, or keep it.";
	return undefined;
}

export default function InterviewPage({ loaderData, actionData }: Route.ComponentProps) {
	const { reference, application, name, when, state, isBooked, fields, fixed, free, hosts } = loaderData;
	const errors = actionData?.errors ?? [];
	const messageOf = (asked: string) => (actionData?.asked === asked ? actionData.message : "");
	useLive((fact) => fact === `record:${application}` || fact === "record:*");
	return (
		<Page
			title={`Interview with ${name}`}
			subtitle={
				<>
					<span className="number">{reference}</span> {when} <StateLabel state={state} />
				</>
			}
			actions={
				<Link className="button" to={`/applications/${application}`}>
					Back to application
				</Link>
			}
		>
			<ErrorSummary errors={errors} />
			{loaderData.canUndoOffer && (
				<Form method="post" className="inline-form">
					<span>The offer has not been sent yet.</span>
					<button name="do" value="undo-offer">
						Undo offer
					</button>
				</Form>
			)}
			{loaderData.note !== undefined && <p className="remark">{loaderData.note}</p>}
			{loaderData.canOfferAgain && (
				<p>
					<Link className="button" to={`/applications/${application}/interview?again=${reference}`}>
						Offer new days
					</Link>
				</p>
			)}
			<RecordFields fields={fields} reference={reference} />
			{loaderData.canSayOutcome && (
				<section aria-labelledby="outcome">
					<h2 id="outcome">Outcome</h2>
					<div className="inline-form">
						{outcomes.map(({ key, label }) => (
							<Form key={key} method="post">
								<input type="hidden" name="value" value={loaderData.outcome === key ? "" : key} />
								<button name="do" value="outcome" aria-pressed={loaderData.outcome === key}>
									{label}
								</button>
							</Form>
						))}
					</div>
					<p className="hint">
						Press again to clear. Add scores on <Link to={`/applications/${application}`}>the application</Link>.
					</p>
				</section>
			)}
			{fixed !== undefined && !loaderData.canSayOutcome && (
				<p className="empty">{fixed} It can no longer be changed.</p>
			)}
			{fixed === undefined && (
				<InterviewForms
					name={name}
					isBooked={isBooked}
					free={free}
					hosts={hosts}
					lead={loaderData.lead}
					messageOf={messageOf}
					errors={errors}
				/>
			)}
		</Page>
	);
}
