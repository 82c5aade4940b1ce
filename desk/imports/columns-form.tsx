import { Form } from "react-router";
import type { ImportOptions } from "../../core/imports/import-store.server.ts";
import type { MatchedColumn } from "../../core/imports/imports.server.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { DataTable } from "../layout/data-table.tsx";

type ColumnsFormProps = {
	path: string;
	/** None where the file's format fixes its meaning. */
	columns: readonly MatchedColumn[];
	fields: readonly { key: string; label: string }[];
	/** Exports of other tools whose columns are known. */
	presets: readonly { key: string; name: string }[];
	options: Pick<ImportOptions, "preset" | "dateOrder" | "duplicates">;
};

/** The form that matches columns with fields, and says how rows are read. */
export function ColumnsForm({ path, columns, fields, presets, options }: ColumnsFormProps) {
	return (
		<>
			{presets.length > 0 && (
				<Form method="post" action={path} className="inline-form">
					<SelectField
						name="preset"
						label="Exported from"
						defaultValue={options.preset ?? ""}
						options={[
							{ value: "", label: "Another tool" },
							...presets.map(({ key, name }) => ({ value: key, label: name })),
						]}
					/>
					<button name="do" value="preset">
						Match columns
					</button>
				</Form>
			)}
			<Form method="post" action={path}>
				{columns.length > 0 && (
					// Its choices are new when the columns are matched as those of another export.
					<DataTable key={options.preset ?? ""} caption="Columns" columns={["Column", "First values", "Becomes"]}>
						{columns.map(({ name, samples, field }, index) => (
							<tr key={index}>
								<th scope="row" id={`name${index}`} dir="auto">
									{name}
								</th>
								<td data-label="First values" dir="auto">
									{samples.length === 0 ? "–" : samples.map(shorten).join(" · ")}
								</td>
								<td data-label="Becomes">
									<select name={`column${index}`} aria-labelledby={`name${index}`} defaultValue={field}>
										<option value="">Left out</option>
										{fields.map(({ key, label }) => (
											<option key={key} value={key}>
												{label}
											</option>
										))}
									</select>
								</td>
							</tr>
						))}
					</DataTable>
				)}
				<div className="form import-options">
					{columns.length > 0 && (
						<fieldset className="checks">
							<legend>Dates such as 3/4/2026</legend>
							<label>
								<input
									type="radio"
									name="dateOrder"
									value="day-first"
									defaultChecked={options.dateOrder === "day-first"}
								/>
								Day first: 3 April
							</label>
							<label>
								<input
									type="radio"
									name="dateOrder"
									value="month-first"
									defaultChecked={options.dateOrder === "month-first"}
								/>
								Month first: March 4
							</label>
						</fieldset>
					)}
					<fieldset className="checks">
						<legend>Rows already in the desk</legend>
						<label>
							<input type="radio" name="duplicates" value="skip" defaultChecked={options.duplicates === "skip"} />
							Skip them
						</label>
						<label>
							<input type="radio" name="duplicates" value="import" defaultChecked={options.duplicates === "import"} />
							Import them too
						</label>
					</fieldset>
					<button name="do" value="check" className="button-main">
						Check rows
					</button>
				</div>
			</Form>
		</>
	);
}

function shorten(value: string): string {
	return value.length > 60 ? `${Array.from(value).slice(0, 59).join("")}…` : value;
}
