import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorText } from "../../ui/field.tsx";

type InterviewersFieldsProps = {
	/** Those who can hold it; a remark says what there is to know of one. */
	interviewers: { id: string; name: string; remark?: string | undefined; isDisabled?: boolean }[];
	/** Id of who comes first, or whoeverIsFree. */
	lead: string;
	/** Ids of the others. */
	hostIds: readonly string[];
	errors: FieldError[];
};

/** Who holds an interview: who comes first, and who comes along. */
export function InterviewersFields({ interviewers, lead, hostIds, errors }: InterviewersFieldsProps) {
	const error = errors.find(({ field }) => field === "hosts")?.message;
	return (
		<>
			<div className="field">
				<label htmlFor="hosts">First interviewer</label>
				<p className="hint" id="hosts-hint">
					Video calls use their link. “Anyone available” picks the person with the fewest interviews that week.
				</p>
				<ErrorText id="hosts-error" message={error} />
				<select
					id="hosts"
					name="lead"
					defaultValue={lead}
					aria-invalid={error !== undefined || undefined}
					aria-describedby={error === undefined ? "hosts-hint" : "hosts-error hosts-hint"}
				>
					<option value={whoeverIsFree}>Anyone available</option>
					{interviewers.map(({ id, name, remark, isDisabled }) => (
						<option key={id} value={id} disabled={isDisabled}>
							{name}
							{remark && ` (${remark})`}
						</option>
					))}
				</select>
			</div>
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
