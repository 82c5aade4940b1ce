import { Form, Link, redirect } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { uploadContext } from "../guard/context.server.ts";
import { showImport } from "../imports/show-import.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { NumberCell, StateCell, ValueCell } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/imports.ts";

/** Imports from other tools, and the form for a new one. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const { kinds } = deps.imports;
	return {
		kinds: kinds.map(({ key, name, about }) => ({ key, name, about })),
		imports: (await deps.imports.list()).map((one) => ({
			...showImport(one, kinds),
			rows: one.state === "done" ? one.summary?.imported : undefined,
			at: showValue(one.begunAt ?? one.createdAt, deps.company),
		})),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn } = beginWork(context);
	const kind = (await readForm(request)).get("kind") ?? "";
	const { files, refused } = context.get(uploadContext);
	const fault = (field: string, message: string) => ({ kind, errors: [{ field, message }] satisfies FieldError[] });
	if (refused.length > 0) return fault("files", "Choose at most two files, of at most 300 MB together.");
	const added = await deps.imports.add({ kind, by: signedIn.account.id, uploads: files });
	if ("message" in added) return fault("files", added.message);
	throw redirect(`/import/${added.number}`, 303);
}

export default function ImportsPage({ loaderData: { kinds, imports }, actionData }: Route.ComponentProps) {
	const errors = actionData?.errors ?? [];
	return (
		<Page
			title="Import"
			subtitle="Bring data from another tool. Nothing is stored before you have seen what each row becomes."
		>
			<ErrorSummary errors={errors} />
			<Form method="post" action="/import" encType="multipart/form-data" className="form" noValidate>
				<SelectField
					name="kind"
					label="Rows are"
					defaultValue={actionData?.kind ?? kinds[0]?.key}
					options={kinds.map(({ key, name, about }) => ({ value: key, label: `${name}. ${about}` }))}
					errors={errors}
				/>
				<Field
					name="files"
					label="File"
					hint="A CSV file (any usual separator and encoding; the first row names the columns), an XML file that WordPress exports under Tools, or a calendar file (.ics) for calls. For resumes or pictures, add a ZIP file, or choose one that holds both. At most 300 MB."
					errors={errors}
				>
					{(control) => (
						<input
							{...control}
							type="file"
							multiple
							accept=".csv,.tsv,.txt,.xml,.ics,.zip,text/csv,text/xml,text/calendar,application/zip"
						/>
					)}
				</Field>
				<button className="button-main">Upload</button>
			</Form>
			<section aria-labelledby="earlier">
				<h2 id="earlier">Imports</h2>
				<DataTable
					caption="Imports, newest first"
					columns={["File", "Rows are", "Status", "Imported", "Started"]}
					numbers={["Imported"]}
					empty="No imports yet. Each stays listed here and can be undone for a week."
				>
					{imports.map(({ number, file, kind, status, rows, at }) => (
						<tr key={number}>
							<th scope="row">
								<Link to={`/import/${number}`} prefetch="intent" data-row dir="auto">
									{file}
								</Link>
							</th>
							<td data-label="Rows are">{kind}</td>
							<StateCell state={status} />
							<NumberCell label="Imported">{rows ?? "–"}</NumberCell>
							<ValueCell label="Started" value={at} />
						</tr>
					))}
				</DataTable>
			</section>
		</Page>
	);
}
