import { TextField } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { emptyEducation } from "./draft.ts";
import { listYears, present } from "./options.ts";
import { entryField } from "./posted-fields.ts";
import { RepeatedEntries } from "./repeated-entries.tsx";
import { applicationLimits, type Education } from "./rules.ts";
import { idOf } from "./step-props.ts";

type EducationListProps = {
	entries: Education[];
	onChange: (entries: Education[]) => void;
	thisYear: number;
	error?: string | undefined;
};

export function EducationList({ entries, onChange, thisYear, error }: EducationListProps) {
	const years = listYears(thisYear);
	return (
		<RepeatedEntries
			id={idOf("education")}
			noun="education"
			entries={entries}
			emptyEntry={emptyEducation}
			onChange={onChange}
			error={error}
		>
			{(entry, index, update) => {
				const id = (name: string) => idOf(`education-${index}-${name}`);
				const text = (name: "school" | "degree" | "fieldOfStudy", label: string) => (
					<TextField
						id={id(name)}
						name={entryField("education", index, name)}
						label={label}
						maxLength={applicationLimits.line}
						value={entry[name]}
						onChange={(event) => update({ [name]: event.target.value })}
					/>
				);
				return (
					<div className="grid gap-5 md:grid-cols-2">
						<div className="md:col-span-2">{text("school", "School")}</div>
						{text("degree", "Degree")}
						{text("fieldOfStudy", "Field of study")}
						<SelectField
							id={id("startYear")}
							name={entryField("education", index, "startYear")}
							label="Start year"
							placeholder="Choose a year"
							options={years}
							value={entry.startYear}
							onChange={(event) => update({ startYear: event.target.value })}
						/>
						<SelectField
							id={id("endYear")}
							name={entryField("education", index, "endYear")}
							label="End year"
							placeholder="Choose a year"
							options={[present, ...years]}
							value={entry.endYear}
							onChange={(event) => update({ endYear: event.target.value })}
						/>
					</div>
				);
			}}
		</RepeatedEntries>
	);
}
