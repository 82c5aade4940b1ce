import { Link } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { getPerson } from "../people/get-person.server.ts";
import { showField, showValue } from "../records/show-values.server.ts";
import { FieldValue, ValueText } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { countOf, titleOf } from "../words.ts";
import type { Route } from "./+types/person.ts";

/** Fields of a record in the list. */
const fieldsShown = 4;

/** Everything that came from one address, with staff's texts. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, pathOf, note } = beginWork(context);
	const { reference, email, path } = await getPerson(context, params);
	await note({ action: "person.read", subject: reference });
	const records = await deps.people.describe(email);
	return {
		path,
		email,
		records: records.map((record) => ({
			reference: record.reference,
			name: record.name,
			path: pathOf(record.reference),
			at: record.at ? showValue(record.at, deps.company) : { text: "" },
			fields: record.fields.slice(0, fieldsShown).map((field) => showField(field, deps.company)),
			written: record.work.length,
			files: record.files.length,
			emails: record.emails.length,
		})),
	};
}

export default function PersonPage({ loaderData }: Route.ComponentProps) {
	const { path, email, records } = loaderData;
	return (
		<Page
			title="Person"
			subtitle={
				<>
					{email} <span className="number">{countOf(records.length, `${records.length} records`, "1 record")}</span>
				</>
			}
			actions={
				<>
					<Link className="button" to={`${path}/export`}>
						Export data
					</Link>
					<Link className="button" to={`${path}/erase`}>
						Erase person
					</Link>
				</>
			}
		>
			<DataTable caption={`Records of ${email}`} columns={["Record", "Received", "Details", "Activity"]}>
				{records.map((record) => (
					<tr key={record.reference}>
						<th scope="row">
							{record.path === undefined ? (
								record.reference
							) : (
								<Link to={record.path} data-row>
									{record.reference}
								</Link>
							)}
							<span className="aside">{titleOf(record.name)}</span>
						</th>
						<td data-label="Received">
							<ValueText value={record.at} />
						</td>
						<td data-label="Details">
							{record.fields.map((field) => (
								<div key={field.label}>
									{field.label}: <FieldValue field={field} reference={record.reference} />
								</div>
							))}
						</td>
						<td data-label="Activity">
							{countOf(record.written, `${record.written} notes and replies`, "1 note or reply")},{" "}
							{countOf(record.files, `${record.files} files`, "1 file")},{" "}
							{countOf(record.emails, `${record.emails} e-mails`, "1 e-mail")}
						</td>
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
