import { data, redirect } from "react-router";
import { nameMembers } from "../../core/records/members.server.ts";
import type {
	CancelResult,
	MoveResult,
	ScheduledRelease as Scheduled,
} from "../../features/publishing/releases/studio.server.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { readInstant } from "../../shared/read-time.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { attempt, type Unstored } from "../studio/describe-failure.server.ts";
import { readTimeToCome } from "../studio/read-release.server.ts";
import { nameTime, ScheduledRelease } from "../studio/scheduled-release.tsx";
import { beginSiteWork, type SiteWork } from "../studio/site-work.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-scheduled.ts";

const path = "/studio/scheduled";

/** The scheduled releases, and the ends of public ones. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { studio } = work.site;
	const { company } = work.deps;
	const titles = new Map((await studio.listDocuments()).map((entry) => [entry.path, entry.title]));
	const nameOf = await nameMembers(work.source.database.db);
	const show = ({ at, by, paths, changedSince }: Pick<Scheduled, "at" | "by" | "paths" | "changedSince">) => ({
		at: showValue(at, company),
		from: at.toString(),
		typed: at.toZonedDateTimeISO(company.timeZone).toPlainDateTime().toString({ smallestUnit: "minute" }),
		by: nameOf(by),
		documents: paths.map((one) => ({
			path: one,
			title: titles.get(one) || one,
			isChangedSince: changedSince.includes(one),
		})),
	});
	return {
		place: { path, zone: company.timeZoneLabel, now: showValue(work.now, company).text },
		publications: (await studio.listScheduled()).map(({ id, endsAt, note, ...release }) => ({
			id,
			...show(release),
			endsAt: endsAt && showValue(endsAt, company),
			note,
		})),
		endings: (await studio.listEndings()).map(({ edition, ...release }) => ({
			id: String(edition),
			...show(release),
			endsAt: undefined,
			note: undefined,
		})),
	};
}

/** Cancels a scheduled release, which leaves drafts, or the end of a public one, which stays; or changes its time. */
export async function action({ request, context }: Route.ActionArgs) {
	const work = beginSiteWork(context);
	const { site, signedIn, deskRequest } = work;
	const form = await readForm(request);
	const id = form.get("id") ?? "";
	if (form.get("do") === "move" || form.get("do") === "move-end") return moveTo(work, form, id);
	const isEnd = form.get("do") === "keep";
	const by = signedIn.account.id;
	const result = await attempt(() =>
		isEnd ? site.studio.cancelEnding(readEdition(id), by) : site.studio.cancelScheduled(id, by),
	);
	deskRequest.notices.leave(describeCancelled(result, isEnd));
	throw redirect(path, 303);
}

function describeCancelled(result: CancelResult | Unstored, isEnd: boolean): string {
	if (result === true)
		return isEnd ? "End removed. The documents stay public." : "Publication cancelled. The documents are still drafts.";
	if (result === false) return isEnd ? endedAlready : goneAlready;
	if ("unstored" in result) return result.unstored;
	return `${isEnd ? "End not removed" : "Publication not cancelled"}. ${result.problems[0]?.message ?? ""}`;
}

const goneAlready = "Already published or cancelled.";
const endedAlready = "It has ended already, or its end was removed.";

/** Returns the number of a release; 0 for no number. */
const readEdition = (id: string) => (/^\d{1,9}$/.test(id) ? Number(id) : 0);

async function moveTo({ deps, site, signedIn, deskRequest }: SiteWork, form: URLSearchParams, id: string) {
	const { company } = deps;
	const typed = form.get(nameTime(id)) ?? "";
	const { at, fault } = readTimeToCome(typed, company.timeZone, deps.clock.now());
	const refuse = (message: string, status: number) =>
		data({ id, typed, errors: [{ field: nameTime(id), message }] }, { status });
	if (!at) return refuse(fault ?? "", 422);
	const from = readInstant(form.get("from") ?? "");
	if (!from) throw data(null, { status: 400 });
	const isEnd = form.get("do") === "move-end";
	const result = await attempt(() =>
		isEnd
			? site.studio.moveEnding(readEdition(id), { at, from }, signedIn.account.id)
			: site.studio.moveScheduled(id, { at, from }, signedIn.account.id),
	);
	if ("unstored" in result) return refuse(result.unstored, 503);
	const refused = describeRefusal(result, company);
	if (refused) return refuse(refused.message, refused.status);
	deskRequest.notices.leave(
		"moved" in result
			? `Rescheduled from ${showValue(from, company).text} to ${showValue(result.moved, company).text}.`
			: isEnd
				? endedAlready
				: goneAlready,
	);
	throw redirect(path, 303);
}

/** Explains why a scheduled release keeps its time. */
function describeRefusal(result: MoveResult, company: CompanyTime): { message: string; status: number } | undefined {
	if ("conflictingTime" in result) {
		const time = showValue(result.conflictingTime, company).text;
		return { message: `Someone else has rescheduled it to ${time}. Enter the time again`, status: 409 };
	}
	if ("hasPassed" in result) return { message: "Choose a time in the future", status: 422 };
	if ("isAfterEnd" in result) return { message: "Choose a time before its end", status: 422 };
	if ("problems" in result) return { message: result.problems[0]?.message ?? "", status: 422 };
	return undefined;
}

export default function StudioScheduledPage({ loaderData, actionData }: Route.ComponentProps) {
	const { publications, endings, place } = loaderData;
	useLive(isContentChangeKey);
	return (
		<Page title="Scheduled" subtitle="Drafts that publish at a set time, and public changes that end.">
			<StudioNavigation />
			<ErrorSummary errors={actionData?.errors ?? []} />
			<section aria-labelledby="publications">
				<h2 id="publications">Publications</h2>
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
			</section>
			<section aria-labelledby="ends">
				<h2 id="ends">Ends</h2>
				{endings.length === 0 && (
					<p className="empty">Nothing ends. Set an end when you publish drafts, and it appears here.</p>
				)}
				<ol className="studio-history">
					{endings.map((ending) => (
						<ScheduledRelease
							key={ending.id}
							publication={ending}
							isEnd
							place={place}
							refused={actionData?.id === ending.id ? actionData : undefined}
						/>
					))}
				</ol>
			</section>
		</Page>
	);
}
