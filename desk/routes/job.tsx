import { data, Link, redirect } from "react-router";
import { listMembers, nameMembers } from "../../core/records/members.server.ts";
import { findKindNamed } from "../../core/records/record-kind.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import type { JobText } from "../../features/careers/jobs/job-draft.ts";
import type { WrittenJob } from "../../features/careers/jobs/job-revision.server.ts";
import { toJobText } from "../../features/careers/jobs/job-revision.server.ts";
import type { JobResult } from "../../features/careers/jobs/job-writing.server.ts";
import { toJobPlan, type JobPlan } from "../../features/careers/jobs/jobs-store.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { listDifferences, ConflictNotice, type Difference } from "../jobs/conflict-notice.tsx";
import { JobForm } from "../jobs/job-form.tsx";
import { JobHistory } from "../jobs/job-history.tsx";
import { JobPlanForm } from "../jobs/job-plan-form.tsx";
import { JobStateForms } from "../jobs/job-state-forms.tsx";
import { readJobForm } from "../jobs/read-job-form.server.ts";
import { showDay, showJobState } from "../jobs/show-job.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import { beginWork, longestSubject } from "../work.server.ts";
import { listMemberChoices } from "../work/member-choices.server.ts";
import type { Route } from "./+types/job.ts";

const historyLength = 50;

/** One job: its text, its state and its history. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, source, now } = beginWork(context);
	const job = await deps.jobs.writing.find(params.id);
	if (!job) throw data(null, { status: 404 });
	const entries = await deps.accounts.listAuditEntries({ of: job.id.slice(0, longestSubject), limit: historyLength });
	const nameOf = await nameMembers(source.database.db);
	const { departments, locations } = deps.jobs;
	const kind = findKindNamed(deps.records.kinds, applicationNames);
	const members = await listMembers(source.database.db, kind);
	return {
		id: job.id,
		text: toJobText(job),
		revision: job.revision,
		state: showJobState(job, findDate(now.epochMilliseconds, deps.company.timeZone)),
		closes: showDay(job.closesOn, deps.company),
		address: `${deps.config.publicUrl}/career/jobs/${job.id}`,
		choices: { departments, locations, currency: deps.company.currency },
		plan: toJobPlan(job),
		targetDay: job.targetOn === undefined ? undefined : showDay(job.targetOn, deps.company).text,
		members: listMemberChoices(members),
		history: entries
			.filter(({ action: done }) => done.startsWith("job."))
			.map(({ sequence, at, actor, action: done }) => ({
				sequence,
				at: showValue(at, deps.company),
				actor: nameOf(actor),
				deed: done.slice("job.".length),
			})),
	};
}

/** The content of a form that is refused. */
type Typed = { text?: JobText; plan?: JobPlan };

type ActionData = Typed & {
	errors: FieldError[];
	/** The revision that the typed text or plan is based on from now on. */
	revision?: string;
	differences?: Difference[];
};

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, deskRequest, noteJob } = beginWork(context);
	const { writing } = deps.jobs;
	const { id } = params;
	const path = `/jobs/${id}`;
	const form = await readForm(request);
	const revision = form.get("revision") ?? "";
	const done = (notice: string, to = path): never => {
		deskRequest.notices.leave(notice);
		throw redirect(to, 303);
	};
	switch (form.get("do") ?? "") {
		case "save":
		case "publish": {
			const text = readJobForm(form);
			const result = await writing.save(id, text, revision, noteJob);
			if (!result.ok) return refuse(result, { text, revision });
			if (form.get("do") === "publish") throw redirect(`${path}/publish`, 303);
			return done(result.job.isDraft ? "Draft saved." : "Job saved.");
		}
		case "plan": {
			const plan = readPlan(form);
			const result = await writing.savePlan(id, plan, revision, noteJob);
			return result.ok ? done("Hiring plan saved.") : refuse(result, { plan, revision });
		}
		case "extend": {
			const result = await writing.extend(id, form.get("until") ?? "", noteJob);
			return result.ok ? done("Deadline extended.") : refuse(result);
		}
		case "close": {
			const result = await writing.close(id, noteJob);
			return result.ok ? done("Job closed and removed from the site.") : refuse(result);
		}
		case "reopen": {
			const result = await writing.reopen(id, noteJob);
			return result.ok ? done("Job reopened.") : refuse(result);
		}
		case "copy": {
			const result = await writing.copy(id, noteJob);
			return result.ok ? done("Copied. This draft is the copy.", `/jobs/${result.job.id}`) : refuse(result);
		}
		default:
			throw data(null, { status: 400 });
	}
}

function readPlan(form: URLSearchParams): JobPlan {
	const openings = form.get("openings")?.trim() ?? "";
	const targetOn = form.get("targetOn")?.trim() ?? "";
	return {
		openings: openings === "" ? undefined : Number(openings),
		targetOn: targetOn === "" ? undefined : targetOn,
		hiringTeam: form.getAll("member"),
	};
}

/** Typed text and plans return to their form; after a conflict, with the stored values beside it. */
function refuse(result: Exclude<JobResult, { ok: true }>, typed: Typed & { revision?: string } = {}) {
	if (result.why === "gone") throw data(null, { status: 404 });
	const refused: ActionData = { errors: [], ...typed };
	if (result.why === "errors") return data({ ...refused, errors: result.errors }, { status: 422 });
	const { current }: { current: WrittenJob } = result;
	const conflict: ActionData = {
		...refused,
		revision: current.revision,
		differences: typed.text ? listDifferences(typed.text, toJobText(current)) : [],
	};
	return data(conflict, { status: 409 });
}

export default function JobPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, text, revision, state, closes, address, choices, plan, targetDay, members, history } = loaderData;
	const last: ActionData = actionData ?? { errors: [] };
	const path = `/jobs/${id}`;
	const isDraft = state.is === "draft";
	return (
		<Page
			title={text.title}
			subtitle={
				<>
					<StateLabel state={state} />
					<span>
						Last day <ValueText value={closes} />
					</span>
					{state.is === "open" ? <a href={address}>View on site</a> : <span className="number">{id}</span>}
					<Link to={`${path}/stages`}>Stages</Link>
					<Link to={`${path}/criteria`}>Scorecard criteria</Link>
					{!isDraft && <Link to={`${path}/export`}>Download applications</Link>}
					<Link to="/jobs">All jobs</Link>
				</>
			}
		>
			<ErrorSummary errors={last.errors} />
			{last.differences && <ConflictNotice differences={last.differences} />}
			<JobStateForms path={path} state={state.is} errors={last.errors} />
			<JobPlanForm
				{...{ path, plan, targetDay, members, revision }}
				refused={last.plan && { plan: last.plan, version: last.revision }}
				errors={last.errors}
			/>
			<JobForm
				path={path}
				text={last.text ?? text}
				choices={choices}
				errors={last.errors}
				revision={revision}
				refusedRevision={last.text && last.revision}
				actions={
					isDraft
						? [
								{ value: "save", label: "Save draft" },
								{ value: "publish", label: "Save and publish…", isMain: true },
							]
						: [{ value: "save", label: "Save", isMain: true }]
				}
			/>
			<JobHistory entries={history} />
		</Page>
	);
}
