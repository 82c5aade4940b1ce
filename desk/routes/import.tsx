import { data, Form, Link, redirect } from "react-router";
import { undoableUntil, type ImportOptions } from "../../core/imports/import-store.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { CheckResult } from "../imports/check-result.tsx";
import { ColumnsForm } from "../imports/columns-form.tsx";
import { getImport } from "../imports/get-import.server.ts";
import { readImportOptions } from "../imports/read-import-options.server.ts";
import { showImport } from "../imports/show-import.server.ts";
import { UndoForm } from "../imports/undo-form.tsx";
import { Page } from "../layout/page.tsx";
import { WorkProgress } from "../layout/work-progress.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { describeBytes } from "../work/describe-bytes.ts";
import type { Route } from "./+types/import.ts";

/** One import: its columns, what its rows become, and how it went. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, now, pathOf } = beginWork(context);
	const { imports, company, database } = deps;
	const one = await getImport(imports, params.number);
	const kind = imports.kinds.find(({ key }) => key === one.kind);
	const { bytes, ...shown } = showImport(one, imports.kinds);
	const until = undoableUntil(one);
	const canUndo = one.state === "done" && until !== undefined && Temporal.Instant.compare(now, until) <= 0;
	const changed = canUndo ? await imports.listChanged(one) : undefined;
	const nameAll = (found: ReadonlyMap<string, string>) =>
		[...found].map(([reference, name]) => ({ reference, name, path: kind?.pathOf?.(reference) ?? pathOf(reference) }));
	return {
		...shown,
		size: describeBytes(bytes),
		state: one.state,
		becomes: kind?.becomes ?? ["record", "records"],
		listPath: kind && `/${kind.path}`,
		fields: (kind?.fields ?? []).map(({ key, label }) => ({ key, label })),
		presets: kind?.presets?.map(({ key, name }) => ({ key, name })) ?? [],
		stages: (await kind?.listStages?.(database.db)) ?? [],
		options: one.options,
		columns: one.state === "draft" && !kind?.source ? await imports.readColumns(one) : [],
		summary: one.summary,
		counts: ["importing", "undoing", "undone"].includes(one.state) ? await imports.countRows(one.number) : undefined,
		stored: one.nextRow - 1,
		isDelayed: one.retryAt !== undefined && Temporal.Instant.compare(now, one.retryAt) < 0,
		undo: changed &&
			until && {
				until: showValue(until, company).text,
				worked: nameAll(changed.worked),
				inUse: nameAll(changed.inUse),
				reason: kind?.inUse ?? "they are in use",
			},
		keptReason:
			kind?.inUse === undefined ? "somebody has worked on them" : `${kind.inUse} or somebody has worked on them`,
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, deskRequest, signedIn } = beginWork(context);
	const { imports } = deps;
	const one = await getImport(imports, params.number);
	const form = await readForm(request);
	const by = signedIn.account.id;
	const fault = await act(form.get("do"));
	if (fault) return { errors: [{ field: "", message: fault.message }] };
	throw redirect(`/import/${one.number}`, 303);

	async function act(asked: string | null): Promise<{ message: string } | undefined> {
		if (asked === "check") return imports.startCheck(one, readImportOptions(form, one.options));
		if (asked === "preset") {
			await imports.matchAs(one, form.get("preset") ?? "");
			return undefined;
		}
		if (asked === "columns") {
			await imports.reopen(one.number);
			return undefined;
		}
		if (asked === "import") return imports.startImport(one, by);
		if (asked === "discard") {
			await imports.discard(one.number);
			deskRequest.notices.leave("Import discarded. Its file is removed.");
			throw redirect("/import", 303);
		}
		if (asked === "undo")
			return imports.startUndo(one, { by, workedOn: form.get("worked") === "remove" ? "remove" : "keep" });
		throw data(null, { status: 400 });
	}
}

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
	const {
		number,
		file,
		archive,
		kind,
		status,
		size,
		sha256,
		state,
		becomes,
		listPath,
		summary,
		counts,
		stored,
		isDelayed,
		undo,
	} = loaderData;
	const errors = actionData?.errors ?? [];
	const path = `/import/${number}`;
	const isRunning = state === "checking" || state === "importing" || state === "undoing";
	return (
		<Page
			title={file}
			subtitle={
				<>
					<Link to="/import">Import</Link> <span>{kind}</span> <span className="number">{size}</span>{" "}
					<StateLabel state={status} />
				</>
			}
		>
			<ErrorSummary errors={errors} />
			<WorkProgress
				label="Progress"
				isRunning={isRunning}
				done={state === "importing" ? stored : undefined}
				total={state === "importing" ? summary?.rows : undefined}
			>
				{isDelayed && "Something went wrong. It will be tried again within a minute. "}
				{state === "checking" && "Checking rows. You can leave this page."}
				{state === "importing" && `${stored} of ${summary?.rows ?? 0} rows done. You can leave this page.`}
				{state === "undoing" && `Removing ${becomes[1]}: ${counts?.imported ?? 0} left. You can leave this page.`}
			</WorkProgress>
			{state === "draft" && (
				<ColumnsForm
					path={path}
					columns={loaderData.columns}
					fields={loaderData.fields}
					presets={loaderData.presets}
					options={loaderData.options satisfies Pick<ImportOptions, "preset" | "dateOrder" | "duplicates">}
				/>
			)}
			{summary && state !== "undone" && state !== "undoing" && (
				<CheckResult
					path={path}
					state={state}
					becomes={becomes}
					summary={summary}
					stages={loaderData.stages}
					chosenStages={loaderData.options.stages}
					listPath={listPath}
				/>
			)}
			{state === "undone" && (
				<p>
					{counts?.kept
						? `Undone. ${counts.kept} ${becomes[counts.kept === 1 ? 0 : 1]} stayed, because ${loaderData.keptReason}.`
						: `Undone. Nothing of this import is left.`}
				</p>
			)}
			{undo && <UndoForm path={path} becomes={becomes} {...undo} />}
			<dl className="fields">
				<div>
					<dt>SHA-256</dt>
					<dd>{sha256}</dd>
				</div>
				{archive && (
					<div>
						<dt dir="auto">{archive.name}</dt>
						<dd>{archive.sha256}</dd>
					</div>
				)}
			</dl>
			{(state === "draft" || state === "checking" || state === "checked") && (
				<Form method="post" action={path}>
					<button name="do" value="discard">
						Discard import
					</button>
				</Form>
			)}
			{state === "importing" && (
				<Form method="post" action={path}>
					<p className="remark">
						Stopping removes the {becomes[1]} that this import has stored so far, except those that somebody has worked
						on.
					</p>
					<button name="do" value="undo">
						Stop and undo
					</button>
				</Form>
			)}
		</Page>
	);
}
