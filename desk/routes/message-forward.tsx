import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { findMessage, listMessageFiles } from "../../core/conversations/incoming/message-store.server.ts";
import { describeFileLimits } from "../../core/conversations/reply-files.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { uploadContext } from "../guard/context.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { actOnDraft } from "../work/act-on-draft.server.ts";
import { showDraft } from "../work/compose.server.ts";
import { ForwardForm } from "../work/forward-form.tsx";
import { showQuoted } from "../work/show-message.server.ts";
import type { Route } from "./+types/message-forward.ts";

/** The form that forwards a message of a record to somebody else. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, signedIn } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const { records, company, database } = deps;
	const record = await records.find(reference);
	const message = await findMessage(database.db, { id: params.message, reference });
	const begun = await records.replies.beginForward(reference, params.message);
	if (record?.kind !== kind.name || !message || !begun) throw data(null, { status: 404 });
	const owner = { by: signedIn.account.id, kind: "forward", quotedId: message.id } as const;
	const draft = await records.drafts.find(reference, owner);
	const files = await listMessageFiles(database.db, reference);
	return {
		path: `/${kind.names}/${reference}`,
		reference,
		name: record.senderName,
		message: {
			...showQuoted(message, company),
			files: files.filter(({ messageId }) => messageId === message.id).map(({ name }) => ({ name })),
		},
		draft: showDraft(draft, begun),
		fileLimits: describeFileLimits(),
		formKey: randomUUID(),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, kinds, deskRequest, signedIn } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const record = await deps.records.find(reference);
	if (record?.kind !== kind.name) throw data(null, { status: 404 });
	const path = `/${kind.names}/${encodeURIComponent(reference)}`;
	const form = await readForm(request);
	form.set("draft", "forward");
	form.set("quotedId", params.message);
	const [what = "", which = ""] = (form.get("do") ?? "").split(":");
	const composing = { kind: kind.name, reference, path, form, upload: context.get(uploadContext) };
	const outcome = await actOnDraft([what, which], {
		...composing,
		records: deps.records,
		by: signedIn.account,
		locale: deps.company.locale,
	});
	if (!outcome) throw data(null, { status: 400 });
	if (!("notice" in outcome)) return outcome;
	deps.onEmails();
	deskRequest.notices.leave(outcome.notice, outcome.undo && { path, ...outcome.undo });
	throw redirect(outcome.to ?? path, 303);
}

export default function MessageForwardPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, reference, name, message, draft, fileLimits, formKey } = loaderData;
	const errors = actionData?.errors ?? [];
	return (
		<Page
			title="Forward message"
			subtitle={
				<>
					<span dir="auto">{name}</span> <span className="number">{reference}</span>
				</>
			}
		>
			<ErrorSummary errors={errors} />
			<ForwardForm
				path={path}
				message={message}
				draft={draft}
				fileLimits={fileLimits}
				preview={actionData?.preview}
				errors={errors}
				keys={{ first: formKey, next: actionData?.nextFormKey }}
			/>
		</Page>
	);
}
