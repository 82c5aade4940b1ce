import { Form, Link, redirect } from "react-router";
import { changedFields, type ChangedField } from "../../core/records/work-store.server.ts";
import { maxBulkRecords, type WantedChange } from "../../core/records/changes.server.ts";
import { Page } from "../layout/page.tsx";
import { beginWithMany } from "../work/read-chosen.server.ts";
import { NothingChosen } from "../work/nothing-chosen.tsx";
import type { Route } from "./+types/work-change.ts";
import { DataTable } from "../layout/data-table.tsx";

/** Shows what changing several records would do, or does what was shown. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, visit, kind, form, requireChosen } = await beginWithMany(context, request);
	const wanted = readWanted(form);
	const { changes } = deps.records;
	if (!wanted) throw redirect(`/${kind.names}`, 303);
	const chosen = requireChosen(form.getAll("reference").slice(0, maxBulkRecords));
	if (form.get("confirmed") !== "yes") {
		const plan = await changes.plan(chosen, wanted);
		return { names: kind.names, wanted, plan };
	}
	const versions = form.getAll("version").map(Number);
	const { batch, results } = await changes.applyPlan(
		chosen.map((reference, index) => ({ reference, version: versions[index] ?? 0 })),
		{ ...wanted, by: signedIn.account.id },
	);
	deps.onEmails();
	const changed = [...results].filter(([, result]) => result.ok && result.batch !== undefined);
	const overtaken = [...results.values()].filter((result) => !result.ok && result.why === "overtaken").length;
	visit.notices.leave(
		[
			`${changed.length} changed.`,
			overtaken > 0 ? `${overtaken} had been changed by somebody else meanwhile and stay as they are.` : "",
			batch === undefined ? "" : "Each can be undone on its page for a minute.",
		]
			.filter(Boolean)
			.join(" "),
	);
	throw redirect(`/${kind.names}`, 303);
}

function readWanted(form: URLSearchParams): WantedChange | undefined {
	const [name = "", ...rest] = (form.get("change") ?? "").split(":");
	const field = changedFields.find((one): one is ChangedField => one === name);
	if (!field) return undefined;
	return { field, value: field === "follow-up" ? (form.get("day") ?? "") : rest.join(":") };
}

export default function WorkChangePage({ actionData }: Route.ComponentProps) {
	if (!actionData) return <NothingChosen title="What this changes" text="Nothing is chosen." />;
	const { names, wanted, plan } = actionData;
	const path = `/${names}`;
	const possible = plan.filter(({ refused, from, to }) => refused === undefined && from !== to);
	return (
		<Page title="What this changes" subtitle={`${possible.length} of ${plan.length}`}>
			<DataTable caption="What would be changed" columns={["From", "Now", "Then"]}>
				{plan.map(({ reference, senderName, from, to, standing, refused }) => (
					<tr key={reference}>
						<th scope="row">
							{senderName}
							<span className="aside">{reference}</span>
						</th>
						<td data-label="Now">{from}</td>
						<td data-label="Then">
							{refused ?? (from === to ? "Stays as it is" : to)}
							{standing.map((name) => (
								<span key={name} className="aside">
									{name} stands. Answer them instead to call it off with the answer
								</span>
							))}
						</td>
					</tr>
				))}
			</DataTable>
			<Form method="post" action={`${path}/change`} className="inline-form">
				<input type="hidden" name="confirmed" value="yes" />
				<input type="hidden" name="change" value={`${wanted.field}:${wanted.value}`} />
				{wanted.field === "follow-up" && <input type="hidden" name="day" value={wanted.value} />}
				{possible.map(({ reference, version }) => (
					<span key={reference} hidden>
						<input type="hidden" name="reference" value={reference} />
						<input type="hidden" name="version" value={version} />
					</span>
				))}
				{possible.length > 0 && <button className="button-main">Change {possible.length}</button>}
				<Link to={path}>Change nothing</Link>
			</Form>
		</Page>
	);
}
