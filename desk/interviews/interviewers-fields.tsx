import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { Field } from "../../ui/field.tsx";

type InterviewersFieldsProps = {
	/** Possible interviewers, each with a remark. */
	interviewers: { id: string; name: string; remark?: string | undefined; isDisabled?: boolean }[];
	/** Id of the first interviewer, or whoeverIsFree. */
	lead: string;
	/** Ids of the others. */
	hostIds: readonly string[];
	errors: FieldError[];
};

/** Chooses the first and the other interviewers. */
export function InterviewersFields({ interviewers, lead, hostIds, errors }: InterviewersFieldsProps) {
	return (
		<>
			<Field
				name="hosts"
				label="First interviewer"
				hint="Video calls use their link. “Anyone available” picks the person with the fewest interviews that week."
				errors={errors}
			>
				{(control) => (
					<select {...control} name="lead" defaultValue={lead}>
						<option value={whoeverIsFree}>Anyone available</option>
						{interviewers.map(({ id, name, remark, isDisabled }) => (
							<option key={id} value={id} disabled={isDisabled}>
								{name}
								{remark && ` (${remark})`}
							</option>
						))}
					</select>
				)}
			</Field>
			{interviewers.length > 1 && (
				<fieldset className="checks">
					<legend>Other interviewers</legend>
					{interviewers.map(({ id, name, remark, isDisabled }) => (
						<label key={id}>
							<input
								type="checkbox"
								name="host"
								value={id}
								defaultChecked={hostIds.includes(id)}
								disabled={isDisabled}
							/>
							{name}
							{remark && ` (${remark})`}
						</label>
					))}
				</fieldset>
			)}
		</>
	);
}
