import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import { ChangeForm } from "../calls/change-form.tsx";
import { SlotChoice, type FreeSlots } from "../calls/slot-choice.tsx";
import type { FieldError } from "../forms/error-summary.tsx";
import { InterviewersFields } from "./interviewers-fields.tsx";

type InterviewFormsProps = {
	/** Of the applicant, whom messages go to. */
	name: string;
	/** Whether it has a time. */
	isBooked: boolean;
	free: FreeSlots;
	hosts: { id: string; name: string; isFree: boolean; isOwn: boolean }[];
	/** Who comes first now. */
	lead: string;
	/** What was typed to the applicant, by the form that was sent. */
	messageOf(asked: string): string;
	errors: FieldError[];
};

/** What can become of an interview, on the applicant's behalf: a time, other interviewers, or nothing. */
export function InterviewForms({ name, isBooked, free, hosts, lead, messageOf, errors }: InterviewFormsProps) {
	const interviewers = hosts.map((host) => ({
		id: host.id,
		name: host.name,
		remark: host.isFree ? undefined : host.isOwn ? "holds it" : "not free then",
		isDisabled: !host.isFree && !host.isOwn,
	}));
	const others = hosts.filter(({ id, isOwn }) => isOwn && id !== lead).map(({ id }) => id);
	const knownLead = lead === whoeverIsFree || hosts.some(({ id }) => id === lead) ? lead : whoeverIsFree;
	return (
		<>
			<ChangeForm
				deed="schedule"
				title={isBooked ? "Move it" : "Choose a time for them"}
				button={isBooked ? "Move the interview" : "Book the interview"}
				isMain
				name={name}
				message={messageOf("schedule")}
			>
				<SlotChoice free={free} chosen="" error={errors.find(({ field }) => field === "slot")?.message} />
			</ChangeForm>
			<ChangeForm
				deed="hand-over"
				title="Hand it to others"
				button="Hand it over"
				name={name}
				message={messageOf("hand-over")}
			>
				<InterviewersFields interviewers={interviewers} lead={knownLead} hostIds={others} errors={errors} />
			</ChangeForm>
			<ChangeForm
				deed="cancel"
				title={isBooked ? "Cancel it" : "Take the offer back"}
				button={isBooked ? "Cancel the interview" : "Take the offer back, and tell them"}
				name={name}
				message={messageOf("cancel")}
			/>
		</>
	);
}
