import { ChevronLeft, ChevronRight } from "lucide-react";
import { data, Link, useOutletContext } from "react-router";
import { listMembers } from "../../core/records/members.server.ts";
import { listFields, withStagesOf } from "../../core/records/record-kind.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import type { BoardContext } from "../board/card.ts";
import { isPrefetch } from "../is-prefetch.server.ts";
import { Drawer } from "../layout/drawer.tsx";
import { RecordFields } from "../records/record-fields.tsx";
import { SentText } from "../records/sent-text.tsx";
import { showField, showStanding } from "../records/show-values.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { ResumeFrame } from "../resume/resume-frame.tsx";
import { beginWork, getKind } from "../work.server.ts";
import { handleRecordForm } from "../work/handle-record-form.server.ts";
import { ScorecardSection } from "../work/scorecard-section.tsx";
import { showControls } from "../work/show-controls.server.ts";
import { readScorecards } from "../work/show-scorecards.server.ts";
import { useLive } from "../work/use-live.ts";
import { WorkActions, WorkControls } from "../work/work-controls.tsx";
import type { Route } from "./+types/board-record.ts";

/** A record over its board: the sender's text and fields, the file, and the scorecards. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const work = beginWork(context);
	const { deps, kinds, signedIn, source, now } = work;
	const { records, company } = deps;
	const { db } = source.database;
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const me = signedIn.account.id;
	const [record, sent, scorecards, members] = await Promise.all([
		records.find(reference),
		kind.findSent(db, [reference]).then((found) => found.get(reference)),
		readScorecards(work, { kind, reference }),
		listMembers(db, kind),
		isPrefetch(request) ? undefined : records.notifications.markRead(me, reference),
	]);
	if (!record || record.kind !== kind.name || !sent) throw data(null, { status: 404 });
	const { stages } = await withStagesOf(db, kind, record.topic);
	return {
		names: kind.names,
		reference,
		name: record.senderName,
		state: showStanding(record, { stages }),
		controls: showControls(record, { kind: { ...kind, stages }, members, me, company, now }),
		fields: listFields(kind, sent).map((field) => showField(field, company)),
		text: sent.text,
		hasFile: sent.file !== undefined,
		scorecards,
	};
}

export function action(args: Route.ActionArgs) {
	return handleRecordForm(args, ({ names }, { topic }) => ({
		start: `/${names}/board/`,
		search: `?${new URLSearchParams({ job: topic }).toString()}`,
	}));
}

export default function BoardRecordPage(props: Route.ComponentProps) {
	// Typed text belongs to one record.
	return <BoardRecord key={props.loaderData.reference} {...props} />;
}

function BoardRecord({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
	const { names, reference, name, state, controls, fields, text, hasFile, scorecards } = loaderData;
	const { previous, next, boardPath, pathOf } = useOutletContext<BoardContext>();
	const errors = actionData?.errors ?? [];
	const path = `/${names}/${reference}`;
	useLive((key) => key === `record:${reference}` || key === "record:*");
	return (
		<Drawer
			isWide
			title={name}
			subtitle={
				<>
					<span className="number">{reference}</span> <StateLabel state={state} />
				</>
			}
			closePath={`${boardPath}#${reference}`}
			actions={
				<>
					{previous !== undefined && (
						<Link to={pathOf(previous)} preventScrollReset title="Previous" data-key="k" data-press>
							<ChevronLeft size={18} aria-hidden="true" />
							<span className="sr-only">Previous</span>
						</Link>
					)}
					{next !== undefined && (
						<Link to={pathOf(next)} preventScrollReset title="Next" data-key="j" data-press>
							<ChevronRight size={18} aria-hidden="true" />
							<span className="sr-only">Next</span>
						</Link>
					)}
				</>
			}
			wholePage={{ path, title: "Open the whole application" }}
		>
			<ErrorSummary errors={errors} />
			<div className="actions">
				<WorkActions path={pathOf(reference)} {...controls} />
			</div>
			<WorkControls path={pathOf(reference)} {...controls} />
			<div className="with-resume">
				<div>
					{scorecards && (
						<ScorecardSection
							path={pathOf(reference)}
							card={scorecards}
							typed={actionData?.typedScores}
							errors={errors}
						/>
					)}
					<RecordFields fields={fields} reference={reference} />
					<SentText text={text} heading="h3" />
					<p className="actions">
						<Link className="button" to={`${path}#history`}>
							Messages and notes
						</Link>
						<Link className="button" to={`${path}/interview`}>
							Offer an interview
						</Link>
					</p>
				</div>
				{hasFile ? <ResumeFrame path={path} name={name} /> : <p className="empty">No resume yet.</p>}
			</div>
		</Drawer>
	);
}
