import { Text } from "@react-email/text";
import { DeskLink, EmailLines, emailText, renderEmail } from "../../platform/email/email-layout.server.tsx";
import { recordGone, type Attachment, type EmailRenderers, type RenderedEmail } from "../../platform/email/email.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Company } from "../../shared/company.ts";
import { getKind } from "../records/changes.server.ts";
import { listAuthors } from "../records/members.server.ts";
import { nameOf } from "../records/name-of.ts";
import { findNote } from "../records/notes.server.ts";
import { findStage, withStagesOf, type RecordKind } from "../records/record-kind.ts";
import { findRecord } from "../records/record-store.server.ts";
import { mentionEmailKind, replyEmailKind, type RecordEmailKind } from "./email-kinds.ts";
import { findReplyAddress } from "./incoming/find-reply-address.server.ts";
import { findQuoted } from "./quoted-message.server.ts";
import { toReply } from "./replies.server.ts";
import { listReplyCopies } from "./reply-copies.server.ts";
import { renderReply } from "./reply-email.server.ts";
import { listThread } from "./thread.server.ts";

export type RecordRenderersDeps = {
	company: Company;
	/** Origin of the desk, without a slash at the end. */
	deskUrl: string;
	kinds: readonly RecordKind[];
	files: Pick<FileStore, "read">;
};

/** Creates the renderers of replies and of e-mails about mentions. */
export function createRecordRenderers({
	company,
	deskUrl,
	kinds,
	files,
}: RecordRenderersDeps): EmailRenderers<RecordEmailKind> {
	return {
		async [replyEmailKind]({ reference, parameters }, { db, now }) {
			const { replyId } = parameters as { replyId: string };
			const row = await db.selectFrom("recordReplies").selectAll().where("id", "=", replyId).executeTakeFirst();
			const record = await findRecord(db, reference);
			if (!row || !record) return recordGone;
			const reply = toReply(row);
			if (reply.withdrawnAt) return { notSent: "it was undone" };
			const kind = await withStagesOf(db, getKind(kinds, record), record.topic);
			const answer = await db
				.selectFrom("recordAnswers")
				.select("stage")
				.where("replyId", "=", replyId)
				.executeTakeFirst();
			if (answer && answer.stage !== findStage(kind, record.stage).key)
				return { notSent: "the application moved to another stage before the reply left" };
			const attached = await db
				.selectFrom("replyFiles")
				.selectAll()
				.where("replyId", "in", reply.isForward && reply.quotedId !== null ? [replyId, reply.quotedId] : [replyId])
				.orderBy("name")
				.execute();
			const attachments: Attachment[] = [];
			for (const { storedAs, name, contentType } of attached) {
				const content = await files.read(storedAs);
				if (!content) throw new Error(`A file of the reply is gone: ${storedAs}`);
				const chunks: Buffer[] = [];
				for await (const chunk of content) chunks.push(chunk as Buffer);
				attachments.push({ fileName: name, contentType, contentBase64: Buffer.concat(chunks).toString("base64") });
			}
			const copies = await listReplyCopies(db, { reference, replyId });
			const calendarFiles = await kind.appointments?.listFiles(db, reply.messageId, now);
			return {
				...renderReply({
					senderName: reply.senderName,
					subject: reply.subject,
					text: reply.text,
					recipient: reply.recipient,
					cc: copies.map(({ recipient }) => recipient),
					quoted: await findQuoted(db, reply, company),
					thread: reply.isForward ? [] : await listThread(db, kinds, { reference, before: replyId }),
					mailbox: await findReplyAddress(db, kind.mailbox, reference),
					locale: company.locale,
				}),
				attachments: [...attachments, ...(calendarFiles ?? [])],
			};
		},

		async [mentionEmailKind]({ reference, parameters }, { db }) {
			const { noteId } = parameters as { noteId: string };
			const note = await findNote(db, noteId);
			const record = await findRecord(db, reference);
			if (!note || !record) return { notSent: "the note was removed" };
			return renderMention(
				{
					reference,
					senderName: record.senderName,
					names: getKind(kinds, record).names,
					author: nameOf(await listAuthors(db), note.accountId),
					text: note.text,
				},
				{ company, deskUrl },
			);
		},
	};
}

/** Renders the e-mail to a member who was mentioned in a note. */
export async function renderMention(
	{
		reference,
		senderName,
		names,
		author,
		text,
	}: { reference: string; senderName: string; names: string; author: string; text: string },
	{ company, deskUrl }: Pick<RecordRenderersDeps, "company" | "deskUrl">,
): Promise<RenderedEmail> {
	return renderEmail(
		{
			title: `${author} mentioned you`,
			subject: `${author} mentioned you in ${reference}`,
			preview: `About ${senderName}`,
			company,
		},
		<>
			<Text style={emailText}>
				In a note on {reference} ({senderName}):
			</Text>
			<EmailLines lines={text.split("\n")} />
			<DeskLink url={`${deskUrl}/${names}/${reference}`} />
		</>,
	);
}
