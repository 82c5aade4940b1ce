import { listMembers } from "../../core/records/members.server.ts";
import { Form, Link, redirect } from "react-router";
import { z } from "zod";
import type { RecordsFilter } from "../../core/records/list.server.ts";
import { findStage, withStagesOf, type RecordKind, type Topic } from "../../core/records/record-kind.ts";
import { BoardColumns } from "../board/board-columns.tsx";
import type { Card } from "../board/card.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { describeUndone } from "../work/describe-undone.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { titleOf } from "../words.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/board.ts";

/** Cards in a column; the list shows the rest. */
const cardsInColumn = 50;

const boardQuery = z.object({ job: z.string().max(200).catch("") });

/** Records of one kind by stage; where they have a topic, such as a position, those of one topic. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds, source, now } = beginWork(context);
	const { records, company } = deps;
	const { db } = source.database;
	const ofAll = getKind(kinds, request);
	const topics = (await ofAll.listTopics?.(db)) ?? [];
	const { job: asked } = boardQuery.parse(readQuery(request));
	const job =
		topics.find(({ key }) => key === asked) ?? topics[0] ?? (ofAll.listTopics ? undefined : everything(ofAll));
	const kind = await withStagesOf(db, ofAll, job?.key ?? "");
	const members = await listMembers(db);
	const columns = await Promise.all(
		kind.stages.map(async ({ key, label }) => {
			const filter: RecordsFilter = { kinds: [kind], kind, topic: job?.key ?? "", stages: [key], awakeAt: now };
			const { records: shown } = await records.list(filter, { limit: cardsInColumn });
			const remarks = await kind.findRemarks?.(
				db,
				shown.map(({ reference }) => reference),
				now,
			);
			return {
				key,
				label,
				count: await records.count(filter),
				cards: shown.map((record): Card => ({
					reference: record.reference,
					version: record.version,
					name: record.senderName,
					stage: findStage(kind, record.stage).key,
					received: showValue(record.receivedAt, company),
					owner: members.find(({ id }) => id === record.ownerId)?.name ?? "",
					source: kind.sources?.slice(1).find(({ key: one }) => one === record.source)?.label ?? "",
					isAnswered: record.answeredAt !== undefined,
					remark: remarks?.get(record.reference),
				})),
			};
		}),
	);
	return { names: kind.names, kind: kind.name, job, topics, columns };
}

/** The topic of a kind without topics. */
function everything({ names }: RecordKind): Topic {
	return { key: "", label: titleOf(names) };
}

/** Moves a card to another stage. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, kinds, signedIn, deskRequest } = beginWork(context);
	const kind = getKind(kinds, request);
	const form = await readForm(request);
	const { job } = boardQuery.parse(readQuery(request));
	const back = `/${kind.names}/board?${new URLSearchParams({ job })}`;
	const { changes } = deps.records;
	if (form.get("do") === "undo") {
		const undone = { batch: form.get("id") ?? "", kind: kind.name };
		deskRequest.notices.leave(describeUndone(await changes.undo(undone, signedIn.account.id)));
		throw redirect(back, 303);
	}
	const reference = form.get("reference") ?? "";
	const value = form.get("stage") ?? "";
	const record = await deps.records.find(reference);
	if (!record || record.kind !== kind.name) {
		deskRequest.notices.leave(`This ${kind.name} no longer exists.`);
		throw redirect(back, 303);
	}
	const result = await changes.change(reference, {
		field: "stage",
		value,
		version: Number(form.get("version")),
		by: signedIn.account.id,
	});
	const label = findStage(kind, value).label;
	deskRequest.notices.leave(
		result.ok
			? `Moved ${record.senderName} to ${label}.`
			: result.why === "refused"
				? result.message
				: `Not moved: someone else changed ${record.senderName}’s ${kind.name} first.`,
		result.ok && result.batch !== undefined ? { path: back, does: "undo" as const, id: result.batch } : undefined,
	);
	throw redirect(back, 303);
}

export default function BoardPage({ loaderData }: Route.ComponentProps) {
	const { names, job, topics, columns } = loaderData;
	const path = `/${names}/board`;
	useLive((fact) => fact === `records:${loaderData.kind}`);
	if (!job)
		return (
			<Page title="Board">
				<p className="empty">No applications yet. New ones appear here as soon as they arrive.</p>
			</Page>
		);
	return (
		<Page
			title={job.label}
			subtitle="Drag a card, press [ or ] on it, or use its Move menu."
			actions={
				<Link className="button" to={`/${names}?topic=${encodeURIComponent(job.key)}`}>
					List
				</Link>
			}
		>
			{topics.length > 0 && (
				<Form method="get" action={path} className="work-filters" role="search" aria-label="Filters">
					<label>
						Position
						<select key={job.key} name="job" defaultValue={job.key}>
							{topics.map(({ key, label }) => (
								<option key={key} value={key}>
									{label}
								</option>
							))}
						</select>
					</label>
					<button>Show</button>
				</Form>
			)}
			<BoardColumns
				columns={columns}
				action={`${path}?${new URLSearchParams({ job: job.key })}`}
				path={`/${names}`}
				listPath={(stage) => `/${names}?${new URLSearchParams({ topic: job.key, stage })}`}
			/>
		</Page>
	);
}
