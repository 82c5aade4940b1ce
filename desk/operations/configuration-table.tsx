import type { ConfigurationEntry } from "../../platform/describe-configuration.ts";
import { DataTable } from "../layout/data-table.tsx";

/** Every key of the configuration with its value; of secrets only that they are set. */
export function ConfigurationTable({ entries }: { entries: readonly ConfigurationEntry[] }) {
	return (
		<DataTable caption="Configuration" columns={["Setting", "Value", "Source"]}>
			{entries.map(({ key, value, isDefault }) => (
				<tr key={key}>
					<th scope="row">
						<code>{key}</code>
					</th>
					<td data-label="Value">{value === "" ? "not set" : value}</td>
					<td data-label="Source" className="whole-words">
						{isDefault ? "default" : "environment"}
					</td>
				</tr>
			))}
		</DataTable>
	);
}
