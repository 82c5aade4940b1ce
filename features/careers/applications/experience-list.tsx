import { TextArea, TextField } from "../../../ui/field.tsx";
import { emptyExperience } from "./draft.ts";
import { present } from "./options.ts";
import { entryField } from "./posted-fields.ts";
import { RepeatedEntries } from "./repeated-entries.tsx";
import { applicationLimits, type WorkExperience } from "./rules.ts";
import { idOf } from "./step-props.ts";

type ExperienceListProps = {
	entries: WorkExperience[];
	onChange: (entries: WorkExperience[]) => void;
	error?: string | undefined;
};

export function ExperienceList({ entries, onChange, error }: ExperienceListProps) {
	return (
		<RepeatedEntries
			id={idOf("workExperience")}
			noun="experience"
			entries={entries}
			emptyEntry={emptyExperience}
			onChange={onChange}
			error={error}
		>
			{(entry, index, update) => {
				const id = (name: string) => idOf(`experience-${index}-${name}`);
				const text = (name: "company" | "jobTitle", label: string) => (
					<TextField
						id={id(name)}
						name={entryField("workExperience", index, name)}
						label={label}
						maxLength={applicationLimits.line}
						value={entry[name]}
						onChange={(event) => update({ [name]: event.target.value })}
					/>
				);
				const current = entry.endDate === present;
				return (
					<div className="grid gap-5 md:grid-cols-2">
						{text("company", "Company")}
						{text("jobTitle", "Job title")}
						<TextField
							id={id("startDate")}
							name={entryField("workExperience", index, "startDate")}
							label="Start month"
							type="month"
							value={entry.startDate}
							onChange={(event) => update({ startDate: event.target.value })}
						/>
						<div>
							<TextField
								id={id("endDate")}
								name={entryField("workExperience", index, "endDate")}
								label="End month"
								type="month"
								disabled={current}
								value={current ? "" : entry.endDate}
								onChange={(event) => update({ endDate: event.target.value })}
							/>
							<label className="mt-2 flex min-h-11 items-center gap-3 text-16 text-ink">
								<input
									type="checkbox"
									checked={current}
									onChange={(event) => update({ endDate: event.target.checked ? present : "" })}
									className="size-5 accent-ink"
								/>
								Present
							</label>
						</div>
						<div className="md:col-span-2">
							<TextArea
								id={id("description")}
								name={entryField("workExperience", index, "description")}
								label="Description"
								rows={3}
								maxLength={applicationLimits.description}
								value={entry.description}
								onChange={(event) => update({ description: event.target.value })}
							/>
						</div>
					</div>
				);
			}}
		</RepeatedEntries>
	);
}
