import { data, Form, Link, redirect } from "react-router";
import { describePlace, joinNames } from "../../features/careers/interviews/interview-texts.ts";
import type { InterviewChoices } from "../../features/careers/interviews/desk-interviews.server.ts";
import { takeBackSeconds } from "../../features/careers/interviews/interview-undo.server.ts";
import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import type { InterviewEventKind } from "../../features/careers/interviews/interview-events-store.server.ts";
import type { InterviewOutcome } from "../../features/careers/interviews/interview-record.ts";
import { parseSlotLabel, startOfSlot } from "../../shared/slot-times.ts";
import { readMessage } from "../calls/message-field.tsx";
import { TakeBackForm } from "../calls/take-back-form.tsx";
import { readSlot } from "../calls/slots.server.ts";
import { ErrorSummary, type FieldError } from "../forms/error-summary.tsx";
import { InterviewForms } from "../interviews/interview-forms.tsx";
import { describeWhen, showInterviewState, showTimes } from "../interviews/show-interview.server.ts";
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

/** One interview, and what can become of it on the applicant's behalf. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, now, signedIn } = beginWork(context);
	const { locale, timeZone } = deps.company;
	const interviews = deps.openInterviews();
	const choices = await interviews.findChoices(params.reference.toUpperCase());
	if (!choices) throw data(null, { status: 404 });
	const undoable = await interviews.findUndoable(choices.interview.reference, signedIn.account.id);
	const { interview, application, names, fixed, free, hosts, canTakeBack, hasBegun } = choices;
	const fields: ShownField[] = [
		{ label: "Applicant", value: { text: application.answers.fullName } },
		{ label: "Position", value: { text: application.jobTitle } },
		{ label: "With", value: { text: joinNames(names, locale) || "Nobody who works here" } },
		{ label: "Length", value: { text: `${interview.durationMinutes} minutes` } },
		{
			label: "Where",
			value: {
				text:
					interview.place.kind === "phone" ? `By phone: ${application.answers.phone}` : describePlace(interview.place),
			},
		},
		...(interview.videoUrl === undefined
			? []
			: [{ label: "Video call", value: [interview.videoUrl], as: "links" as const }]),
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
		canTakeBack,
		canOfferAgain: choices.need === "expired",
		undoable: undoable && { id: undoable.eventId, said: `${nameDeed(undoable.kind)} ${tellsLater}` },
		note: describeStanding(choices),
		lead: interview.firstIsFree ? whoeverIsFree : (interview.hostIds[0] ?? whoeverIsFree),
		fixed,
		fields,
		free: showTimes(free, timeZone),
		hosts: hosts.map(({ id, name, isFree }) => ({ id, name, isFree, isOwn: interview.hostIds.includes(id) })),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, signedIn, visit, noting } = beginWork(context);
	const reference = params.reference.toUpperCase();
	const choices = await deps.openInterviews().findChoices(reference);
	if (!choices) throw data(null, { status: 404 });
	const form = await readForm(request);
	const asked = form.get("do") ?? "";
	const message = readMessage(form);
	const { account } = signedIn;
	const by = { id: account.id, name: account.name, message };
	const own = `/interviews/${encodeURIComponent(reference)}`;
	const application = choices.application.reference;
	const open = (what: string) =>
		deps.openInterviews(noting({ action: `application.interview-${what}`, subject: application }).database);
	const outcome = outcomes.find(({ key }) => key === form.get("value"))?.key;
	if (asked === "take-back-change") {
		const refusal = await open("change-taken-back").takeBackChange(reference, form.get("change") ?? "", account.id);
		visit.notices.leave(refusal ?? "It is taken back. The interview stands as it stood, and nobody was written to.");
		throw redirect(own, 303);
	}
	const until = `Everybody is written to in ${takeBackSeconds} seconds; until then it can be taken back.`;
	const deeds: Record<string, { done: string; run: () => Promise<FieldError[] | undefined> }> = {
		schedule: {
			done: `The interview has this time now. ${until}`,
			run: async () => {
				const startMs = readStart(form, deps.company.timeZone);
				return startMs === undefined
					? [{ field: "slot", message: "Choose a day and time" }]
					: open("scheduled").schedule(reference, startMs, by);
			},
		},
		"hand-over": {
			done: `Others hold the interview now. ${until}`,
			run: () =>
				open("handed-over").handOver(reference, { first: form.get("lead") ?? "", hostIds: form.getAll("host") }, by),
		},
		cancel: {
			done: `The interview is cancelled. ${until}`,
			run: () => open("cancelled").cancel(reference, by),
		},
		outcome: { done: "Noted.", run: () => open("outcome").setOutcome(reference, outcome, account) },
	};
	if (asked === "take-back") {
		const isTaken = await open("taken-back").takeBack(reference, account);
		visit.notices.leave(
			isTaken ? "It is taken back, and nothing is sent. Its text stands in the form." : "It has left already.",
		);
		throw redirect(
			isTaken ? `/applications/${encodeURIComponent(application)}/interview?again=${reference}` : own,
			303,
		);
	}
	const deed = Object.hasOwn(deeds, asked) ? deeds[asked] : undefined;
	if (!deed) throw data(null, { status: 400 });
	const errors = await deed.run();
	if (errors) return { asked, message, errors };
	deps.onEmails();
	visit.notices.leave(deed.done);
	throw redirect(own, 303);
}

const tellsLater = `Nobody has been written to yet; the e-mails leave within ${takeBackSeconds} seconds.`;

function nameDeed(kind: InterviewEventKind): string {
	if (kind === "handed-over") return "You have handed this interview over.";
	if (kind === "moved") return "You have moved this interview.";
	return kind === "booked" ? "You have booked this interview." : "You have cancelled this interview.";
}

/** Says what somebody who looks at an interview has to know and may do about it. */
function describeStanding({ interview, need }: InterviewChoices): string | undefined {
	if (interview.calledOff)
		return `It is called off once the answer of ${interview.calledOff.by.name} has left. Stop the answer to keep it.`;
	if (need === "expired") return "The days that were offered are over, and no time was chosen.";
	if (need === "ended")
		return "The application has come to its end, and this still stands. Cancel it below, or leave it as agreed.";
	return undefined;
}

/** Reads when an interview is to begin, in milliseconds; undefined for what is no time. */
function readStart(form: URLSearchParams, timeZone: string): number | undefined {
	const { date, time } = readSlot(form);
	if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || parseSlotLabel(time) === undefined) return undefined;
	try {
		return startOfSlot(date, time, timeZone);
	} catch (error) {
		// A day that there is not, or a time that clocks leave out.
		if (error instanceof RangeError) return undefined;
		throw error;
	}
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
					To the application
				</Link>
			}
		>
			<ErrorSummary errors={errors} />
			{loaderData.canTakeBack && (
				<Form method="post" className="inline-form">
					<span>The offer has not left yet.</span>
					<button name="do" value="take-back">
						Take it back
					</button>
				</Form>
			)}
			{loaderData.undoable && (
				<TakeBackForm action={`/interviews/${reference}`} deed="take-back-change" undoable={loaderData.undoable} />
			)}
			{loaderData.note !== undefined && <p className="remark">{loaderData.note}</p>}
			{loaderData.canOfferAgain && (
				<p>
					<Link className="button" to={`/applications/${application}/interview?again=${reference}`}>
						Offer other days
					</Link>
				</p>
			)}
			<RecordFields fields={fields} reference={reference} />
			{loaderData.canSayOutcome && (
				<section aria-labelledby="outcome">
					<h2 id="outcome">How did it go?</h2>
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
						Press the same again to take it back. Scores are given on the page of{" "}
						<Link to={`/applications/${application}`}>the application</Link>.
					</p>
				</section>
			)}
			{fixed !== undefined && !loaderData.canSayOutcome && (
				<p className="empty">{fixed} Nothing about it can be changed here.</p>
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
