import { randomUUID } from "node:crypto";
import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { findStage, listFields, withStagesOf } from "../../core/records/record-kind.ts";
import { listLinkedRecords } from "../../core/records/record-links.server.ts";
import { CallPanel } from "../calls/call-panel.tsx";
import { showCallPanel } from "../calls/show-call-panel.server.ts";
import { mayRead } from "../guard/access.ts";
import { ResumeFrame } from "../resume/resume-frame.tsx";
import { ErrorSummary } from "../forms/error-summary.tsx";
import { InterviewSection } from "../interviews/interview-section.tsx";
import { StandingNote, type Standing } from "../interviews/standing-note.tsx";
import { isStanding, nameInterview } from "../../features/careers/interviews/call-off.server.ts";
import { showInterview } from "../interviews/show-interview.server.ts";
import { Page } from "../layout/page.tsx";
import { showField, showStanding } from "../records/show-values.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { RecordFields } from "../records/record-fields.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { titleOf } from "../words.ts";
import { uploadContext } from "../guard/context.server.ts";
import { actOnRecord } from "../work/act-on-record.server.ts";
import { NoteForm } from "../work/note-form.tsx";
import { ReplyForm } from "../work/reply-form.tsx";
import { showEntry } from "../work/show-entries.server.ts";
import { useLive } from "../work/use-live.ts";
import { ScorecardSection } from "../work/scorecard-section.tsx";
import { SamePerson } from "../work/same-person.tsx";
import { showSamePerson } from "../work/show-same-person.server.ts";
import { showScorecards } from "../work/show-scorecards.server.ts";
import { Timeline } from "../work/timeline.tsx";
import { WorkControls } from "../work/work-controls.tsx";
import type { Route } from "./+types/work.ts";

const entriesAtOnce = 50;
/** One and the same, so that nothing takes it for a change. */
const nothingAttached: [] = [];

/** What an address may say of a record's page; anything else counts as unsaid. */
const workQuery = z.object({
	before: z.string().max(100).optional().catch(undefined),
	template: z.string().max(60).optional().catch(undefined),
	/** A reply that was taken back, to be written on. */
	again: z.string().max(60).optional().catch(undefined),
});

/** One record whole: what was sent, where it stands, all that happened, and what can be written about it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, signedIn, source, now, pathOf } = beginWork(context);
	const { records, company } = deps;
	const { db } = source.database;
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const { before, template: templateId, again } = workQuery.parse(readQuery(request));
	const [record, sent, timeline] = await Promise.all([
		records.find(reference),
		kind.findSent(db, [reference]).then((found) => found.get(reference)),
		records.listTimeline(reference, { limit: entriesAtOnce, before }),
	]);
	if (!record || record.kind !== kind.name || !sent || !timeline) throw data(null, { status: 404 });
	const [scorecards, colleagues, templates, { stages }, call, interviews, linked, samePerson] = await Promise.all([
		records.scorecards.find(reference, signedIn.account.id),
		records.listColleagues(db, kind.name),
		records.templates.list(kind.name),
		withStagesOf(db, kind, record.topic),
		kind.name === "booking" ? showCallPanel(deps.openCalls(), kind, { reference, signedIn, now }) : undefined,
		kind.name === "application" ? deps.openInterviews().listOf(reference) : undefined,
		listLinkedRecords(db, reference),
		showSamePerson(db, reference, { kind, records, company }),
		records.notifications.markRead(signedIn.account.id, reference),
	]);
	const template = templates.find(({ id }) => id === templateId);
	const stage = findStage({ stages }, record.stage);
	const withdrawn = timeline.entries.find(
		(entry) =>
			entry.type === "reply" && entry.id === again && entry.reply.accountId === signedIn.account.id && entry.reply,
	);
	return {
		names: kind.names,
		kind: kind.name,
		reference,
		name: record.senderName,
		version: record.version,
		isSpam: record.spam,
		state: showStanding(record, { stages }),
		values: { stage: stage.key, owner: record.ownerId ?? "", followUp: record.followUpOn?.toString() ?? "" },
		stages: stages.map(({ key, label }) => ({ key, label })),
		colleagues: colleagues.map(({ id, name }) => ({ id, name })),
		call,
		linked: linked.flatMap((other) => {
			const path = pathOf(other);
			return path === undefined ? [] : [{ reference: other, path }];
		}),
		fields: listFields(kind, sent).map((field) => showField(field, company)),
		text: sent.text,
		samePerson,
		personPath: mayRead("routes/person", signedIn.account.roles) ? `/people/of/${reference}` : undefined,
		hasFile: sent.file !== undefined,
		interviews: interviews?.map((interview) => showInterview(interview, { company, now })),
		standing: describeStanding(),
		canOfferInterview: !record.spam && kind.isTakenBack?.(record) !== true,
		scorecards: scorecards && showScorecards(scorecards, company.locale),
		entries: timeline.entries
			.filter(({ type }) => type !== "sent")
			.map((entry) =>
				showEntry(entry, { company, now, accountId: signedIn.account.id, path: `/${kind.names}/${reference}` }),
			),
		earlier: timeline.earlier,
		isLatest: before === undefined,
		draftOf: again ?? "",
		/** What this person wrote last; a form is emptied when that changes, and not when somebody else writes. */
		written: timeline.entries.findLast(
			(entry) =>
				(entry.type === "note" && entry.accountId === signedIn.account.id) ||
				(entry.type === "reply" && entry.reply.accountId === signedIn.account.id),
		)?.id,
		formKey: randomUUID(),
		fileLimits: records.replies.describeFileLimits(),
		mailbox: kind.mailbox,
		recipient: sent.email,
		templates: templates.map(({ id, name }) => ({ id, name })),
		templateId: template?.id ?? "",
		draft:
			withdrawn?.type === "reply"
				? { subject: withdrawn.reply.subject, text: withdrawn.reply.text }
				: ((await records.replies.begin(reference, { template, senderName: signedIn.account.name })) ?? {
						subject: "",
						text: "",
					}),
	};

	function describeStanding(): Standing | undefined {
		const own = (interviews ?? []).filter((interview) => isStanding(interview, now));
		if (own.length === 0) return undefined;
		return {
			references: own.map((interview) => interview.reference),
			names: own.map(nameInterview),
			endedAs: stage.open ? undefined : stage.label,
		};
	}
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, kinds, visit } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const record = await deps.records.find(reference);
	if (!record || record.kind !== kind.name) throw data(null, { status: 404 });
	const path = `/${kind.names}/${encodeURIComponent(reference)}`;
	const form = await readForm(request);
	const outcome = await actOnRecord(context, { kind, reference, path, form, upload: context.get(uploadContext) });
	if (!("notice" in outcome)) return outcome;
	deps.onEmails();
	visit.notices.leave(outcome.notice);
	throw redirect(outcome.to ?? path, 303);
}

export default function WorkPage({ loaderData, actionData }: Route.ComponentProps) {
	const { names, kind, reference, name, state, text, entries, earlier, isLatest, isSpam } = loaderData;
	const path = `/${names}/${reference}`;
	useLive((fact) => fact === `record:${reference}` || fact === "record:*");
	const history = (
		<>
			{loaderData.interviews && (
				<InterviewSection path={path} interviews={loaderData.interviews} canOffer={loaderData.canOfferInterview} />
			)}
			{loaderData.scorecards && (
				<ScorecardSection path={path} card={loaderData.scorecards} errors={actionData?.errors ?? []} />
			)}
			<section aria-labelledby="history">
				<h2 id="history">What happened</h2>
				{earlier !== undefined && <Link to={`${path}?before=${earlier}`}>Earlier</Link>}
				<Timeline path={path} entries={entries} edited={actionData?.editedNote} />
				{!isLatest && <Link to={path}>Latest</Link>}
			</section>
			<NoteForm
				key={`note ${loaderData.written}`}
				path={path}
				text={actionData?.note ?? ""}
				formKey={loaderData.formKey}
				nextFormKey={actionData?.nextFormKey}
			/>
			{!isSpam && (
				<ReplyForm
					key={`reply ${loaderData.templateId} ${loaderData.draftOf} ${loaderData.written}`}
					path={path}
					addresses={{ recipient: loaderData.recipient, mailbox: loaderData.mailbox }}
					templates={{ choices: loaderData.templates, chosen: loaderData.templateId }}
					draft={actionData?.draft ?? loaderData.draft}
					preview={actionData?.preview}
					files={{ attached: actionData?.attached ?? nothingAttached, limits: loaderData.fileLimits }}
					errors={actionData?.errors ?? []}
					keys={{ first: loaderData.formKey, next: actionData?.nextFormKey }}
				/>
			)}
		</>
	);
	return (
		<Page
			title={name}
			subtitle={
				<>
					{titleOf(kind)} <span className="number">{reference}</span> <StateLabel state={state} />
				</>
			}
			actions={
				<>
					{loaderData.personPath !== undefined && (
						<Link className="button" to={loaderData.personPath}>
							Everything from them
						</Link>
					)}
					{loaderData.hasFile && (
						<a className="button" href={`${path}/file`} download>
							Download the resume
						</a>
					)}
					<Form method="post" action={path}>
						<input type="hidden" name="version" value={loaderData.version} />
						<input type="hidden" name="value" value={isSpam ? "no" : "yes"} />
						<button name="do" value="spam">
							{isSpam ? "Not spam" : "Mark as spam"}
						</button>
					</Form>
				</>
			}
		>
			<ErrorSummary errors={actionData?.errors ?? []} />
			{loaderData.hasFile ? (
				<>
					<WorkStand work={loaderData} />
					<div className="with-resume">
						<div>
							<WorkFacts work={loaderData} />
							<WorkText text={text} />
						</div>
						<ResumeFrame path={path} name={name} />
					</div>
					{history}
				</>
			) : (
				<div className="work-page">
					<div className="work-side">
						<WorkStand work={loaderData} />
						<WorkFacts work={loaderData} />
					</div>
					<div className="work-main">
						<WorkText text={text} />
						{history}
					</div>
				</div>
			)}
		</Page>
	);
}

type Work = Route.ComponentProps["loaderData"];

/** Where it stands, and what can be done with it as a whole. */
function WorkStand({ work }: { work: Work }) {
	const { reference, isSpam } = work;
	const path = `/${work.names}/${reference}`;
	return (
		<>
			<WorkControls
				key={`stand ${work.version}`}
				path={path}
				version={work.version}
				values={work.values}
				stages={work.stages}
				colleagues={work.colleagues}
			/>
			{work.standing && !isSpam && <StandingNote reference={reference} standing={work.standing} />}
			{work.call && !isSpam && (
				<CallPanel
					path={path}
					version={work.version}
					stage={work.values.stage}
					hasEnquiry={work.linked.some(({ path: of }) => of.startsWith("/enquiries/"))}
					{...work.call}
				/>
			)}
			<SamePerson records={work.samePerson} />
		</>
	);
}

/** What is known of it, and what it belongs to. */
function WorkFacts({ work: { fields, reference, linked } }: { work: Work }) {
	return (
		<>
			<RecordFields fields={fields} reference={reference} />
			{linked.length > 0 && (
				<p>
					Belongs to{" "}
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

function WorkText({ text }: { text: Work["text"] }) {
	if (text.value === "") return null;
	return (
		<section aria-labelledby="text-heading">
			<h2 id="text-heading">{text.label}</h2>
			<p className="text">{text.value}</p>
		</section>
	);
}
