import type { ReactNode } from "react";

/** An e-mail as it will leave. */
export type ShownEmail = {
	senderName: string;
	recipient: string;
	cc: string | undefined;
	replyTo: string;
	subject: string;
	text: string;
};

/** A preview of an e-mail: sender, recipient, its complete text, and its files. */
export function EmailPreview({ email, children }: { email: ShownEmail; children?: ReactNode }) {
	const { senderName, recipient, cc, replyTo, subject, text } = email;
	return (
		<div className="email-preview" role="status">
			<dl>
				<div>
					<dt>From</dt>
					<dd dir="auto">{senderName}</dd>
				</div>
				<div>
					<dt>To</dt>
					<dd>{recipient}</dd>
				</div>
				{cc !== undefined && (
					<div>
						<dt>Cc</dt>
						<dd>{cc}</dd>
					</div>
				)}
				<div>
					<dt>Reply to</dt>
					<dd>{replyTo}</dd>
				</div>
				<div>
					<dt>Subject</dt>
					<dd dir="auto">
						<strong>{subject}</strong>
					</dd>
				</div>
			</dl>
			<p className="text" dir="auto">
				{text}
			</p>
			{children}
		</div>
	);
}
