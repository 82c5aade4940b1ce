import { Form, Link } from "react-router";
import type { ImportState, ImportSummary } from "../../core/imports/import-store.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { StagesForm } from "./stages-form.tsx";

type CheckResultProps = {
	path: string;
	state: ImportState;
	/** Singular and plural of what rows become. */
	becomes: readonly [string, string] | readonly string[];
	summary: ImportSummary;
	stages: readonly { key: string; label: string }[];
	chosenStages: Readonly<Record<string, string>>;
	listPath: string | undefined;
};

const outcomeNames = { imported: "Import", duplicate: "Skip", refused: "Refuse" } as const;

/** The numbers and remarks of a check, or of a finished import. */
export function CheckResult({ path, state, becomes, summary, stages, chosenStages, listPath }: CheckResultProps) {
	const { rows, imported, duplicate, refused, remarked, problems, unknownStages, files, unused, fault } = summary;
	const isDone = state === "done";
	const name = becomes[imported === 1 ? 0 : 1] ?? "records";
	return (
		<>
			{fault && <p className="error">{fault}</p>}
			<dl className="fields">
				<div>
					<dt>Rows</dt>
					<dd>{rows}</dd>
				</div>
				<div>
					<dt>{isDone ? "Imported" : "To import"}</dt>
					<dd>
						{imported} {name}
						{remarked > 0 && ` (${remarked} with a remark)`}
					</dd>
				</div>
				<div>
					<dt>{isDone ? "Skipped" : "To skip"}</dt>
					<dd>{duplicate > 0 ? `${duplicate} (already here, or twice in the file)` : 0}</dd>
				</div>
				<div>
					<dt>Refused</dt>
					<dd>{refused}</dd>
				</div>
				{(files !== undefined || unused) && (
					<div>
						<dt>Files</dt>
						<dd>
							{files ?? 0}
							{unused && `, and ${unused.files} that no row names`}
						</dd>
					</div>
				)}
			</dl>
			{state === "checked" && Object.keys(unknownStages).length > 0 && (
				<StagesForm path={path} unknown={unknownStages} stages={stages} chosen={chosenStages} />
			)}
			<div className="inline-form">
				{state === "checked" && (
					<Form method="post" action={path} className="inline-form">
						{imported > 0 && !fault && (
							<button name="do" value="import" className="button-main">
								Import {imported} {name}
							</button>
						)}
						<button name="do" value="columns">
							Change options
						</button>
					</Form>
				)}
				{isDone && listPath && (
					<Link to={listPath} className="button">
						Open {becomes[1]}
					</Link>
				)}
				{(isDone || state === "checked") && (
					<a className="button" href={`${path}/report.csv`}>
						Download all rows as CSV
					</a>
				)}
			</div>
			{state === "checked" && (
				<>
					<p className="remark">
						No e-mail, notification or job alert is sent.
						{stages.length > 0 && " Dates, stages, owners and notes stay as in the file."}
					</p>
					{problems.length > 0 && (
						<section aria-labelledby="problems">
							<h2 id="problems">{problems.length === 100 ? "First 100 remarks" : "Remarks"}</h2>
							<DataTable caption="Rows with a remark" columns={["Line", "Result", "Reason"]} numbers={["Line"]}>
								{problems.map(({ line, outcome, reason }, index) => (
									<tr key={index}>
										<th scope="row" className="number">
											<span className="import-line">Line </span>
											{line}
										</th>
										<td data-label="Result">{outcomeNames[outcome]}</td>
										<td data-label="Reason">{reason}</td>
									</tr>
								))}
							</DataTable>
						</section>
					)}
					{unused && (
						<section aria-labelledby="unused">
							<h2 id="unused">Files that no row names</h2>
							<ul>
								{unused.paths.map((one) => (
									<li key={one} dir="auto">
										{one}
									</li>
								))}
							</ul>
							{unused.files > unused.paths.length && <p>And {unused.files - unused.paths.length} more.</p>}
						</section>
					)}
				</>
			)}
		</>
	);
}
