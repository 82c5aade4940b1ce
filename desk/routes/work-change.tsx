import { Form, Link, redirect } from "react-router";
import {
	maxBulkRecords,
	type ChangeResult as OneResult,
	type WantedChange,
} from "../../core/records/changes.server.ts";
import { listMembers } from "../../core/records/members.server.ts";
import { changedFields, type ChangedField } from "../../core/records/work-store.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { showSet } from "../records/show-values.server.ts";
import { ChangeResult } from "../work/change-result.tsx";
import { describeBatch } from "../work/describe-batch.server.ts";
import { describeUndone } from "../work/describe-undone.server.ts";
import { NothingChosen } from "../work/nothing-chosen.tsx";
import { beginWithMany } from "../work/read-chosen.server.ts";
import { readSnooze } from "../work/snooze-choices.server.ts";
import type { Route } from "./+types/work-change.ts";

/** Previews a bulk change, applies or undoes it. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, now, deskRequest, kind, form, search, listPath, requireChosen } = await beginWithMany(
		context,
		request,
	);
	const { changes } = deps.records;
	const by = signedIn.account.id;
	if (form.get("do") === "undo") {
		const undone = { batch: form.get("id") ?? "", kind: kind.name };
		deskRequest.notices.leave(describeUndone(await changes.undo(undone, by)));
		throw redirect(listPath, 303);
	}
	const wanted = readWanted(form, (value) => readSnooze(value, now, deps.company));
	if (!wanted) throw redirect(listPath, 303);
	const chosen = requireChosen(form.getAll("reference").slice(0, maxBulkRecords));
	const base = { names: kind.names, search, listPath };
	if (form.get("confirmed") !== "yes") {
		const plan = await changes.plan(chosen, wanted);
		const show = (set: string) => showSet(wanted.field, set, deps.company);
		return { ...base, wanted, plan: plan.map((one) => ({ ...one, from: show(one.from), to: show(one.to) })) };
	}
	const versions = form.getAll("version").map(Number);
	const { batch, results } = await changes.applyPlan(
		chosen.map((reference, index) => ({ reference, version: versions[index] ?? 0 })),
		{ ...wanted, by },
	);
	deps.onEmails();
	const changed = [...results.values()].filter((result) => result.ok && result.batch !== undefined).length;
	const unchanged = [...results].flatMap(([reference, result]) =>
		result.ok ? [] : [{ reference, senderName: nameSender(reference, result), why: describeRefusal(result) }],
	);
	const members = await listMembers(deps.database.db);
	if (unchanged.length > 0) return { ...base, changed, batch, unchanged };
	deskRequest.notices.leave(
		changed === 0 ? "Nothing to change." : describeBatch(changed, wanted, { kind, members, company: deps.company }),
		batch === undefined ? undefined : { path: `/${kind.names}/change${search}`, does: "undo", id: batch },
	);
	const open = form.get("open") ?? "";
	throw redirect(
		open.startsWith(`${kind.prefix}-`) ? `/${kind.names}/${encodeURIComponent(open)}${search}` : listPath,
		303,
	);
}

type Refusal = Exclude<OneResult, { ok: true }>;

function nameSender(reference: string, result: Refusal): string {
	return result.why === "gone" ? reference : result.record.senderName;
}

function describeRefusal(result: Refusal): string {
	if (result.why === "gone") return "It no longer exists.";
	return result.why === "refused" ? result.message : "Someone else changed it first.";
}

function readWanted(form: URLSearchParams, readTime: (value: string) => string): WantedChange | undefined {
	const [name = "", ...rest] = (form.get("change") ?? "").split(":");
	const field = changedFields.find((one): one is ChangedField => one === name);
	if (!field) return undefined;
	const day = form.get("day") ?? "";
	const value = rest.join(":");
	if (field === "follow-up") return { field, value: day };
	return { field, value: field === "snooze" ? readTime(value === "day" ? day || "none" : value) : value };
}

export default function WorkChangePage({ actionData }: Route.ComponentProps) {
	if (!actionData) return <NothingChosen title="Review changes" text="Nothing is selected." />;
	if ("unchanged" in actionData) return <ChangeResult {...actionData} />;
	const { names, search, listPath, wanted, plan } = actionData;
	const possible = plan.filter(({ refused, from, to }) => refused === undefined && from !== to);
	return (
		<Page title="Review changes" subtitle={`${possible.length} of ${plan.length} will change`}>
			<DataTable caption="Changes" columns={["From", "Now", "New"]}>
				{plan.map(({ reference, senderName, from, to, standing, refused }) => (
					<tr key={reference}>
						<th scope="row">
							{senderName}
							<span className="aside">{reference}</span>
						</th>
						<td data-label="Now">{from}</td>
						<td data-label="New">
							{refused ?? (from === to ? "No change" : to)}
							{standing.map((name) => (
								<span key={name} className="aside">
									{name} stays booked. To cancel it, reply to them instead
								</span>
							))}
						</td>
					</tr>
				))}
			</DataTable>
			<Form method="post" action={`/${names}/change${search}`} className="inline-form">
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
				<Link to={listPath}>Cancel</Link>
			</Form>
		</Page>
	);
}
