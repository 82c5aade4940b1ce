import { DataTable } from "../layout/data-table.tsx";

type MergeFieldTableProps = {
	fields: { name: string; about: string; value: string | undefined }[];
	/** The record that the values are of; undefined while there is none. */
	reference: string | undefined;
};

/** What a template may hold between braces, what it stands for, and what it gives for one record. */
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
