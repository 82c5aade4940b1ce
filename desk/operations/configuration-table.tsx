import type { ConfigurationEntry } from "../../platform/describe-configuration.ts";
import { ColumnHeads } from "../layout/column-heads.tsx";

/** Every key of the configuration as it is in force; of secrets it says that they are set. */
export function ConfigurationTable({ entries }: { entries: readonly ConfigurationEntry[] }) {
	return (
		<table>
			<caption className="sr-only">Configuration in force, without secrets</caption>
			<thead>
				<tr>
					<ColumnHeads columns={["Key", "In force", "Set by"]} />
				</tr>
			</thead>
			<tbody>
				{entries.map(({ key, value, isDefault }) => (
					<tr key={key}>
						<th scope="row">
							<code>{key}</code>
						</th>
						<td data-label="In force">{value === "" ? "not set" : value}</td>
						<td data-label="Set by" className="whole-words">
							{isDefault ? "default" : "environment"}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
