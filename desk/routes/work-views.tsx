import { data, Form, Link, redirect } from "react-router";
import { maxViewNameLength } from "../../core/records/saved-views.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { listQuery } from "../work/list-filter.server.ts";
import { pickListSearch } from "../work/list-search.ts";
import { SaveViewForm } from "../work/save-view-form.tsx";
import type { Route } from "./+types/work-views.ts";

/** The saved views of a kind's list. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds, viewer } = beginWork(context);
	const { name, names } = getKind(kinds, request);
	return { names, views: await deps.records.views.list(name, viewer), maxNameLength: maxViewNameLength };
}

type Refusal = {
	/** Id of the view; empty for a new one. */
	id: string;
	message: string;
	typed: { name: string; isShared: boolean };
	search: string;
};

/** Saves, renames, shares or deletes a view, or brings one back. */
export async function action({ request, context }: Route.ActionArgs): Promise<Refusal> {
	const { deps, kinds, viewer, deskRequest } = beginWork(context);
	const kind = getKind(kinds, request);
	const { views } = deps.records;
	const form = await readForm(request);
	const text = (field: string) => form.get(field) ?? "";
	const id = text("id");
	const view = { kind: kind.name, id };
	const typed = { name: text("name"), isShared: text("shared") === "yes" };
	const listPath = `/${kind.names}`;
	const viewsPath = `${listPath}/views`;
	const leave = (to: string, ...notice: Parameters<typeof deskRequest.notices.leave>): never => {
		deskRequest.notices.leave(...notice);
		throw redirect(to, 303);
	};
	switch (text("do")) {
		case "add": {
			const search = pickListSearch({
				...listQuery.parse(Object.fromEntries(new URLSearchParams(text("search")))),
				after: "",
			});
			const result = await views.add({ kind: kind.name, search, ...typed }, viewer);
			if (!result.ok) return { id: "", message: result.message, typed, search };
			const open = text("open");
			const beside = open.startsWith(`${kind.prefix}-`) ? `/${encodeURIComponent(open)}` : "";
			return leave(listPath + beside + search, `View “${result.view.name}” saved.`);
		}
		case "change": {
			const result = await views.change({ ...view, ...typed }, viewer);
			if (!result.ok) return { id, message: result.message, typed, search: "" };
			return leave(viewsPath, `View “${result.view.name}” saved.`);
		}
		case "remove": {
			const removed = await views.remove(view, viewer);
			if (!removed) return leave(viewsPath, "This view no longer exists.");
			return leave(viewsPath, `View “${removed.name}” deleted.`, { path: viewsPath, does: "undo", id });
		}
		case "undo": {
			const result = await views.restore(view, viewer);
			return leave(viewsPath, result.ok ? `View “${result.view.name}” is back.` : `${result.message}.`);
		}
		default:
			throw data(null, { status: 400 });
	}
}

export default function WorkViewsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { names, views, maxNameLength } = loaderData;
	const path = `/${names}/views`;
	const fieldOf = (id: string) => `name-${id}`;
	return (
		<Page title="Saved views" subtitle={`Filters of ${names}, kept under a name`}>
			<ErrorSummary errors={actionData ? [{ field: fieldOf(actionData.id), message: actionData.message }] : []} />
			{actionData?.id === "" && (
				<section aria-labelledby="new">
					<h2 id="new">Save view</h2>
					<SaveViewForm action={path} search={actionData.search} typed={actionData.typed} id={fieldOf("")} />
				</section>
			)}
			<DataTable
				caption="Saved views"
				columns={["Name", "Change"]}
				className="saved-views"
				empty={
					<>
						No saved views yet. Filter <Link to={`/${names}`}>{names}</Link>, then choose “Save view” under Filters.
					</>
				}
			>
				{views.map(({ id, name, search, isShared, isOwn, isOwner }) => {
					const typed = actionData?.id === id ? actionData.typed : { name, isShared };
					return (
						<tr key={id}>
							<th scope="row">
								<Link to={`/${names}${search}`} data-row>
									{name}
								</Link>
								{isShared && <span className="aside">Shared with the team</span>}
							</th>
							<td data-label="Change">
								{isOwn ? (
									<Form method="post" action={path} className="inline-form" preventScrollReset>
										<input type="hidden" name="id" value={id} />
										<label>
											<span className="sr-only">Name</span>
											<input
												id={fieldOf(id)}
												name="name"
												defaultValue={typed.name}
												required
												maxLength={maxNameLength}
												autoComplete="off"
											/>
										</label>
										{isOwner ? (
											<label>
												<input type="checkbox" name="shared" value="yes" defaultChecked={typed.isShared} /> Share with
												the team
											</label>
										) : (
											<input type="hidden" name="shared" value="yes" />
										)}
										<button name="do" value="change">
											Save<span className="sr-only">: {name}</span>
										</button>
										<button name="do" value="remove" formNoValidate>
											Delete<span className="sr-only">: {name}</span>
										</button>
									</Form>
								) : (
									"Only its owner and admins can change it"
								)}
							</td>
						</tr>
					);
				})}
			</DataTable>
		</Page>
	);
}
