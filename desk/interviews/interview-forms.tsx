import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import { ChangeForm } from "../calls/change-form.tsx";
import { SlotChoice, type FreeSlots } from "../calls/slot-choice.tsx";
import type { FieldError } from "../../shared/text-rules.ts";
import { InterviewersFields } from "./interviewers-fields.tsx";

type InterviewFormsProps = {
	/** The applicant, who gets the messages. */
	name: string;
	/** Whether it has a time. */
	isBooked: boolean;
	free: FreeSlots;
	hosts: { id: string; name: string; isFree: boolean; isOwn: boolean }[];
	/** The first interviewer. */
	lead: string;
	/** The typed message, after a form was refused. */
	messageOf(asked: string): string;
	errors: FieldError[];
};

/** The changes of an interview: its time, its interviewers, or its cancellation. */
export function InterviewForms({ name, isBooked, free, hosts, lead, messageOf, errors }: InterviewFormsProps) {
	const interviewers = hosts.map((host) => ({
		id: host.id,
		name: host.name,
		remark: host.isFree ? undefined : host.isOwn ? "current" : "unavailable",
		isDisabled: !host.isFree && !host.isOwn,
	}));
	const others = hosts.filter(({ id, isOwn }) => isOwn && id !== lead).map(({ id }) => id);
	const knownLead = lead === whoeverIsFree || hosts.some(({ id }) => id === lead) ? lead : whoeverIsFree;
	return (
		<>
			<ChangeForm
				deed="move"
				title={isBooked ? "Reschedule" : "Pick a time"}
				button={isBooked ? "Reschedule interview" : "Book interview"}
				isMain
				name={name}
				message={messageOf("move")}
			>
				<SlotChoice free={free} chosen="" errors={errors} />
			</ChangeForm>
			<ChangeForm
				deed="reassign"
				title="Reassign"
				button="Reassign interview"
				name={name}
				message={messageOf("reassign")}
			>
				<InterviewersFields interviewers={interviewers} lead={knownLead} hostIds={others} errors={errors} />
			</ChangeForm>
			<ChangeForm
				deed="cancel"
				title={isBooked ? "Cancel" : "Withdraw the offer"}
				button={isBooked ? "Cancel interview" : "Withdraw offer"}
				name={name}
				message={messageOf("cancel")}
			/>
		</>
	);
}
