import { Form, Link } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { countOf } from "../words.ts";

/** The result of a bulk change that skipped some records. */
export type ChangeOutcome = {
	names: string;
	search: string;
	/** The list, or the board, with its query. */
	listPath: string;
	changed: number;
	/** For undo; undefined when nothing was changed. */
	batch: string | undefined;
	unchanged: { reference: string; senderName: string; why: string }[];
};

/** Lists the records that were not changed, with reasons. */
export function ChangeResult({ names, search, listPath, changed, batch, unchanged }: ChangeOutcome) {
	return (
		<Page title="Not everything changed" subtitle={`${changed} of ${changed + unchanged.length} changed`}>
			<DataTable caption="Not changed" columns={["From", "Reason"]}>
				{unchanged.map(({ reference, senderName, why }) => (
					<tr key={reference}>
						<th scope="row">
							<Link to={`/${names}/${reference}`} dir="auto" data-row>
								{senderName}
							</Link>
							<span className="aside">{reference}</span>
						</th>
						<td data-label="Reason">{why}</td>
					</tr>
				))}
			</DataTable>
			<Form method="post" action={`/${names}/change${search}`} className="inline-form">
				{batch !== undefined && (
					<>
						<input type="hidden" name="id" value={batch} />
						<button name="do" value="undo">
							Undo the {changed} {countOf(changed, "changes", "change")}
						</button>
					</>
				)}
				<Link to={listPath}>Back to the list</Link>
			</Form>
		</Page>
	);
}
