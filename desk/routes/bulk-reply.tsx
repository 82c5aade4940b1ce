import { hash } from "node:crypto";
import { redirect, useOutletContext } from "react-router";
import { createBatchName, maxBulkReplies, type BulkReplyDraft } from "../../core/conversations/bulk-replies.server.ts";
import { withStagesOf } from "../../core/records/record-kind.ts";
import { applicationOutcomes } from "../../shared/desk.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { BoardContext } from "../board/card.ts";
import { BulkReplyForm, type ShownPlan } from "../bulk-replies/bulk-reply-form.tsx";
import { readFormKey } from "../forms/read-form-key.server.ts";
import { Drawer } from "../layout/drawer.tsx";
import { Page } from "../layout/page.tsx";
import { countOf } from "../words.ts";
import { findRejectionTemplate } from "../work/find-rejection.server.ts";
import { listQuery, readList } from "../work/list-filter.server.ts";
import { NothingChosen } from "../work/nothing-chosen.tsx";
import { beginWithMany } from "../work/read-chosen.server.ts";
import type { Route } from "./+types/bulk-reply.ts";

/** The usual delay. */
const usualDelayHours = 24;

/** Writes, previews and sends a bulk reply. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest, now, kind, form, search, listPath, isOnBoard, requireChosen } =
		await beginWithMany(context, request);
	const { records, company } = deps;
	const references = requireChosen(
		form.get("all") === "yes" ? await listAll() : form.getAll("reference").slice(0, maxBulkReplies),
	);
	const templates = await records.templates.list(kind.name);
	const step = form.get("step");
	// For all records of a list, the filter decides.
	const stage = form.get("all") === "yes" ? "" : (form.get("stage") ?? "");
	const isBegun = step !== null;
	const template =
		isBegun || stage !== applicationOutcomes.rejected
			? templates.find(({ id }) => id === form.get("template"))
			: findRejectionTemplate(templates);
	const usesTemplate = step === "template" || !isBegun;
	const draft: BulkReplyDraft = {
		subject: (usesTemplate ? template?.subject : form.get("subject")) ?? "",
		text: (usesTemplate ? template?.text : form.get("text")) ?? "",
		stage,
		reason: form.get("reason") ?? "",
		delayHours: Number(form.get("delay") ?? usualDelayHours),
		keepsAppointments: form.get("appointments") === "keep",
		by: signedIn.account,
	};
	const stages = await records.bulkReplies.listStages(references);
	const errors = records.bulkReplies.check(draft);
	const mark = markDraft(draft);
	const isUnseen = (form.get("previewed") ?? mark) !== mark;
	if (step !== "send" || errors.length > 0 || isUnseen) {
		const plan: ShownPlan | undefined =
			errors.length > 0
				? undefined
				: { emails: await records.bulkReplies.plan(references, draft), batch: createBatchName(), mark };
		// Nothing is wrong with what somebody has only begun.
		const shownErrors: FieldError[] = step === "preview" || step === "send" ? errors : [];
		return {
			names: kind.names,
			listPath,
			references,
			templates: templates.map(({ id, name }) => ({ id, name })),
			templateId: (template?.id ?? form.get("template")) || "",
			stages: stages.map(({ key, label }) => ({ key, label })),
			reasons: stages.find(({ key }) => key === draft.stage)?.reasons ?? [],
			draft: {
				subject: draft.subject,
				text: draft.text,
				stage: draft.stage,
				reason: draft.reason ?? "",
				delayHours: draft.delayHours,
				keepsAppointments: draft.keepsAppointments === true,
			},
			appointments: await records.bulkReplies.countAppointments(references),
			plan,
			errors: shownErrors,
			isRejection: draft.stage === applicationOutcomes.rejected,
		};
	}
	const versions = form.getAll("version").map(Number);
	const batch = readFormKey(form, "batch") ?? createBatchName();
	const planned = references
		.map((reference, index) => ({ reference, version: versions[index] ?? 0 }))
		.filter(({ version }) => version > 0);
	await records.bulkReplies.send(planned, { ...draft, batch });
	deps.onEmails();
	// Includes those of an earlier submission whose response was lost.
	const count = (await records.bulkReplies.list({ batch, kind: kind.name })).length;
	const skipped = planned.length - count;
	const batchPath = `/${kind.names}/answers/${encodeURIComponent(batch)}`;
	deskRequest.notices.leave(
		[
			`${count} ${countOf(count, "replies", "reply")} scheduled.`,
			skipped > 0 ? `${skipped} skipped: changed by someone else first.` : "",
		].join(" "),
		isOnBoard && count > 0 ? { path: batchPath + search, does: "undo", id: batch } : undefined,
	);
	throw redirect(isOnBoard ? listPath : batchPath, 303);

	/** The records of all pages of a list. */
	async function listAll(): Promise<string[]> {
		const { after: _, ...query } = listQuery.parse(Object.fromEntries(form));
		const ofTopic = await withStagesOf(deps.database.db, kind, query.topic);
		const { filter } = readList(query, { kind: ofTopic, now, accountId: signedIn.account.id, company });
		const { records: found } = await records.list(filter, { limit: maxBulkReplies });
		return found.map(({ reference }) => reference);
	}
}

/** Names what a draft says, so that nothing is sent that was not previewed. */
function markDraft({ subject, text, stage, reason, delayHours, keepsAppointments }: BulkReplyDraft): string {
	const said = [subject, text.replaceAll("\r\n", "\n"), stage, reason, delayHours, keepsAppointments];
	return hash("sha256", JSON.stringify(said), "base64url");
}

export default function BulkReplyPage({ actionData }: Route.ComponentProps) {
	const board = useOutletContext<BoardContext | undefined>();
	if (!actionData) {
		const text = "Nobody is selected.";
		if (!board) return <NothingChosen title="Reply" text={text} />;
		return (
			<Drawer isWide title="Reply" closePath={board.boardPath}>
				<p className="empty">{text}</p>
			</Drawer>
		);
	}
	const { references, names, listPath, isRejection, ...form } = actionData;
	const count = references.length;
	const subtitle = "Everyone gets their own e-mail. You preview all of them before anything is sent.";
	const title = `${isRejection ? "Reject" : "Reply to"} ${count} ${countOf(count, names, names.slice(0, -1))}`;
	const content = (path: string) => (
		<BulkReplyForm path={path} cancelPath={listPath} references={references} {...form} />
	);
	if (board)
		return (
			<Drawer isWide title={title} subtitle={subtitle} closePath={board.boardPath}>
				{content(board.pathOf("answer"))}
			</Drawer>
		);
	return (
		<div className="sized">
			<Page title={title} subtitle={subtitle}>
				{content(`/${names}/answer`)}
			</Page>
		</div>
	);
}
