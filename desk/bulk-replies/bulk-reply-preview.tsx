import { Form, Link } from "react-router";
import type { PlannedBulkReply } from "../../core/conversations/bulk-replies.server.ts";
import { countOf } from "../words.ts";
import { References, type ShownDraft } from "./bulk-reply-form.tsx";

type BulkReplyPreviewProps = {
	names: string;
	draft: ShownDraft;
	plan: PlannedBulkReply[];
	/** Names the action. */
	batch: string;
};

/** As many as a person reads. */
const openAtFirst = 3;

/** Every e-mail exactly as it would be sent, and what happens to each record. */
export function BulkReplyPreview({ names, draft, plan, batch }: BulkReplyPreviewProps) {
	const possible = plan.filter(({ refused }) => refused === undefined);
	const count = possible.length;
	return (
		<>
			<Form method="post" action={`/${names}/answer`} className="inline-form">
				<input type="hidden" name="batch" value={batch} />
				<input type="hidden" name="subject" value={draft.subject} />
				<input type="hidden" name="text" value={draft.text} />
				<input type="hidden" name="stage" value={draft.stage} />
				<input type="hidden" name="delay" value={draft.delayHours} />
				<input type="hidden" name="appointments" value={draft.keepsAppointments ? "keep" : ""} />
				<References
					references={possible.map(({ reference }) => reference)}
					versions={possible.map(({ version }) => version)}
				/>
				{count > 0 && (
					<button name="step" value="send" className="button-main">
						Send {count} {countOf(count, "replies", "reply")}
					</button>
				)}
				<button name="step" value="edit">
					Edit text
				</button>
				<Link to={`/${names}`}>Cancel</Link>
			</Form>
			<ol className="answers">
				{plan.map(({ reference, senderName, recipient, subject, text, from, to, remarks, refused }, index) => (
					<li key={reference}>
						<details open={index < openAtFirst}>
							<summary>
								<strong dir="auto">{senderName}</strong>{" "}
								<span className="hint">
									{reference} · {refused ?? (from === to ? from : `${from} → ${to}`)}
								</span>
							</summary>
							{refused === undefined && (
								<>
									<p className="hint">To {recipient}</p>
									{remarks.map((remark) => (
										<p key={remark} className="remark">
											{remark}
										</p>
									))}
									<p dir="auto">
										<strong>{subject}</strong>
									</p>
									<p className="text" dir="auto">
										{text}
									</p>
								</>
							)}
						</details>
					</li>
				))}
			</ol>
		</>
	);
}
