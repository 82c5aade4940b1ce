import { Form } from "react-router";
import { MessageField } from "../calls/message-field.tsx";
import { SlotChoice, type FreeSlots } from "../calls/slot-choice.tsx";
import type { FieldError } from "../forms/error-summary.tsx";

type InterviewFormsProps = {
	/** Of the applicant, whom messages go to. */
	name: string;
	/** Whether it has a time. */
	isBooked: boolean;
	free: FreeSlots;
	hosts: { id: string; name: string; isFree: boolean; isOwn: boolean }[];
	/** What was typed to the applicant, by the form that was sent. */
	messageOf(asked: string): string;
	errors: FieldError[];
};

/** What can become of an interview, on the applicant's behalf: a time, other interviewers, or nothing. */
export function InterviewForms({ name, isBooked, free, hosts, messageOf, errors }: InterviewFormsProps) {
	const hostError = errors.find(({ field }) => field === "hosts")?.message;
	return (
		<>
			<section aria-labelledby="schedule">
				<h2 id="schedule">{isBooked ? "Move it" : "Choose a time for them"}</h2>
				<Form method="post" className="form">
					<SlotChoice free={free} chosen="" error={errors.find(({ field }) => field === "slot")?.message} />
					<MessageField id="schedule-message" name={name} text={messageOf("schedule")} />
					<button name="do" value="schedule" className="button-main">
						{isBooked ? "Move the interview" : "Book the interview"}
					</button>
				</Form>
			</section>
			<section aria-labelledby="hand-over">
				<h2 id="hand-over">Hand it to others</h2>
				<Form method="post" className="form">
					<fieldset className="checks" id="hosts" tabIndex={-1} aria-describedby={hostError && "hosts-error"}>
						<legend>Who holds it</legend>
						{hostError !== undefined && (
							<p id="hosts-error" className="error">
								<span className="sr-only">Error: </span>
								{hostError}
							</p>
						)}
						{hosts.map((host) => (
							<label key={host.id}>
								<input
									type="checkbox"
									name="host"
									value={host.id}
									defaultChecked={host.isOwn}
									disabled={!host.isFree && !host.isOwn}
								/>
								{host.name}
								{!host.isFree && " (not free then)"}
							</label>
						))}
					</fieldset>
					<MessageField id="hand-over-message" name={name} text={messageOf("hand-over")} />
					<button name="do" value="hand-over">
						Hand it over
					</button>
				</Form>
			</section>
			<section aria-labelledby="cancel">
				<h2 id="cancel">{isBooked ? "Cancel it" : "Take the offer back"}</h2>
				<Form method="post" className="form">
					<MessageField id="message" name={name} text={messageOf("cancel")} />
					<button name="do" value="cancel">
						{isBooked ? "Cancel the interview" : "Take the offer back, and tell them"}
					</button>
				</Form>
			</section>
		</>
	);
}
