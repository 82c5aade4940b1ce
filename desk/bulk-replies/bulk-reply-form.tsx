import { useState } from "react";
import { Form, Link, useSubmit } from "react-router";
import type { PlannedBulkReply } from "../../core/conversations/bulk-replies.server.ts";
import { mergeFields } from "../../core/conversations/merge-fields.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TemplateChoice } from "../forms/template-choice.tsx";
import { countOf } from "../words.ts";
import type { StageChoice } from "../work/choices.ts";
import { BulkReplyPreview } from "./bulk-reply-preview.tsx";

type ShownDraft = {
	subject: string;
	text: string;
	stage: string;
	reason: string;
	delayHours: number;
	keepsAppointments: boolean;
};

/** The e-mails that a draft makes: `batch` names the action, and `mark` the draft. */
export type ShownPlan = { emails: PlannedBulkReply[]; batch: string; mark: string };

type BulkReplyFormProps = {
	path: string;
	cancelPath: string;
	references: string[];
	templates: { id: string; name: string }[];
	templateId: string;
	stages: StageChoice[];
	/** Of the chosen stage. */
	reasons: StageChoice[];
	draft: ShownDraft;
	/** How many of them have an interview or an offer of one. */
	appointments: number;
	/** Undefined while the draft is incomplete. */
	plan: ShownPlan | undefined;
	errors: FieldError[];
};

const delays: readonly { hours: number; label: string }[] = [
	{ hours: 0, label: "Now" },
	{ hours: 1, label: "In 1 hour" },
	{ hours: 24, label: "In 1 day" },
	{ hours: 48, label: "In 2 days" },
	{ hours: 168, label: "In 1 week" },
];

/**
 * The text, the stage and the delay of a bulk reply, and beside them every e-mail as it would be sent. A choice shows its e-mails at once;
 * typed text is previewed before it is sent.
 */
export function BulkReplyForm({
	path,
	cancelPath,
	references,
	templates,
	templateId,
	stages,
	reasons,
	draft,
	appointments,
	plan,
	errors,
}: BulkReplyFormProps) {
	const submit = useSubmit();
	/** The mark of the plan that was typed over. */
	const [stale, setStale] = useState<string>();
	const possible = plan?.emails.filter(({ refused }) => refused === undefined) ?? [];
	const isReady = possible.length > 0 && plan?.mark !== stale;
	return (
		<div className="bulk-reply">
			<div>
				<ErrorSummary errors={errors} />
				<Form
					method="post"
					action={path}
					className="form"
					preventScrollReset
					replace
					onChange={(event) => {
						const target: EventTarget = event.target;
						if (!(target instanceof HTMLSelectElement)) {
							setStale(plan?.mark);
							return;
						}
						const typed = new FormData(event.currentTarget);
						typed.set("step", target.name === "template" ? "template" : "choice");
						void submit(typed, { method: "post", action: path, preventScrollReset: true, replace: true });
					}}
				>
					<References references={references} emails={plan?.emails} />
					{plan && (
						<>
							<input type="hidden" name="batch" value={plan.batch} />
							<input type="hidden" name="previewed" value={plan.mark} />
						</>
					)}
					<div className="inline-form">
						<TemplateChoice
							templates={templates}
							templateId={templateId}
							button={{ name: "step", value: "template" }}
							isAutomatic
						/>
					</div>
					<div className="inline-form bulk-choices">
						<div>
							<label htmlFor="stage">Stage</label>
							<select id="stage" name="stage" defaultValue={draft.stage}>
								<option value="">Keep stage</option>
								{stages.map(({ key, label }) => (
									<option key={key} value={key}>
										{label}
									</option>
								))}
							</select>
						</div>
						{reasons.length > 0 && (
							<div>
								<label htmlFor="reason">Reason</label>
								<select id="reason" name="reason" defaultValue={draft.reason}>
									<option value="">None</option>
									{reasons.map(({ key, label }) => (
										<option key={key} value={key}>
											{label}
										</option>
									))}
								</select>
							</div>
						)}
						<div>
							<label htmlFor="delay">Send</label>
							<select id="delay" name="delay" defaultValue={String(draft.delayHours)}>
								{delays.map(({ hours, label }) => (
									<option key={hours} value={hours}>
										{label}
									</option>
								))}
							</select>
						</div>
					</div>
					<TextField
						key={`subject ${draft.subject}`}
						name="subject"
						label="Subject"
						required
						spellCheck
						maxLength={200}
						defaultValue={draft.subject}
						errors={errors}
					/>
					<TextArea
						key={`text ${draft.text}`}
						name="text"
						label="Text"
						hint={`Merge fields: ${Object.keys(mergeFields)
							.map((field) => `{${field}}`)
							.join(", ")}`}
						rows={10}
						required
						defaultValue={draft.text}
						errors={errors}
					/>
					{appointments > 0 && (
						<SelectField
							name="appointments"
							label={`Booked interviews: ${appointments}`}
							hint="If the stage closes the application, the reply also cancels the interview: the applicant’s calendar entry is removed, and the interviewers are notified once the reply is sent."
							options={[
								{ value: "", label: "Cancel with the reply" },
								{ value: "keep", label: "Keep as booked" },
							]}
							defaultValue={draft.keepsAppointments ? "keep" : ""}
						/>
					)}
					<div className="actions">
						<button name="step" value={isReady ? "send" : "preview"} className="button-main">
							{isReady ? `Send ${possible.length} ${countOf(possible.length, "replies", "reply")}` : "Preview e-mails"}
						</button>
						<Link className="button" to={cancelPath} preventScrollReset>
							Cancel
						</Link>
					</div>
					<p className="hint">You can stop them until they are sent.</p>
				</Form>
			</div>
			{plan ? (
				<BulkReplyPreview emails={plan.emails} />
			) : (
				<p className="empty">Choose a template or write a text, and preview here what everyone gets.</p>
			)}
		</div>
	);
}

/** The chosen records as hidden fields, with the versions that were planned for; 0 for those that get nothing. */
function References({ references, emails }: { references: string[]; emails: PlannedBulkReply[] | undefined }) {
	return references.map((reference) => {
		const email = emails?.find((one) => one.reference === reference);
		return (
			<span key={reference} hidden>
				<input type="hidden" name="reference" value={reference} />
				{emails && (
					<input type="hidden" name="version" value={email?.refused === undefined ? (email?.version ?? 0) : 0} />
				)}
			</span>
		);
	});
}
