import { Form, Link, redirect, useNavigate, useOutlet, useParams } from "react-router";
import { z } from "zod";
import type { RecordsFilter } from "../../core/records/list.server.ts";
import { listMembers } from "../../core/records/members.server.ts";
import { findStageMoves } from "../../core/records/record-counts.server.ts";
import { findStage, withStagesOf, type RecordKind, type Topic } from "../../core/records/record-kind.ts";
import { listSources } from "../../core/records/source-links.server.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { dayMs } from "../../shared/zoned-time.ts";
import { BoardColumns } from "../board/board-columns.tsx";
import type { BoardContext, Card, Column } from "../board/card.ts";
import { AddressSelect } from "../forms/address-select.tsx";
import { keepPageBeside } from "../layout/keep-page-beside.ts";
import { Page } from "../layout/page.tsx";
import { useFieldOfAddress } from "../layout/use-field-of-address.ts";
import { readForm, readVersion } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { showScore, showValue } from "../records/show-values.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { describeUndone } from "../work/describe-undone.server.ts";
import { findDone } from "../work/find-done.server.ts";
import { findRejection } from "../work/find-rejection.server.ts";
import { listMemberChoices } from "../work/member-choices.server.ts";
import { SelectionForm } from "../work/selection-form.tsx";
import { findInitials } from "../work/show-rows.server.ts";
import { listSnoozeChoices } from "../work/snooze-choices.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/board.ts";

/** Cards in a column; the list shows the rest. */
const cardsInColumn = 50;

const boardQuery = z.object({ job: z.string().max(200).catch("") });

/** Records of one kind by stage; where they have a topic, such as a position, those of one topic. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, source, signedIn, now } = beginWork(context);
	const { records, company } = deps;
	const { db } = source.database;
	const ofAll = getKind(kinds, request);
	const topics = (await ofAll.listTopics?.(db)) ?? [];
	const { job: given } = boardQuery.parse(readQuery(request));
	const open = "reference" in params ? String(params.reference).toUpperCase() : undefined;
	const asked = given === "" && open !== undefined ? (await records.find(open))?.topic : given;
	const job =
		topics.find(({ key }) => key === asked) ?? topics[0] ?? (ofAll.listTopics ? undefined : everything(ofAll));
	const kind = await withStagesOf(db, ofAll, job?.key ?? "");
	const [everybody, members] = await Promise.all([listMembers(db), listMembers(db, kind)]);
	const sources = await listSources(db, kind);
	const columns = await Promise.all(
		kind.stages.map(async ({ key, label, open: isOpen }): Promise<Column> => {
			const filter: RecordsFilter = { kinds: [kind], kind, topic: job?.key ?? "", stages: [key], awakeAt: now };
			const { records: shown } = await records.list(filter, { limit: cardsInColumn });
			const references = shown.map(({ reference }) => reference);
			const [count, sent, remarks, moves, scores] = await Promise.all([
				records.count(filter),
				kind.findSent(db, references),
				kind.findRemarks?.(db, references, now),
				findStageMoves(db, references),
				records.scorecards.findAverages(references, signedIn.account.id),
			]);
			return {
				key,
				label,
				isOpen,
				count,
				cards: shown.map((record): Card => {
					const { reference } = record;
					const owner = everybody.find(({ id }) => id === record.ownerId)?.name;
					const since = moves.get(reference) ?? record.receivedAt;
					const score = scores.get(reference);
					return {
						reference,
						version: record.version,
						name: record.senderName,
						occupation: sent.get(reference)?.occupation ?? "",
						stage: findStage(kind, record.stage).key,
						since: {
							...showValue(since, company),
							days: Math.floor((now.epochMilliseconds - since.epochMilliseconds) / dayMs),
						},
						owner: owner === undefined ? undefined : { name: owner, initials: findInitials(owner) },
						score: score === undefined ? undefined : showScore(score, company.locale),
						hasNewMessage: record.awaitingSince !== undefined,
						isAnswered: record.answeredAt !== undefined,
						source: sources.slice(1).find(({ key: one }) => one === record.source)?.label ?? "",
						remark: remarks?.get(reference),
					};
				}),
			};
		}),
	);
	return {
		names: kind.names,
		kind: kind.name,
		job,
		topics,
		columns,
		choices: {
			stages: kind.stages.map(({ key, label }) => ({ key, label })),
			done: findDone(kind),
			rejection: findRejection(kind),
			members: listMemberChoices(members),
			me: signedIn.account.id,
			snooze: listSnoozeChoices(now, company),
		},
		canReplyToMany: kind.canReplyToMany === true,
	};
}

/** A drawer over the board leaves it as it is; a change refreshes it. */
export const shouldRevalidate = keepPageBeside(({ searchParams }) => searchParams.get("job") ?? "");

/** The topic of a kind without topics. */
function everything({ names }: RecordKind): Topic {
	return { key: "", label: capitalise(names) };
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
		version: readVersion(form.get("version")),
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
	const { names, job, topics, columns, choices } = loaderData;
	const navigate = useNavigate();
	useFieldOfAddress();
	const open = useParams().reference?.toUpperCase();
	useLive((key) => key === `records:${loaderData.kind}`);
	const search = `?${new URLSearchParams({ job: job?.key ?? "" }).toString()}`;
	const path = `/${names}/board`;
	const pathOf = (reference: string) => `${path}/${reference}${search}`;
	const inReach = columns.flatMap(({ isOpen, cards }) =>
		isOpen || cards.some(({ reference }) => reference === open) ? cards : [],
	);
	const place = inReach.findIndex(({ reference }) => reference === open);
	const beside: BoardContext = {
		previous: inReach[place - 1]?.reference,
		next: place === -1 ? undefined : inReach[place + 1]?.reference,
		boardPath: path + search,
		pathOf,
	};
	const drawer = useOutlet(beside);
	const versions = Object.fromEntries(
		columns.flatMap(({ cards }) => cards.map(({ reference, version }) => [reference, version])),
	);
	if (!job)
		return (
			<Page title="Board">
				<p className="empty">No applications yet. New ones appear here as soon as they arrive.</p>
			</Page>
		);
	return (
		<>
			<div className="board-page" inert={drawer !== null}>
				<Page
					title={job.label}
					subtitle={<span className="board-hint">Drag a card, or press [ or ] on it. Press x to select.</span>}
					actions={
						<>
							{topics.length > 1 && (
								<Form
									method="get"
									action={path}
									className="inline-form"
									onChange={(event) => {
										const chosen = new FormData(event.currentTarget).get("job");
										if (typeof chosen === "string") void navigate(`${path}?${new URLSearchParams({ job: chosen })}`);
									}}
								>
									<AddressSelect name="job" value={job.key} aria-label="Position">
										{topics.map(({ key, label }) => (
											<option key={key} value={key}>
												{label}
											</option>
										))}
									</AddressSelect>
									<noscript>
										<button>Show</button>
									</noscript>
								</Form>
							)}
							<Link className="button" to={`/${names}?topic=${encodeURIComponent(job.key)}`}>
								List
							</Link>
						</>
					}
				>
					<SelectionForm
						action={`/${names}/change${search}`}
						open={undefined}
						versions={versions}
						hasPageBox={false}
						choices={{
							...choices,
							bulkReplyPath: loaderData.canReplyToMany ? `${path}/answer${search}` : undefined,
						}}
					>
						<BoardColumns
							columns={columns}
							action={path + search}
							openReference={open}
							pathOf={pathOf}
							listPath={(stage) => `/${names}?${new URLSearchParams({ topic: job.key, stage })}`}
						/>
					</SelectionForm>
				</Page>
			</div>
			{drawer}
		</>
	);
}
