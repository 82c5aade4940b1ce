import { data, Form, Link, redirect } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/templates.ts";

const path = "/templates";

/** The templates of replies, by kind of record. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, kinds } = beginWork(context);
	return {
		kinds: await Promise.all(
			kinds.map(async ({ name, names }) => ({
				name,
				names,
				templates: (await deps.records.templates.list(name)).map(({ id, name: title, subject }) => ({
					id,
					name: title,
					subject,
				})),
			})),
		),
	};
}

/** Moves one up or down. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, kinds, signedIn, deskRequest } = beginWork(context);
	const { templates } = deps.records;
	const form = await readForm(request);
	const where = form.get("do");
	const template = { id: form.get("id") ?? "", kinds: kinds.map(({ name }) => name) };
	if ((where !== "up" && where !== "down") || !(await templates.find(template))) throw data(null, { status: 400 });
	const isMoved = await templates.move(template, where, signedIn.account.id);
	deskRequest.notices.leave(isMoved ? "Template moved." : "Already in that place.");
	throw redirect(path, 303);
}

export default function TemplatesPage({ loaderData }: Route.ComponentProps) {
	const { kinds } = loaderData;
	useLive((key) => key.startsWith("reply-templates:"));
	return (
		<Page title="Templates" subtitle="Starting points for replies. You can edit the text before sending.">
			{kinds.length === 0 && <p className="empty">Your roles do not include anything to reply to.</p>}
			{kinds.map(({ name, names, templates }) => (
				<section key={name} aria-labelledby={name}>
					<div className="heading-row">
						<h2 id={name}>For {names}</h2>
						<Link className={kinds.length === 1 ? "button button-main" : "button"} to={`${path}/new?kind=${name}`}>
							New template<span className="sr-only"> for {names}</span>
						</Link>
					</div>
					{templates.length === 0 ? (
						<p className="empty">No templates yet. Create one to start replies to {names} from it.</p>
					) : (
						<TemplateTable templates={templates} names={names} />
					)}
				</section>
			))}
		</Page>
	);
}

type ListedTemplate = { id: string; name: string; subject: string };

function TemplateTable({ templates, names }: { templates: ListedTemplate[]; names: string }) {
	return (
		<DataTable className="template-table" caption={`Templates for ${names}`} columns={["Name", "Subject", "Order"]}>
			{templates.map(({ id, name, subject }, index) => (
				<tr key={id}>
					<th scope="row">
						<Link to={`${path}/${id}`} data-row>
							{name}
						</Link>
					</th>
					<td data-label="Subject">{subject}</td>
					<td data-label="Order">
						<Form method="post" action={path} className="inline-form" preventScrollReset>
							<input type="hidden" name="id" value={id} />
							{index > 0 && (
								<button name="do" value="up">
									Move up<span className="sr-only">: {name}</span>
								</button>
							)}
							{index < templates.length - 1 && (
								<button name="do" value="down">
									Move down<span className="sr-only">: {name}</span>
								</button>
							)}
						</Form>
					</td>
				</tr>
			))}
		</DataTable>
	);
}
