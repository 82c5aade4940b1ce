import { useState } from "react";
import { data, Form, Link } from "react-router";
import { z } from "zod";
import { capitalise } from "../../shared/capitalise.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { CallPanel } from "../calls/call-panel.tsx";
import { InterviewSection } from "../interviews/interview-section.tsx";
import { StandingNote } from "../interviews/standing-note.tsx";
import { isPrefetch } from "../is-prefetch.server.ts";
import { Page } from "../layout/page.tsx";
import { SameCompany } from "../people/same-company.tsx";
import { readQuery } from "../read-query.server.ts";
import { RecordFields } from "../records/record-fields.tsx";
import { StateLabel } from "../records/shown-value.tsx";
import { ResumeFrame } from "../resume/resume-frame.tsx";
import { beginWork, getKind } from "../work.server.ts";
import { AttachedFiles } from "../work/attached-files.tsx";
import { ComposedPreview } from "../work/composer-parts.tsx";
import { Composer } from "../work/composer.tsx";
import { EmailForm } from "../work/email-form.tsx";
import { handleRecordForm } from "../work/handle-record-form.server.ts";
import { addListSearch, pickListSearch, useListSearch } from "../work/list-search.ts";
import { loadRecordPage } from "../work/load-record-page.server.ts";
import { NextField } from "../work/next-field.tsx";
import { NoteForm } from "../work/note-form.tsx";
import { ReplyForm } from "../work/reply-form.tsx";
import { SamePerson } from "../work/same-person.tsx";
import { ScorecardSection } from "../work/scorecard-section.tsx";
import { useNewestInView, usePreviewInView } from "../work/scroll-to-newest.ts";
import { Timeline } from "../work/timeline.tsx";
import { useLive } from "../work/use-live.ts";
import { WorkActions, WorkControls } from "../work/work-controls.tsx";
import type { Route } from "./+types/work.ts";

/** Parameters of a record's page; invalid ones count as absent. */
const workQuery = z.object({
	before: z.string().max(100).optional().catch(undefined),
});

/** Fields of the composer's forms. */
const composedFields = new Set(["cc", "subject", "text", "files", "reply-stage", "note", "email"]);

/** One record: what was sent, its state, its activity, and the forms for replies and notes. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const work = beginWork(context);
	const page = await loadRecordPage(work, {
		kind: getKind(work.kinds, request),
		reference: params.reference.toUpperCase(),
		before: workQuery.parse(readQuery(request)).before,
		isAhead: isPrefetch(request),
	});
	if (!page) throw data(null, { status: 404 });
	return page;
}

export function action(args: Route.ActionArgs) {
	return handleRecordForm(args, ({ names }) => ({
		start: `/${names}/`,
		search: pickListSearch(new URL(args.request.url).searchParams),
	}));
}

export default function WorkPage(props: Route.ComponentProps) {
	// Typed text belongs to one record.
	return <RecordPage key={props.loaderData.reference} {...props} />;
}

function RecordPage({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
	const { names, kind, reference, name, state, text, entries, earlier, isLatest, isSpam } = loaderData;
	const path = `/${names}/${reference}`;
	const search = useListSearch();
	const errors = actionData?.errors ?? [];
	// One action refuses the fields of one form.
	const isComposed = errors.some(({ field }) => composedFields.has(field));
	// An application opens at its answers and its resume, a call at its time.
	const opensAtNewest =
		isLatest &&
		!loaderData.hasFile &&
		(loaderData.outcomes === undefined || entries.some(({ side }) => side === "theirs" || side === "ours"));
	useNewestInView({ isOn: opensAtNewest && errors.length === 0 });
	usePreviewInView(actionData?.preview);
	// A page ignores its own drafts.
	const [tab] = useState(loaderData.formKey);
	useLive(
		(key) =>
			key === `record:${reference}` ||
			key === "record:*" ||
			(key.startsWith(loaderData.ownDrafts) && key !== loaderData.ownDrafts + tab),
	);
	const history = (
		<>
			{loaderData.interviews && (
				<InterviewSection path={path} interviews={loaderData.interviews} canOffer={loaderData.canOfferInterview} />
			)}
			{loaderData.scorecards && (
				<ScorecardSection
					path={path}
					card={loaderData.scorecards}
					typed={actionData?.typedScores}
					errors={isComposed ? [] : errors}
				/>
			)}
			<section aria-labelledby="history" className={opensAtNewest ? "opens-at-newest" : undefined}>
				<h2 id="history">Activity</h2>
				{earlier !== undefined && <Link to={addListSearch(`${path}?before=${earlier}`, search)}>Earlier</Link>}
				<Timeline
					path={path}
					entries={entries}
					edited={actionData?.editedNote}
					moved={actionData?.moved}
					errors={errors}
				/>
				{!isLatest && <Link to={path + search}>Latest</Link>}
			</section>
			{actionData?.preview && <ComposedPreview email={actionData.preview} files={loaderData.drafts.reply.files} />}
		</>
	);
	const keys = { first: loaderData.formKey, next: actionData?.nextFormKey };
	const { members, me } = loaderData.controls;
	const note = (
		<NoteForm
			path={path}
			colleagues={members.filter(({ id }) => id !== me)}
			draft={loaderData.drafts.note}
			written={loaderData.written.note}
			keys={keys}
		/>
	);
	const reply = isSpam ? (
		<p className="composer-form">You cannot reply to spam. Choose “Not spam” first; a draft stays saved.</p>
	) : loaderData.recipient === "" ? (
		<EmailForm path={path} errors={errors} />
	) : (
		<ReplyForm
			path={path}
			name={name}
			addresses={{ recipient: loaderData.recipient, mailbox: loaderData.mailbox }}
			choices={{
				templates: loaderData.templates,
				stages: loaderData.controls.stages,
				fileLimits: loaderData.fileLimits,
			}}
			draft={loaderData.drafts.reply}
			close={loaderData.close}
			quoted={loaderData.quoted}
			hasOthers={loaderData.hasOthers}
			written={loaderData.written.reply}
			errors={errors}
			keys={keys}
		/>
	);
	const composer = (
		<Composer
			tabs={[
				{ id: "reply", label: "Reply", heading: { id: "reply", text: "Reply" }, panel: reply },
				{ id: "note", label: "Note", heading: { id: "note-heading", text: "Add a note" }, panel: note },
			]}
			errors={isComposed ? errors : []}
			first={isSpam || errors.some(({ field }) => field === "note") ? "note" : "reply"}
		/>
	);
	return (
		<Page
			title={name}
			takesFocus
			subtitle={
				<>
					{capitalise(kind)} <span className="number">{reference}</span> <StateLabel state={state} />
				</>
			}
			actions={
				<>
					<WorkActions path={path} {...loaderData.controls} />
					{loaderData.isIncomplete && (
						<Link className="button" to={`${path}/complete`}>
							Complete application
						</Link>
					)}
					{loaderData.personPath !== undefined && (
						<Link className="button" to={loaderData.personPath}>
							Contact history
						</Link>
					)}
					{loaderData.hasFile && (
						<a className="button" href={`${path}/file`} download>
							Download resume
						</a>
					)}
					{loaderData.isPooled && (
						<Form method="post" action={path + search}>
							<button name="do" value="leave-pool">
								Remove from talent pool
							</button>
						</Form>
					)}
					<Form method="post" action={path + search}>
						<input type="hidden" name="version" value={loaderData.controls.version} />
						<input type="hidden" name="value" value={isSpam ? "no" : "yes"} />
						{!isSpam && <NextField />}
						<button name="do" value="spam" data-key={isSpam ? undefined : "!"} data-press>
							{isSpam ? "Not spam" : "Mark as spam"}
						</button>
					</Form>
				</>
			}
		>
			<ErrorSummary errors={isComposed ? [] : errors} />
			{loaderData.hasFile ? (
				<>
					<WorkStand work={loaderData} />
					<div className="with-resume">
						<div>
							<WorkFacts work={loaderData} />
							<WorkText text={text} files={loaderData.answerFiles} />
							<WorkPeople work={loaderData} />
						</div>
						<ResumeFrame path={path} name={name} />
					</div>
					{history}
					{composer}
				</>
			) : (
				<div className="work-page">
					<div className="work-side">
						<WorkStand work={loaderData} />
						<WorkFacts work={loaderData} />
						<WorkPeople work={loaderData} />
					</div>
					<div className="work-main">
						<WorkText text={text} files={loaderData.answerFiles} />
						{history}
						{composer}
					</div>
				</div>
			)}
		</Page>
	);
}

type Work = Route.ComponentProps["loaderData"];

/** The record's state and actions. */
function WorkStand({ work }: { work: Work }) {
	const { reference, isSpam } = work;
	const path = `/${work.names}/${reference}`;
	return (
		<>
			<WorkControls path={path} {...work.controls} />
			{work.standing && !isSpam && <StandingNote reference={reference} standing={work.standing} />}
			{work.outcomes && !isSpam && (
				<CallPanel
					path={path}
					callPath={`/calls/${reference}`}
					outcomes={work.outcomes}
					hasEnquiry={work.linked.some(({ path: of }) => of.startsWith("/enquiries/"))}
				/>
			)}
			<SamePerson records={work.samePerson} />
		</>
	);
}

/** The record's fields and linked records. */
function WorkFacts({ work: { fields, reference, linked } }: { work: Work }) {
	return (
		<>
			<RecordFields fields={fields} reference={reference} />
			{linked.length > 0 && (
				<p>
					Linked to{" "}
					{linked.map((other) => (
						<Link key={other.reference} to={other.path}>
							{other.reference}
						</Link>
					))}
				</p>
			)}
		</>
	);
}

/** Other people of the company, and forms for more of the person. */
function WorkPeople({ work: { reference, opens, sameCompany } }: { work: Work }) {
	return (
		<>
			<SameCompany company={sameCompany} />
			<p className="actions">
				<span className="hint">From the same person:</span>
				{opens.map(({ name, names }) => (
					<Link key={names} to={`/${names}/new?from=${reference}`}>
						New {name}
					</Link>
				))}
			</p>
		</>
	);
}

function WorkText({ text, files }: { text: Work["text"]; files: Work["answerFiles"] }) {
	if (text.value === "" && files.length === 0) return null;
	return (
		<section aria-labelledby="text-heading" className="work-text" data-newest>
			<h2 id="text-heading">{text.label}</h2>
			<p className="text" dir="auto">
				{text.value}
			</p>
			{files.length > 0 && <AttachedFiles files={files} />}
		</section>
	);
}
