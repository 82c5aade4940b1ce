import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { emailGroupNames, isYetToLeave } from "../../platform/email/email-list-store.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { readQuery } from "../read-query.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { StateCell, ValueText } from "../records/shown-value.tsx";
import { countOf } from "../words.ts";
import { beginWork, getKind } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/bulk-replies.ts";

const undoQuery = z.object({ job: z.string().max(200).optional().catch(undefined) });

/** The replies of one action, which can be stopped until they leave. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, now } = beginWork(context);
	const kind = getKind(kinds, request);
	const answers = await deps.records.bulkReplies.list({ batch: params.batch, kind: kind.name });
	const [first] = answers;
	if (!first) throw data(null, { status: 404 });
	return {
		kind: kind.name,
		names: kind.names,
		batch: params.batch,
		leaves: showValue(first.sendsAt, deps.company),
		isDue: Temporal.Instant.compare(first.sendsAt, now) <= 0,
		waiting: answers.filter(({ state }) => state !== "stopped" && isYetToLeave(state)).length,
		rows: answers.map(({ replyId, reference, recipient, subject, state }) => ({
			replyId,
			reference,
			recipient,
			subject,
			state: state === "stopped" ? { state: "not-sent", name: "Stopped" } : { state, name: emailGroupNames[state] },
		})),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, kinds, signedIn, deskRequest } = beginWork(context);
	const kind = getKind(kinds, request);
	const sent = { batch: params.batch, kind: kind.name };
	const stopped = await deps.records.bulkReplies.stop(sent, signedIn.account.id);
	deskRequest.notices.leave(
		stopped > 0
			? `${stopped} ${countOf(stopped, "replies", "reply")} stopped. Nothing is sent, and stages are as before.`
			: "Too late to stop: none of them is waiting.",
	);
	// They were sent from a board.
	const { job } = undoQuery.parse(readQuery(request));
	throw redirect(
		job === undefined
			? `/${kind.names}/answers/${encodeURIComponent(params.batch)}`
			: `/${kind.names}/board?${new URLSearchParams({ job }).toString()}`,
		303,
	);
}

export default function BulkRepliesPage({ loaderData }: Route.ComponentProps) {
	const { kind, names, batch, leaves, isDue, waiting, rows } = loaderData;
	useLive((key) => key === `records:${kind}`);
	return (
		<Page
			title={`${rows.length} ${countOf(rows.length, "replies", "reply")}`}
			subtitle={
				waiting > 0 ? (
					<>
						<span className="number">{waiting}</span> {isDue ? "waiting since" : "scheduled for"}{" "}
						<ValueText value={leaves} />
					</>
				) : (
					"None waiting."
				)
			}
			actions={
				<>
					<Link className="button" to={`/${names}`}>
						List
					</Link>
					{waiting > 0 && (
						<Form method="post" action={`/${names}/answers/${batch}`}>
							<button className="button-main">Stop {waiting}</button>
						</Form>
					)}
				</>
			}
		>
			<DataTable caption="Replies" columns={["To", "Subject", "Status"]}>
				{rows.map(({ replyId, reference, recipient, subject, state }) => (
					<tr key={replyId}>
						<th scope="row">
							<Link to={`/${names}/${reference}`} data-row>
								{recipient}
							</Link>
							<span className="aside">{reference}</span>
						</th>
						<td data-label="Subject">{subject}</td>
						<StateCell state={state} />
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
