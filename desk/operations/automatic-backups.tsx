import { Form } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { ValueCell } from "../records/shown-value.tsx";
import type { ShownAutomaticBackups } from "./show-operations.server.ts";

/** The backups that the server makes by itself, and a button that makes one now; or how to turn them on. */
export function AutomaticBackups({ automatic }: { automatic: ShownAutomaticBackups | undefined }) {
	if (!automatic)
		return (
			<p className="remark">
				The server makes no backups by itself. To turn them on, set <code>BACKUP_FOLDER</code> or{" "}
				<code>BACKUP_BUCKET</code> and restart it.
			</p>
		);
	const { canStart, canRehearse, kept } = automatic;
	return (
		<>
			{!canRehearse && (
				<p className="remark">
					Backups are checked before they are encrypted. Testing a restore needs the secret key: run npm run restore --
					FILE.tar.gz.age --rehearse where it is, with BACKUP_IDENTITY.
				</p>
			)}
			{canStart && (
				<Form method="post" action="/operations#backups" preventScrollReset>
					<button name="do" value="back-up">
						Back up now
					</button>
				</Form>
			)}
			{kept.length > 0 && (
				<DataTable caption="Kept backups" columns={["Archive", "Made", "Size"]}>
					{kept.map(({ name, madeAt, size }) => (
						<tr key={name}>
							<th scope="row">{name}</th>
							<ValueCell label="Made" value={madeAt} />
							<td data-label="Size">{size}</td>
						</tr>
					))}
				</DataTable>
			)}
		</>
	);
}
