import { Link } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import { pathToEdit } from "../studio/paths.ts";
import type { ShownDocument } from "../studio/show-documents.server.ts";
import { countOf } from "../words.ts";
import { Part } from "./today-parts.tsx";

export type SiteData = { drafts: ShownDocument[]; count: number; conflicts: number };

/** Drafts of the site that wait to be published. */
export function SiteModule({ site: { drafts, count, conflicts } }: { site: SiteData }) {
	return (
		<Part id="site" title="Site" all={{ path: "/studio", of: "documents" }}>
			{conflicts > 0 && (
				<p className="remark number">
					<Link to="/studio/conflicts">
						{countOf(conflicts, `${conflicts} documents were`, "1 document was")} changed both here and in the files
					</Link>
					. Choose which version to keep.
				</p>
			)}
			{drafts.length === 0 ? (
				<p className="empty">No drafts. Your unpublished changes appear here.</p>
			) : (
				<>
					{count > drafts.length && (
						<p className="remark number">
							The first {drafts.length} of {count} drafts.
						</p>
					)}
					<DataTable caption="Drafts of the site" columns={["Document", "Status", "Saved"]}>
						{drafts.map(({ path, title, kind, state, draft, scheduledFor }) => (
							<tr key={path}>
								<th scope="row">
									<Link to={pathToEdit(path)} data-row>
										{title}
									</Link>
									<span className="aside">{kind}</span>
								</th>
								<td data-label="Status">
									<StateLabel state={state} />
									{scheduledFor && (
										<span className="aside">
											<ValueText value={scheduledFor} />
										</span>
									)}
								</td>
								<td data-label="Saved">
									{draft && (
										<span>
											<ValueText value={draft.at} /> by {draft.by}
										</span>
									)}
								</td>
							</tr>
						))}
					</DataTable>
				</>
			)}
		</Part>
	);
}
