import type { PlannedBulkReply } from "../../core/conversations/bulk-replies.server.ts";

/** As many as a person reads. */
const openAtFirst = 3;

/** Every e-mail exactly as it would be sent, and what happens to each record. */
export function BulkReplyPreview({ emails }: { emails: PlannedBulkReply[] }) {
	return (
		<ol className="answers" aria-label="E-mails">
			{emails.map(({ reference, senderName, recipient, subject, text, from, to, remarks, refused }, index) => (
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
	);
}
