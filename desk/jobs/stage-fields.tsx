import { stageField, stageLimits } from "../../features/careers/jobs/job-stage-fields.ts";
import type { Stage } from "../../shared/desk.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextArea, TextField } from "../../ui/field.tsx";

const blank: Stage = { key: "", label: "", open: true };

/** The stages of a job, with a blank one to fill in. */
export function StageFields({
	stages,
	lasting,
	errors,
}: {
	stages: readonly Stage[];
	/** Keys of those that every job has. */
	lasting: string[];
	errors: FieldError[];
}) {
	const rows = [...stages, blank].slice(0, stageLimits.stages);
	return (
		<ol className="question-rows" id="stages">
			{rows.map((stage, index) => (
				<StageRow
					key={`${stage.key} ${index}`}
					stage={stage}
					index={index}
					isLasting={lasting.includes(stage.key)}
					errors={errors}
				/>
			))}
		</ol>
	);
}

function StageRow({
	stage,
	index,
	isLasting,
	errors,
}: {
	stage: Stage;
	index: number;
	isLasting: boolean;
	errors: FieldError[];
}) {
	const number = index + 1;
	const of = <span className="sr-only"> (stage {number})</span>;
	const open = stageField(index, "open");
	const openError = errors.find(({ field }) => field === open)?.message;
	return (
		<li>
			<input type="hidden" name={stageField(index, "key")} value={stage.key} />
			<div className="field-row">
				<TextField
					name={stageField(index, "label")}
					label={stage.key === "" ? "New stage" : `Stage ${number}`}
					defaultValue={stage.label}
					maxLength={stageLimits.label}
					autoComplete="off"
					spellCheck
					errors={errors}
				/>
				<TextField
					name={stageField(index, "place")}
					label={<>Order{of}</>}
					type="number"
					min={1}
					max={stageLimits.stages}
					defaultValue={number}
					errors={errors}
				/>
			</div>
			<TextArea
				name={stageField(index, "senderReads")}
				label={<>Text for the applicant{of}</>}
				hint="Shown on their status page while the application is in this stage. Optional."
				rows={2}
				defaultValue={stage.senderReads}
				maxLength={stageLimits.senderReads}
				errors={errors}
			/>
			{isLasting ? (
				<p className="hint">Closes an application. You can rename this stage but not remove it.</p>
			) : (
				<div className="checks">
					{openError !== undefined && <p className="error">{openError}</p>}
					<label>
						<input id={open} type="checkbox" name={open} value="yes" defaultChecked={stage.open} />
						<span>Needs work{of}</span>
					</label>
				</div>
			)}
		</li>
	);
}
