import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { fileMessage } from "../../core/conversations/incoming/file-message.server.ts";
import { messagePersonalData } from "../../core/conversations/incoming/message-personal-data.server.ts";
import {
	nameText,
	type StoredMessage,
	type StoredSort,
} from "../../core/conversations/incoming/message-store.server.ts";
import { removeErasedFiles, rememberErasedFiles } from "../../core/people/erased-files.ts";
import { listAddressesOf } from "../../core/people/merged-addresses.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import type { NoticeUndo } from "../guard/notices.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { findUnfiledOf, listUnfiledOf } from "../mailboxes/list-unfiled.server.ts";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { Pager } from "../records/list-parts.tsx";
import { showValue } from "../records/show-values.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { AttachedFiles } from "../work/attached-files.tsx";
import { MoveField } from "../work/move-field.tsx";
import { writeMoved } from "../work/moved-message.server.ts";
import { showFile } from "../work/show-message.server.ts";
import type { Route } from "./+types/messages.ts";

const pageSize = 25;
/** Of a message's text in the list. */
const shownLength = 200;
/** The sender's open records that a message suggests. */
const mostOthers = 3;

/** Why a message belongs to no record. */
const reasons: Readonly<Record<StoredSort, string>> = {
	bounce: "Bounce of an unknown e-mail",
	complaint: "Spam report about an unknown e-mail",
	"out-of-office": "Automatic reply to an unknown e-mail",
	"calendar-reply": "Response to an unknown invitation",
	automatic: "Automatic message",
	internal: "Internal reply, moved out of its record",
	person: "Its record is gone",
};

const listQuery = z.object({ page: z.coerce.number().int().min(1).max(10_000).catch(1) });

/** The messages of the member's mailboxes that belong to no record, and for admins those of removed mailboxes. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds, viewer } = beginWork(context);
	const { page } = listQuery.parse(readQuery(request));
	const range = { limit: pageSize, offset: (page - 1) * pageSize };
	const { mailboxes, messages, count } = await listUnfiledOf(deps.database.db, { kinds, ...viewer }, range);
	return {
		messages: await Promise.all(messages.map(showUnfiled)),
		opens: kinds.filter(({ isEntered }) => isEntered).map(({ name, names }) => ({ name, names })),
		keptDays: deps.config.retentionDays.messages,
		paging: { page, pageSize, total: count },
	};

	async function showUnfiled(message: StoredMessage) {
		const { id, fromName, fromAddress, subject, sort, receivedAt, mailboxId, files } = message;
		const filter = { kinds, senderEmails: await listAddressesOf(deps.database.db, fromAddress), open: true };
		const others = fromAddress === "" ? [] : (await deps.records.list(filter, { limit: mostOthers })).records;
		return {
			id,
			from: fromName || fromAddress || "Unknown sender",
			subject,
			text: nameText(message).slice(0, shownLength),
			reason: reasons[sort],
			received: showValue(receivedAt, deps.company),
			mailbox: mailboxes.find((one) => one.id === mailboxId)?.address ?? "Removed mailbox",
			files: files.map((file) => showFile(file, `/messages/${id}`)),
			others: others.map(({ reference }) => reference),
		};
	}
}

type ActionData = { errors: FieldError[]; moved: { id: string; to: string } };

export async function action({ request, context }: Route.ActionArgs): Promise<ActionData> {
	const { deps, deskRequest, kinds, viewer, signedIn, now, noting, pathOf } = beginWork(context);
	const form = await readForm(request);
	const id = form.get("id") ?? "";
	const message = await findUnfiledOf(deps.database.db, { kinds, ...viewer }, id);
	const leave = (notice: string, path = "/messages", undo?: Pick<NoticeUndo, "does" | "id">): never => {
		deskRequest.notices.leave(notice, undo && { path, ...undo });
		throw redirect(path, 303);
	};
	if (!message) return leave("This message is no longer here.");
	switch (form.get("do") ?? "") {
		case "delete":
			await noting({ action: "message.delete", subject: id }).database.write(async (transaction) => {
				const { count, files = [] } = await messagePersonalData.delete(transaction, [id], now);
				await rememberErasedFiles(transaction, files);
				return count > 0;
			});
			await removeErasedFiles(deps);
			return leave("Message deleted.");
		case "move": {
			const to = (form.get("to") ?? "").trim().toUpperCase();
			const path = pathOf(to);
			const moved =
				path !== undefined &&
				(await noting({ action: "message.move", subject: to }).database.write((transaction) =>
					fileMessage(transaction, { id, from: null, to, by: signedIn.account.id }, deps.records.kinds, now),
				));
			if (moved) {
				const undo = { does: "undo-move", id: writeMoved({ id, from: null, ...moved }) } as const;
				return leave(`Message moved to ${to}.`, path, undo);
			}
			const error = to === "" ? "Enter the reference of a record" : `There is no record ${to}`;
			return { errors: [{ field: `move-${id}`, message: error }], moved: { id, to } };
		}
		default:
			throw data(null, { status: 400 });
	}
}

export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { messages, opens, keptDays, paging } = loaderData;
	const errors = actionData?.errors ?? [];
	return (
		<Page
			title="Unfiled messages"
			subtitle={`E-mails that belong to no record. Each is deleted after ${keptDays} days.`}
		>
			<ErrorSummary errors={errors} />
			<DataTable
				caption="Unfiled messages"
				columns={["From", "Reason", "Received", "Actions"]}
				empty="Nothing unfiled. Newsletters, automatic replies and bounces of unknown e-mails appear here."
			>
				{messages.map(({ id, from, subject, text, reason, received, mailbox, files, others }) => (
					<tr key={id}>
						<th scope="row" dir="auto">
							{from}
							<span className="aside">{subject}</span>
						</th>
						<td data-label="Reason">
							{reason}
							<span className="aside" dir="auto">
								{text}
							</span>
							{files.length > 0 && <AttachedFiles files={files} />}
						</td>
						<td data-label="Received">
							<ValueText value={received} />
							<span className="aside">{mailbox}</span>
						</td>
						<td data-label="Actions">
							{others.map((other) => (
								<MoveButton key={other} id={id} to={other} />
							))}
							<details className="message-filing" open={actionData?.moved.id === id}>
								<summary>
									Open, move or delete<span className="sr-only"> the message from {from}</span>
								</summary>
								<p className="actions">
									{opens.map(({ name, names }) => (
										<Link key={names} className="button" to={`/${names}/new?message=${id}`}>
											Open as {name}
										</Link>
									))}
								</p>
								<Form method="post" action="/messages" className="form" noValidate preventScrollReset>
									<input type="hidden" name="id" value={id} />
									<MoveField
										id={id}
										label="Reference of a record"
										moved={actionData?.moved.id === id ? actionData.moved.to : undefined}
										errors={errors}
									/>
									<div className="actions">
										<button name="do" value="move">
											Move
										</button>
										<button name="do" value="delete">
											Delete message
										</button>
									</div>
								</Form>
							</details>
						</td>
					</tr>
				))}
			</DataTable>
			<Pager path="/messages" show="all" paging={paging} />
		</Page>
	);
}

/** Moves a message to an open record of its sender. */
function MoveButton({ id, to }: { id: string; to: string }) {
	return (
		<Form method="post" action="/messages">
			<input type="hidden" name="id" value={id} />
			<input type="hidden" name="to" value={to} />
			<button name="do" value="move">
				Move to {to}
			</button>
		</Form>
	);
}
