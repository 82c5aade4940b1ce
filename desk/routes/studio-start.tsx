import { data, Form, Link } from "react-router";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { startPath } from "../studio/paths.ts";
import { readFirstSteps } from "../studio/read-first-steps.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { showOnToday } from "../studio/start-actions.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { countOf } from "../words.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-start.ts";

/** The steps towards a company's own site. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { steps } = await readFirstSteps(work);
	const drafts = (await work.site.studio.listDocuments()).filter(({ draft }) => draft);
	const { hidesFirstSteps } = await work.deps.accounts.own.findChoices(work.signedIn);
	return { steps, drafts: drafts.length, isHidden: hidesFirstSteps };
}

export async function action({ request, context }: Route.ActionArgs): Promise<never> {
	const asked = (await readForm(request)).get("do");
	if (asked !== "hide" && asked !== "show") throw data(null, { status: 400 });
	return showOnToday(beginSiteWork(context), asked === "show");
}

export default function StudioStartPage({ loaderData: { steps, drafts, isHidden } }: Route.ComponentProps) {
	useLive(isContentChangeKey);
	const done = steps.filter(({ isDone }) => isDone).length;
	const next = steps.find(({ isDone }) => !isDone);
	return (
		<Page
			title="First steps"
			subtitle={`${done} of ${steps.length} steps done. Drafts count once published.`}
			actions={
				<>
					{drafts > 0 && (
						<Link className="button" to="/studio/publish">
							Publish {countOf(drafts, `${drafts} drafts`, "draft")}…
						</Link>
					)}
					{next && (
						<Link className="button button-main" to={next.path}>
							{done === 0 ? "Begin" : "Continue"}
						</Link>
					)}
				</>
			}
		>
			<StudioNavigation />
			<ol className="first-steps">
				{steps.map(({ key, title, text, path, isDone }, index) => (
					<li key={key} id={key}>
						<h2>
							<Link to={path}>
								{index + 1}. {title}
							</Link>
						</h2>
						<StateLabel state={isDone ? { state: "sent", name: "Done" } : { state: "waiting", name: "To do" }} />
						<p>{text}</p>
					</li>
				))}
			</ol>
			{isHidden && next && (
				<Form method="post" action={startPath}>
					<button name="do" value="show">
						Show these steps on Today
					</button>
				</Form>
			)}
		</Page>
	);
}
