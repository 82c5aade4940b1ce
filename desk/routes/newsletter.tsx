import { data, Form, Link, redirect } from "react-router";
import { SelectField } from "../../ui/select-field.tsx";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { useCounts } from "../layout/use-counts.ts";
import { showState } from "../newsletter/newsletter-work.server.ts";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { StateCell, ValueText } from "../records/shown-value.tsx";
import { pathToEdit } from "../studio/paths.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { countOf } from "../words.ts";
import type { Route } from "./+types/newsletter.ts";

const path = "/newsletter";

/** The issues of the newsletter. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, site } = beginSiteWork(context);
	const { company, issues } = deps;
	return {
		isOn: company.parts.newsletter,
		subscriptions: await issues.countSubscriptions(),
		articles: site.readContent().posts.map(({ slug, title }) => ({ value: slug, label: title })),
		issues: (await issues.list()).map((issue) => ({
			id: issue.id,
			subject: issue.subject,
			state: showState(issue),
			at: issue.dueAt && showValue(issue.dueAt, company),
		})),
	};
}

/** Opens the issue of an article. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, noting } = beginSiteWork(context);
	const form = await readForm(request);
	const article = deps.issues.findArticle(form.get("article") ?? "");
	if (form.get("do") !== "open" || !article) throw data(null, { status: 400 });
	const { database } = noting({ action: "newsletter.open", subject: article.slug.slice(0, 100) });
	const id = await deps.issues.open(database, article, signedIn.account.id);
	throw redirect(`${path}/${id}`, 303);
}

export default function NewsletterPage({ loaderData }: Route.ComponentProps) {
	const { isOn, subscriptions, articles, issues } = loaderData;
	const write = useCounts();
	return (
		<Page
			title="Newsletter"
			subtitle={`${write(subscriptions)} ${countOf(subscriptions, "subscribers", "subscriber")}. Opens and clicks are not tracked.`}
		>
			{isOn ? (
				<Form method="post" action={path} className="form" reloadDocument>
					<SelectField name="article" label="Article" options={articles} />
					<button name="do" value="open" className="button-main" disabled={articles.length === 0}>
						Send as newsletter…
					</button>
				</Form>
			) : (
				<p>
					The newsletter is off. Turn it on under{" "}
					<Link to={`${pathToEdit("company.yml")}#fields.parts`}>Site modules</Link>, and visitors can subscribe on the
					blog.
				</p>
			)}
			<DataTable
				caption="Issues"
				columns={["Subject", "Status", "Date"]}
				empty={
					isOn
						? "Nothing sent yet. Choose an article to send it to your subscribers."
						: "No newsletters have been sent."
				}
			>
				{issues.map(({ id, subject, state, at }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`${path}/${id}`} data-row prefetch="intent" dir="auto">
								{subject}
							</Link>
						</th>
						<StateCell state={state} />
						<td data-label="Date">{at && <ValueText value={at} />}</td>
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
