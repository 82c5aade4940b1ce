import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import type { FieldError } from "../forms/error-summary.tsx";

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
		<fieldset className="checks" id="hosts" tabIndex={-1} aria-describedby={error && "hosts-error"}>
			<legend>Who holds it</legend>
			{error !== undefined && (
				<p id="hosts-error" className="error">
					<span className="sr-only">Error: </span>
					{error}
				</p>
			)}
			<div className="field">
				<label htmlFor="lead">First interviewer</label>
				<select id="lead" name="lead" defaultValue={lead} aria-describedby="lead-hint">
					<option value={whoeverIsFree}>Whoever is free</option>
					{interviewers.map(({ id, name, remark, isDisabled }) => (
						<option key={id} value={id} disabled={isDisabled}>
							{name}
							{remark && ` (${remark})`}
						</option>
					))}
				</select>
				<p className="hint" id="lead-hint">
					A video call takes place at the first interviewer’s link. Whoever is free: of those who are, the one with the
					fewest interviews in that week.
				</p>
			</div>
			<div role="group" aria-label="Also there">
				<span aria-hidden="true">Also there</span>
				{interviewers.map(({ id, name, remark, isDisabled }) => (
					<label key={id}>
						<input type="checkbox" name="host" value={id} defaultChecked={hostIds.includes(id)} disabled={isDisabled} />
						{name}
						{remark && ` (${remark})`}
					</label>
				))}
			</div>
			<p className="hint">Times are offered when all of them are free.</p>
		</fieldset>
	);
}
