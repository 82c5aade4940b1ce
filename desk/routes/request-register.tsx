import { findStage } from "../../core/records/record-kind.ts";
import { nameRequestKind } from "../../features/privacy-requests/request-kinds.ts";
import { requestNames } from "../../features/privacy-requests/request-names.ts";
import { listRegisteredRequests } from "../../features/privacy-requests/settled-requests.server.ts";
import { formatDate } from "../../shared/format-date.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/request-register.ts";

const mostListed = 500;

/** The rest of requests about data whose person was erased. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, findKind } = beginWork(context);
	const kind = findKind(requestNames);
	const entries = await listRegisteredRequests(deps.database.db, mostListed);
	return {
		entries: entries.map(({ requestKind, receivedOn, stage, stageOn, erasedOn }) => ({
			request: nameRequestKind(requestKind),
			receivedOn: formatDate(receivedOn),
			stage: kind ? findStage(kind, stage === "" ? undefined : stage).label : stage,
			stageOn: stageOn === undefined ? "" : formatDate(stageOn),
			erasedOn: formatDate(erasedOn),
		})),
	};
}

export default function RequestRegisterPage({ loaderData: { entries } }: Route.ComponentProps) {
	return (
		<Page title="Request register" subtitle="Requests whose sender has been erased: no names, only dates and outcome.">
			<DataTable
				caption="Erased requests, newest first"
				columns={["Request", "Received", "Stage", "Since", "Erased"]}
				empty="Nothing here yet. After a requester is erased, this page still shows when the request came and how it ended."
			>
				{entries.map(({ request, receivedOn, stage, stageOn, erasedOn }, index) => (
					<tr key={index}>
						<th scope="row">{request}</th>
						<td data-label="Received">{receivedOn}</td>
						<td data-label="Stage">{stage}</td>
						<td data-label="Since">{stageOn}</td>
						<td data-label="Erased">{erasedOn}</td>
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
