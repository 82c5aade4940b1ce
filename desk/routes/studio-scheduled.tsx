import { Form, Link, redirect } from "react-router";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import { pathToEdit } from "../studio/paths.ts";
import { namePeople } from "../studio/show-documents.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { isFactOfContent } from "../studio/facts.ts";
import { useLive } from "../work/use-live.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-scheduled.ts";

const path = "/studio/scheduled";

/** What goes public by itself. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { studio } = work.site;
	const titles = new Map((await studio.listDocuments()).map((entry) => [entry.path, entry.title]));
	const nameOf = await namePeople(work);
	return {
		publications: (await studio.listScheduled()).map(({ id, at, by, note, paths, changedSince }) => ({
			id,
			at: showValue(at, work.deps.company),
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

/** Takes one back; what was scheduled is still a draft. */
export async function action({ request, context }: Route.ActionArgs) {
	const { site, signedIn, visit } = beginSiteWork(context);
	const id = (await readForm(request)).get("id") ?? "";
	const isCancelled = await site.studio.cancelScheduled(id, signedIn.account.id);
	visit.notices.leave(
		isCancelled ? "It is cancelled. What was scheduled is still a draft." : "It was published or cancelled already.",
	);
	throw redirect(path, 303);
}

export default function StudioScheduledPage({ loaderData }: Route.ComponentProps) {
	const { publications } = loaderData;
	useLive(isFactOfContent);
	return (
		<Page title="Scheduled" subtitle="What goes public by itself.">
			<StudioNavigation />
			{publications.length === 0 && (
				<p className="empty">Nothing is scheduled. When you publish drafts, you can choose a time for it.</p>
			)}
			<ol className="studio-history">
				{publications.map(({ id, at, by, note, documents }) => (
					<li key={id}>
						<div className="heading-row">
							<h2>
								<ValueText value={at} />
							</h2>
							<Form method="post" action={path}>
								<input type="hidden" name="id" value={id} />
								<button>
									Cancel<span className="sr-only"> the publication of {at.text}</span>
								</button>
							</Form>
						</div>
						<p className="hint">
							By {by}
							{note !== undefined && note !== "" && `: “${note}”`}
						</p>
						<ul className="plain-list">
							{documents.map((document) => (
								<li key={document.path}>
									<Link to={pathToEdit(document.path)}>{document.title}</Link>
									{document.isChangedSince && <span className="hint"> What was changed since then stays a draft.</span>}
								</li>
							))}
						</ul>
					</li>
				))}
			</ol>
		</Page>
	);
}
