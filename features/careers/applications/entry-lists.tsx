import { TextArea, TextField } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { emptyEducation, emptyExperience } from "./draft.ts";
import { listYears, present } from "./options.ts";
import { entryField } from "./posted-fields.ts";
import { RepeatedEntries, type EntriesProps } from "./repeated-entries.tsx";
import { applicationLimits, type Education, type WorkExperience } from "./rules.ts";

const { line } = applicationLimits;

export function EducationList({ thisYear, ...list }: EntriesProps<Education> & { thisYear: number }) {
	const years = listYears(thisYear);
	return (
		<RepeatedEntries {...list} list="education" noun="education" emptyEntry={emptyEducation}>
			{({ control }) => (
				<>
					<div className="md:col-span-2">
						<TextField {...control("school")} label="School" maxLength={line} />
					</div>
					<TextField {...control("degree")} label="Degree" maxLength={line} />
					<TextField {...control("fieldOfStudy")} label="Field of study" maxLength={line} />
					<SelectField {...control("startYear")} label="Start year" placeholder="Choose a year" options={years} />
					<SelectField
						{...control("endYear")}
						label="End year"
						placeholder="Choose a year"
						options={[present, ...years]}
					/>
				</>
			)}
		</RepeatedEntries>
	);
}

export function ExperienceList(list: EntriesProps<WorkExperience>) {
	return (
		<RepeatedEntries {...list} list="workExperience" noun="experience" emptyEntry={emptyExperience}>
			{({ control, entry, index, update }) => {
				const current = entry.endDate === present;
				const months = { type: "month", placeholder: "2023-04" };
				return (
					<>
						<TextField {...control("company")} label="Company" maxLength={line} />
						<TextField {...control("jobTitle")} label="Job title" maxLength={line} />
						<TextField {...control("startDate")} {...months} label="Start month" />
						<div>
							<TextField
								{...control("endDate")}
								{...months}
								label="End month"
								disabled={current && !list.fixed}
								value={current ? "" : entry.endDate}
							/>
							<label className="mt-2 flex min-h-11 items-center gap-3 text-16 text-ink">
								<input
									type="checkbox"
									name={entryField("workExperience", index, "present")}
									value={present}
									checked={current}
									onChange={(event) => update({ endDate: event.target.checked ? present : "" })}
									className="size-5 accent-ink"
								/>
								Present
							</label>
						</div>
						<div className="md:col-span-2">
							<TextArea {...control("description")} label="Description" rows={3} />
						</div>
					</>
				);
			}}
		</RepeatedEntries>
	);
}
