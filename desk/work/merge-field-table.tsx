import { DataTable } from "../layout/data-table.tsx";

type MergeFieldTableProps = {
	fields: { name: string; about: string; value: string | undefined }[];
	/** The record of the example values; undefined without one. */
	reference: string | undefined;
};

/** The fields of a template, with their meanings and one record's values. */
export function MergeFieldTable({ fields, reference }: MergeFieldTableProps) {
	return (
		<section aria-labelledby="fields">
			<h2 id="fields">Merge fields</h2>
			<DataTable caption="Merge fields" columns={["Field", ...(reference === undefined ? [] : [`For ${reference}`])]}>
				{fields.map(({ name, about, value }) => (
					<tr key={name}>
						<th scope="row">
							<code>{`{${name}}`}</code>
							<span className="aside">{about}</span>
						</th>
						{reference !== undefined && <td data-label="Example">{value}</td>}
					</tr>
				))}
			</DataTable>
		</section>
	);
}
