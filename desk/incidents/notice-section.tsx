import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorText, TextArea, TextField } from "../../ui/field.tsx";
import { countOf } from "../words.ts";
import { limits } from "./incident-fields.tsx";
import { PartForm } from "./part-form.tsx";

export type NoticeData = {
	subject: string;
	text: string;
	isSaved: boolean;
	/** Places that are still to be filled in. */
	blanks: string[];
	/** When somebody confirmed it; its text is fixed from then on. */
	isAsked: boolean;
	/** Whether notices are still being written. */
	isWriting: boolean;
	counts: NoticeCounts;
	/** People who get one with the next confirmation, and who have no address. */
	toSend: number;
	withoutAddress: number;
};

/** People by what became of their notice; undelivered: it failed or bounced. */
export type NoticeCounts = { sent: number; waiting: number; undelivered: number };

/** "Sent to 112 people, 3 waiting, 5 could not be delivered." */
function describeNotices({ sent, waiting, undelivered }: NoticeCounts): string {
	const parts = [
		sent > 0
			? `Sent to ${countOf(sent, `${sent} people`, "1 person")}`
			: waiting > 0
				? "Sent to nobody yet"
				: "Sent to nobody",
		waiting > 0 && `${waiting} waiting`,
		undelivered > 0 && `${undelivered} could not be delivered`,
	];
	return `${parts.filter(Boolean).join(", ")}.`;
}

/** The e-mail to each person: its text, and sending it. */
export function NoticeSection({
	isProven,
	notice,
	typed,
	errors,
}: {
	isProven: boolean;
	notice: NoticeData;
	typed: { subject: string; text: string } | undefined;
	errors: readonly FieldError[];
}) {
	const { isAsked, isSaved, blanks, toSend, counts, withoutAddress } = notice;
	return (
		<section aria-labelledby="notices">
			<h2 id="notices">4. Tell the people</h2>
			{isAsked ? (
				<>
					<p>{notice.isWriting ? "Notices are on their way." : describeNotices(counts)}</p>
					<h3 dir="auto">{notice.subject}</h3>
					<p dir="auto" className="text">
						{notice.text}
					</p>
				</>
			) : (
				<>
					<p className="remark">
						Each person gets one e-mail of their own, with a greeting. <code>{"{data}"}</code> becomes the kinds of
						their data that were touched. This is a draft, not legal advice.
					</p>
					<PartForm part="notice">
						<TextField
							name="subject"
							label="Subject"
							maxLength={limits.subject}
							autoComplete="off"
							spellCheck
							defaultValue={typed?.subject ?? notice.subject}
							errors={errors}
						/>
						<TextArea
							name="noticeText"
							label="E-mail"
							rows={18}
							maxLength={limits.noticeText}
							defaultValue={typed?.text ?? notice.text}
							errors={errors}
						/>
						<button name="do" value="save-notice">
							{isSaved ? "Save e-mail" : "Save draft"}
						</button>
					</PartForm>
				</>
			)}
			{withoutAddress > 0 && (
				<p className="remark">
					{countOf(withoutAddress, `${withoutAddress} people have`, "1 person has")} no e-mail address. Call them or
					write a letter; the list names them.
				</p>
			)}
			{toSend > 0 && isProven && !notice.isWriting && <SendForm count={toSend} {...{ isSaved, blanks, errors }} />}
		</section>
	);
}

function SendForm({
	count,
	isSaved,
	blanks,
	errors,
}: {
	count: number;
	isSaved: boolean;
	blanks: string[];
	errors: readonly FieldError[];
}) {
	const people = countOf(count, `${count} people`, "1 person");
	if (!isSaved) return <p className="remark">Save the e-mail before you send it to {people}.</p>;
	if (blanks.length > 0)
		return (
			<p className="remark">
				Fill in what is in square brackets before you send it to {people}: {blanks.join(", ")}
			</p>
		);
	const error = errors.find(({ field }) => field === "confirmed")?.message;
	return (
		<PartForm part="sending">
			<ErrorText id="confirmed-error" message={error} />
			<div className="checks">
				<label>
					<input
						id="confirmed"
						type="checkbox"
						name="confirmed"
						value="yes"
						aria-describedby={error === undefined ? undefined : "confirmed-error"}
					/>
					<span>I have checked the text and the list of people. This cannot be undone.</span>
				</label>
			</div>
			<button name="do" value="send" className="button-main">
				Send to {people}
			</button>
		</PartForm>
	);
}
