import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { readField, type ChangeResult, type UndoResult } from "../../features/records/changes.server.ts";
import { changedFields } from "../../features/records/work-store.server.ts";
import { retryFailedEmails } from "../../platform/email/outbox-store.ts";
import { findStage } from "../../platform/records/record-kind.ts";
import { describeRetry } from "../../platform/staff/outcomes.ts";
import { ErrorSummary, type FieldError } from "../forms/error-summary.tsx";
import { Page } from "../layout/page.tsx";
import { showField } from "../records/show-values.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { RecordFields } from "../records/record-fields.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { titleOf } from "../words.ts";
import { NoteForm } from "../work/note-form.tsx";
import { ReplyForm, type ReplyPreview } from "../work/reply-form.tsx";
import { showEntry } from "../work/show-entries.server.ts";
import { useLive } from "../work/use-live.ts";
import { Timeline } from "../work/timeline.tsx";
import { WorkControls } from "../work/work-controls.tsx";
import type { Route } from "./+types/work.ts";

const entriesAtOnce = 50;

/** What an address may say of a record's page; anything else counts as unsaid. */
const workQuery = z.object({
	before: z.string().max(100).optional().catch(undefined),
	template: z.string().max(60).optional().catch(undefined),
	/** A reply that was taken back, to be written on. */
	again: z.string().max(60).optional().catch(undefined),
});

/** One record whole: what was sent, where it stands, all that happened, and what can be written about it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, workKinds, signedIn, source, now } = beginWork(context);
	const { records, company } = deps;
	const { db } = source.database;
	const kind = getKind(workKinds, request);
	const reference = params.reference.toUpperCase();
	const { before, template: templateId, again } = workQuery.parse(readQuery(request));
	const record = await records.find(reference);
	const sent = record && (await kind.findSent(db, [reference])).get(reference);
	const timeline = await records.listTimeline(reference, { limit: entriesAtOnce, before });
	if (!record || record.kind !== kind.name || !sent || !timeline) throw data(null, { status: 404 });
	await records.notes.markRead(signedIn.account.id, reference);
	const colleagues = await records.listColleagues(db, kind.name);
	const templates = await records.templates.list(kind.name);
	const template = templates.find(({ id }) => id === templateId);
	const stage = findStage(kind, record.stage);
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
		state: record.spam
			? { state: "quarantined", name: "Spam" }
			: { state: stage.open ? "waiting" : "sent", name: stage.label },
		values: { stage: stage.key, owner: record.ownerId ?? "", followUp: record.followUpOn?.toString() ?? "" },
		stages: kind.stages.map(({ key, label }) => ({ key, label })),
		colleagues: colleagues.map(({ id, name }) => ({ id, name })),
		fields: sent.fields.map((field) => showField(field, company)),
		text: sent.text,
		hasFile: sent.file !== undefined,
		entries: timeline.entries
			.filter(({ type }) => type !== "sent")
			.map((entry) => showEntry(entry, { company, now, accountId: signedIn.account.id })),
		earlier: timeline.earlier,
		isLatest: before === undefined,
		draftOf: again ?? "",
		/** Grows with what this person wrote; a form is emptied then, and not when somebody else writes. */
		written: timeline.entries.filter(
			(entry) =>
				(entry.type === "note" && entry.accountId === signedIn.account.id) ||
				(entry.type === "reply" && entry.reply.accountId === signedIn.account.id),
		).length,
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
}

type Answer = {
	errors: FieldError[];
	/** Where the errors are. */
	form: "stand" | "note" | "reply";
	note?: string;
	draft?: { subject: string; text: string };
	preview?: ReplyPreview | undefined;
};

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, workKinds, signedIn, visit, now, note: noteInLog, noting } = beginWork(context);
	const { changes, notes, replies } = deps.records;
	const kind = getKind(workKinds, request);
	const reference = params.reference.toUpperCase();
	const by = signedIn.account;
	const record = await deps.records.find(reference);
	if (!record || record.kind !== kind.name) throw data(null, { status: 404 });
	const form = await readForm(request);
	const path = `/${kind.names}/${encodeURIComponent(reference)}`;
	const done = async (notice: string, logged: string | undefined, to = path): Promise<never> => {
		if (logged !== undefined) await noteInLog({ action: `${kind.name}.${logged}`, subject: reference });
		deps.onEmails();
		visit.notices.leave(notice);
		throw redirect(to, 303);
	};
	const asked = form.get("do") ?? form.get("action");
	const id = form.get("id") ?? "";
	const text = form.get("text") ?? "";

	const field = changedFields.find((one) => one === asked);
	if (field) {
		const value = form.get("value") ?? "";
		const result = await changes.change(reference, {
			field,
			value,
			version: Number(form.get("version")),
			by: by.id,
		});
		if (result.ok) {
			const notice = field === "spam" ? describeSpam(value === "yes") : "Changed. It can be undone for a minute.";
			return done(result.batch === undefined ? "That is so already." : notice, result.batch && nameInLog(field, value));
		}
		return refuse("stand", [{ field, message: describeRefusal(result) }]);
	}
	if (asked === "undo") {
		const result = await changes.undo(id, by.id);
		if (result.ok) return done("Undone.", "undo");
		return refuse("stand", [{ field: "stage", message: describeUndoRefusal(result) }]);
	}
	if (asked === "note") {
		const result = await notes.add(reference, { text, by: by.id });
		if (result.ok) return done("The note stands below.", "note");
		return refuse("note", [{ field: "note", message: "message" in result ? result.message : "It is gone." }], {
			note: text,
		});
	}
	if (asked === "remove-note") {
		const result = await notes.remove(id, by.id);
		return done(
			result.ok ? "The note is removed." : "That note can be removed no more.",
			result.ok ? asked : undefined,
		);
	}
	if (asked === "preview" || asked === "send") {
		const draft = { subject: form.get("subject") ?? "", text };
		if (asked === "preview") {
			const email = await replies.preview(reference, { ...draft, by });
			return refuse("reply", [], {
				draft,
				preview: email && {
					senderName: email.senderName ?? "",
					recipient: email.recipient,
					subject: email.subject,
					text: email.text,
				},
			});
		}
		const result = await replies.send(reference, { ...draft, by, templateId: form.get("template") || undefined });
		if (result.ok) return done("Your reply leaves in ten seconds. Until then it can be taken back.", "reply");
		const errors =
			"errors" in result
				? result.errors
				: [{ field: "text", message: "It is in quarantine. Take it out before you reply." }];
		return refuse("reply", errors, { draft });
	}
	if (asked === "withdraw") {
		const result = await replies.withdraw(id, by.id);
		if (result.ok)
			return done(
				"It is taken back, and nothing is sent. Its text stands in the form.",
				asked,
				`${path}?again=${id}#reply`,
			);
		return done("It has left already.", undefined);
	}
	if (asked === "retry") {
		const retried = await noting({ action: `${kind.name}.emails-retry`, subject: reference }).database.write(
			(transaction) => retryFailedEmails(transaction, reference, now),
		);
		return done(describeRetry(retried, reference), undefined);
	}
	throw data(null, { status: 400 });

	function describeUndoRefusal(result: UndoResult): string {
		if (result.ok) return "";
		if (result.why === "overtaken") return "Somebody has changed it again since, so it is not undone.";
		return result.why === "refused" ? result.message : "That can be undone no more.";
	}

	function nameInLog(changed: string, value: string): string {
		if (changed !== "spam") return changed;
		return value === "yes" ? "quarantine" : "release";
	}

	function describeSpam(isSpam: boolean): string {
		return isSpam
			? `${reference} is in quarantine. Its e-mails are held back.`
			: `${reference} is out of quarantine. Its e-mails go out within seconds.`;
	}

	function refuse(which: Answer["form"], errors: FieldError[], more: Partial<Answer> = {}): Answer {
		return { form: which, errors, ...more };
	}

	/** What was wanted stays in the form; what is there now is said, for somebody may have changed the very same. */
	function describeRefusal(result: ChangeResult): string {
		if (result.ok) return "";
		if (result.why === "refused") return result.message;
		if (result.why === "gone") return "It is gone.";
		const stage = findStage(kind, readField(kind, result.record, "stage")).label;
		return `Somebody has changed this record meanwhile, so nothing was changed. It stands at ${stage} now; what you see is as it is. Choose again.`;
	}
}

export default function WorkPage({ loaderData, actionData }: Route.ComponentProps) {
	const { names, kind, reference, name, state, fields, text, entries, earlier, isLatest, mailbox, isSpam } = loaderData;
	const path = `/${names}/${reference}`;
	useLive((fact) => fact === `record:${reference}` || fact === "record:*");
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
			<WorkControls
				key={`stand ${loaderData.version}`}
				path={path}
				version={loaderData.version}
				values={loaderData.values}
				stages={loaderData.stages}
				colleagues={loaderData.colleagues}
			/>
			<RecordFields fields={fields} reference={reference} />
			{text.value !== "" && (
				<section aria-labelledby="text-heading">
					<h2 id="text-heading">{text.label}</h2>
					<p className="text">{text.value}</p>
				</section>
			)}
			<section aria-labelledby="history">
				<h2 id="history">What happened</h2>
				{earlier !== undefined && <Link to={`${path}?before=${earlier}`}>Earlier</Link>}
				<Timeline path={path} entries={entries} />
				{!isLatest && <Link to={path}>Latest</Link>}
			</section>
			<NoteForm key={`note ${loaderData.written}`} path={path} text={actionData?.note ?? ""} />
			{!isSpam && (
				<ReplyForm
					key={`reply ${loaderData.templateId} ${loaderData.draftOf} ${loaderData.written}`}
					path={path}
					recipient={loaderData.recipient}
					mailbox={mailbox}
					templates={loaderData.templates}
					templateId={loaderData.templateId}
					draft={actionData?.draft ?? loaderData.draft}
					preview={actionData?.preview}
				/>
			)}
		</Page>
	);
}
