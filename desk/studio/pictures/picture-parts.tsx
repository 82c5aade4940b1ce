import { Form, Link } from "react-router";
import { DataTable } from "../../layout/data-table.tsx";
import { ValueCell, ValueText } from "../../records/shown-value.tsx";
import type { ShownValue } from "../../records/values.ts";
import type { ShownUse } from "./shown-picture.ts";

/** Every place of a picture, with its alt text there. */
export function UseTable({ uses }: { uses: ShownUse[] }) {
	if (uses.length === 0) return <p className="empty">Not used yet. Choose it in the form of a page or an article.</p>;
	return (
		<DataTable caption="Used in" columns={["Document", "Field", "Alt text"]}>
			{uses.map(({ document, name, field, alt }) => (
				<tr key={`${document} ${field}`}>
					<th scope="row">
						<Link to={`/studio/documents/${document}`} data-row>
							{name}
						</Link>
					</th>
					<td data-label="Field" className="whole-words">
						{field}
					</td>
					<td data-label="Alt text">{alt ?? "None (decorative)"}</td>
				</tr>
			))}
		</DataTable>
	);
}

/** An earlier version of a picture. */
export type ShownVersion = { version: number; thumbnail: string; by: string; at: ShownValue; what: string };

export function VersionTable({ action, versions }: { action: string; versions: ShownVersion[] }) {
	return (
		<DataTable
			className="picture-versions"
			caption="Versions of this picture"
			columns={["Version", "Uploaded", "By", "Action"]}
		>
			{versions.map(({ version, thumbnail, by, at, what }, index) => (
				<tr key={version}>
					<th scope="row">
						<img src={thumbnail} alt="" loading="lazy" />
						<span className="aside">{what}</span>
					</th>
					<ValueCell label="Uploaded" value={at} />
					<td data-label="By">{by}</td>
					<td data-label="Action">
						{index === 0 ? (
							"Latest"
						) : (
							<Form method="post" action={action} className="inline-form">
								<input type="hidden" name="version" value={version} />
								<button name="do" value="restore">
									Restore
									<span className="sr-only">
										: the version of <ValueText value={at} />
									</span>
								</button>
							</Form>
						)}
					</td>
				</tr>
			))}
		</DataTable>
	);
}
