import { data, redirect } from "react-router";
import type { MoveResult } from "../../features/publishing/releases/studio.server.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { attempt } from "../studio/describe-failure.server.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { readTimeToCome } from "../studio/read-release.server.ts";
import { nameTime, ScheduledRelease } from "../studio/scheduled-release.tsx";
import { nameMembers } from "../../core/records/members.server.ts";
import { beginSiteWork, type SiteWork } from "../studio/site-work.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-scheduled.ts";

const path = "/studio/scheduled";

/** The scheduled releases. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { studio } = work.site;
	const { company } = work.deps;
	const titles = new Map((await studio.listDocuments()).map((entry) => [entry.path, entry.title]));
	const nameOf = await nameMembers(work.source.database.db);
	return {
		place: { path, zone: company.timeZoneLabel, now: showValue(work.now, company).text },
		publications: (await studio.listScheduled()).map(({ id, at, by, note, paths, changedSince }) => ({
			id,
			at: showValue(at, company),
			from: at.toString(),
			typed: at.toZonedDateTimeISO(company.timeZone).toPlainDateTime().toString({ smallestUnit: "minute" }),
			by: nameOf(by),
			note,
			documents: paths.map((one) => ({
				path: one,
				title: titles.get(one) || one,
				isChangedSince: changedSince.includes(one),
			})),
		})),
	};
}

/** Cancels a scheduled release, which leaves drafts, or changes its time. */
export async function action({ request, context }: Route.ActionArgs) {
	const work = beginSiteWork(context);
	const { site, signedIn, deskRequest } = work;
	const form = await readForm(request);
	const id = form.get("id") ?? "";
	if (form.get("do") === "move") return moveTo(work, form, id);
	const result = await attempt(async () => ({
		isCancelled: await site.studio.cancelScheduled(id, signedIn.account.id),
	}));
	deskRequest.notices.leave(
		"unstored" in result
			? result.unstored
			: result.isCancelled
				? "Publication cancelled. The documents are still drafts."
				: goneAlready,
	);
	throw redirect(path, 303);
}

const goneAlready = "Already published or cancelled.";

async function moveTo({ deps, site, signedIn, deskRequest }: SiteWork, form: URLSearchParams, id: string) {
	const { company } = deps;
	const typed = form.get(nameTime(id)) ?? "";
	const { at, fault } = readTimeToCome(typed, company.timeZone, deps.clock.now());
	const refuse = (message: string, status: number) =>
		data({ id, typed, errors: [{ field: nameTime(id), message }] }, { status });
	if (!at) return refuse(fault ?? "", 422);
	const from = readInstant(form.get("from") ?? "");
	if (!from) throw data(null, { status: 400 });
	const result = await attempt(() => site.studio.moveScheduled(id, { at, from }, signedIn.account.id));
	if ("unstored" in result) return refuse(result.unstored, 503);
	const refused = describeRefusal(result, company);
	if (refused) return refuse(refused.message, refused.status);
	deskRequest.notices.leave(
		"moved" in result
			? `Rescheduled from ${showValue(from, company).text} to ${showValue(result.moved, company).text}.`
			: goneAlready,
	);
	throw redirect(path, 303);
}

/** Explains why a scheduled release keeps its time. */
function describeRefusal(result: MoveResult, company: CompanyTime): { message: string; status: number } | undefined {
	if ("overtakenBy" in result) {
		const time = showValue(result.overtakenBy, company).text;
		return { message: `Someone else has rescheduled it to ${time}. Enter the time again`, status: 409 };
	}
	if ("hasPassed" in result) return { message: "Choose a time in the future", status: 422 };
	if ("problems" in result) return { message: result.problems[0]?.message ?? "", status: 422 };
	return undefined;
}

function readInstant(text: string): Temporal.Instant | undefined {
	try {
		return Temporal.Instant.from(text);
	} catch {
		return undefined;
	}
}

export default function StudioScheduledPage({ loaderData, actionData }: Route.ComponentProps) {
	const { publications, place } = loaderData;
	useLive(isContentChangeKey);
	return (
		<Page title="Scheduled" subtitle="Drafts that publish at a set time.">
			<StudioNavigation />
			<ErrorSummary errors={actionData?.errors ?? []} />
			{publications.length === 0 && (
				<p className="empty">Nothing scheduled. Choose “Later” when you publish drafts, and they appear here.</p>
			)}
			<ol className="studio-history">
				{publications.map((publication) => (
					<ScheduledRelease
						key={publication.id}
						publication={publication}
						place={place}
						refused={actionData?.id === publication.id ? actionData : undefined}
					/>
				))}
			</ol>
		</Page>
	);
}
