import { redirect } from "react-router";
import {
	createBatchName,
	maxBulkReplies,
	type BulkReplyDraft,
	type BulkReplyError,
} from "../../core/conversations/bulk-replies.server.ts";
import { BulkReplyForm } from "../bulk-replies/bulk-reply-form.tsx";
import { BulkReplyPreview } from "../bulk-replies/bulk-reply-preview.tsx";
import { readFormKey } from "../forms/read-form-key.server.ts";
import { Page } from "../layout/page.tsx";
import { beginWithMany } from "../work/read-chosen.server.ts";
import { NothingChosen } from "../work/nothing-chosen.tsx";
import { listQuery, readList } from "../work/list-filter.server.ts";
import { countOf } from "../words.ts";
import type { Route } from "./+types/bulk-reply.ts";

/** The usual delay. */
const usualDelayHours = 24;

/** Writes, previews and sends a bulk reply. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest, now, kind, form, requireChosen } = await beginWithMany(context, request);
	const { records, company } = deps;
	const references = requireChosen(
		form.get("all") === "yes" ? await listAll() : form.getAll("reference").slice(0, maxBulkReplies),
	);
	const templates = await records.templates.list(kind.name);
	const template = templates.find(({ id }) => id === form.get("template"));
	const step = form.get("step");
	const draft: BulkReplyDraft = {
		subject: (step === "template" ? template?.subject : form.get("subject")) ?? "",
		text: (step === "template" ? template?.text : form.get("text")) ?? "",
		// For all records of a list, the filter decides.
		stage: form.get("all") === "yes" ? "" : (form.get("stage") ?? ""),
		delayHours: Number(form.get("delay") ?? usualDelayHours),
		keepsAppointments: form.get("appointments") === "keep",
		by: signedIn.account,
	};
	const base = {
		names: kind.names,
		references,
		templates: templates.map(({ id, name }) => ({ id, name })),
		templateId: template?.id ?? "",
		stages: await records.bulkReplies.listStages(references),
		draft: {
			subject: draft.subject,
			text: draft.text,
			stage: draft.stage,
			delayHours: draft.delayHours,
			keepsAppointments: draft.keepsAppointments === true,
		},
		appointments: await records.bulkReplies.countAppointments(references),
	};
	const none: BulkReplyError[] = [];
	if (step !== "preview" && step !== "send") return { ...base, errors: none };
	const errors = records.bulkReplies.check(draft);
	if (errors.length > 0) return { ...base, errors };
	if (step === "preview") {
		const plan = await records.bulkReplies.plan(references, draft);
		return { ...base, errors: none, plan, batch: createBatchName() };
	}
	const versions = form.getAll("version").map(Number);
	const batch = readFormKey(form, "batch") ?? createBatchName();
	await records.bulkReplies.send(
		references.map((reference, index) => ({ reference, version: versions[index] ?? 0 })),
		{ ...draft, batch },
	);
	deps.onEmails();
	// Includes those of an earlier submission whose response was lost.
	const count = (await records.bulkReplies.list({ batch, kind: kind.name })).length;
	const skipped = references.length - count;
	deskRequest.notices.leave(
		[
			`${count} ${countOf(count, "replies", "reply")} scheduled.`,
			skipped > 0 ? `${skipped} skipped: changed by someone else first.` : "",
		].join(" "),
	);
	throw redirect(`/${kind.names}/answers/${encodeURIComponent(batch)}`, 303);

	/** The records of all pages of a list. */
	async function listAll(): Promise<string[]> {
		const { after: _, ...query } = listQuery.parse(Object.fromEntries(form));
		const { filter } = readList(query, { kind, now, accountId: signedIn.account.id, company });
		const { records: found } = await records.list(filter, { limit: maxBulkReplies });
		return found.map(({ reference }) => reference);
	}
}

export default function BulkReplyPage({ actionData }: Route.ComponentProps) {
	if (!actionData) return <NothingChosen title="Reply" text="Nobody is selected." />;
	const { references, names } = actionData;
	const count = references.length;
	return (
		<Page
			title={`Reply to ${count} ${countOf(count, names, names.slice(0, -1))}`}
			subtitle="Everyone gets their own e-mail. You preview all of them before anything is sent."
		>
			{"plan" in actionData && actionData.plan !== undefined ? (
				<BulkReplyPreview {...actionData} plan={actionData.plan} batch={actionData.batch} />
			) : (
				<BulkReplyForm {...actionData} />
			)}
		</Page>
	);
}
