import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ChangeForm } from "../calls/change-form.tsx";
import { MessageField } from "../calls/message-field.tsx";
import { TimeChoice } from "../calls/time-choice.tsx";
import type { ReadInterview } from "./interview-page.server.ts";
import { InterviewersFields } from "./interviewers-fields.tsx";

type InterviewFormsProps = {
	interview: ReadInterview;
	/** Where the forms are sent. */
	action: string;
	heading: "h2" | "h3";
	/** The typed message, after a form was refused. */
	messageOf(asked: string): string;
	errors: FieldError[];
};

/** The changes of an interview: its time, its interviewers, or its cancellation. */
export function InterviewForms({ interview, action, heading: Heading, messageOf, errors }: InterviewFormsProps) {
	const { name, isBooked, hosts, lead } = interview;
	const interviewers = hosts.map((host) => ({
		id: host.id,
		name: host.name,
		remark: host.busy ?? host.closed,
		isDisabled: host.busy !== undefined && !host.isOwn,
	}));
	const others = hosts.filter(({ id, isOwn }) => isOwn && id !== lead).map(({ id }) => id);
	const knownLead = lead === whoeverIsFree || hosts.some(({ id }) => id === lead) ? lead : whoeverIsFree;
	return (
		<>
			<section aria-labelledby="move">
				<Heading id="move">{isBooked ? "Reschedule" : "Pick a time"}</Heading>
				<TimeChoice
					action={action}
					days={interview.days}
					chosen={interview.chosen}
					hint="Everyone gets an e-mail with the new time 10 seconds later, unless you undo it."
				>
					<details open={messageOf("move") !== ""}>
						<summary>Add a message</summary>
						<MessageField id="move-message" name={name} text={messageOf("move")} />
					</details>
				</TimeChoice>
			</section>
			<ChangeForm
				deed="reassign"
				action={action}
				heading={Heading}
				title="Reassign"
				button="Reassign interview"
				name={name}
				message={isBooked ? messageOf("reassign") : undefined}
			>
				<InterviewersFields
					// Fields do not follow those who were chosen meanwhile.
					key={[knownLead, ...others].join(" ")}
					interviewers={interviewers}
					lead={knownLead}
					hostIds={others}
					errors={errors}
				/>
			</ChangeForm>
			<ChangeForm
				deed="cancel"
				action={action}
				heading={Heading}
				title={isBooked ? "Cancel" : "Withdraw the offer"}
				button={isBooked ? "Cancel interview" : "Withdraw offer"}
				name={name}
				message={messageOf("cancel")}
			/>
		</>
	);
}
