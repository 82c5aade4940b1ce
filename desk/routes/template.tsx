import { data, Form, redirect } from "react-router";
import { mergeFields, type MergeField } from "../../core/conversations/merge-fields.ts";
import { listTemplateErrors, maxTemplateNameLength } from "../../core/conversations/templates.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { OutdatedNotice } from "../forms/outdated-notice.tsx";
import { useFormBase } from "../forms/use-form-base.ts";
import { Page } from "../layout/page.tsx";
import { readForm, readVersion } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork } from "../work.server.ts";
import { EmailPreview, type ShownEmail } from "../work/email-preview.tsx";
import { MergeFieldTable } from "../work/merge-field-table.tsx";
import { showEmailPreview } from "../work/show-email-preview.server.ts";
import type { Route } from "./+types/template.ts";

type Typed = { name: string; subject: string; text: string };
const nothing: Typed = { name: "", subject: "", text: "" };

/** One template, or the empty form of a new one. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, signedIn } = beginWork(context);
	const { template, kind } = await getTemplate({ request, context, id: params.id });
	const reference = await findLatest(deps.records, kind);
	const values =
		reference === undefined ? undefined : await deps.records.replies.findMergeValues(reference, signedIn.account.name);
	return {
		id: template?.id,
		kind: kind.name,
		names: kind.names,
		version: template?.version ?? 0,
		typed: template ? { name: template.name, subject: template.subject, text: template.text } : nothing,
		reference,
		fields: Object.entries(mergeFields).map(([name, about]) => ({ name, about, value: values?.[name as MergeField] })),
		maxNameLength: maxTemplateNameLength,
	};
}

type ActionData = {
	errors: FieldError[];
	typed: Typed;
	/** The version that the typed text is based on. */
	version: number;
	/** The version that somebody else has saved meanwhile. */
	there?: Typed;
	preview?: ShownEmail | undefined;
};

export async function action({ request, context, params }: Route.ActionArgs): Promise<ActionData> {
	const { deps, signedIn, deskRequest } = beginWork(context);
	const { templates, replies } = deps.records;
	const by = signedIn.account;
	const { template, kind } = await getTemplate({ request, context, id: params.id });
	const form = await readForm(request);
	const text = (name: string) => form.get(name) ?? "";
	const version = readVersion(form.get("version"));
	const typed: Typed = { name: text("name"), subject: text("subject"), text: text("text") };
	switch (text("do")) {
		case "preview": {
			const errors = listTemplateErrors({ ...typed, name: typed.name || "-" });
			if (errors.length > 0) return { errors, typed, version };
			const reference = await findLatest(deps.records, kind);
			const draft = reference === undefined ? undefined : await replies.begin(reference, { template: typed, by });
			const email = reference !== undefined && draft && (await replies.preview(reference, { ...draft, by }));
			return {
				errors: [],
				typed,
				version,
				preview: email ? showEmailPreview(email) : undefined,
			};
		}
		case "save": {
			const result = await templates.save({
				...typed,
				kind: kind.name,
				by: by.id,
				...(template && { id: template.id, version }),
			});
			if (result.ok) return leave(template ? "Template saved." : "Template created.");
			if (result.why === "refused") return { errors: result.errors, typed, version };
			if (result.why === "gone") return leave("Not saved: someone else has deleted this template.");
			const { name, subject, text: there, version: newest } = result.template;
			return {
				errors: [
					{
						field: "text",
						message:
							"Someone else has changed this template. Your text is in the form and theirs below; save again to overwrite it.",
					},
				],
				typed,
				version: newest,
				there: { name, subject, text: there },
			};
		}
		case "remove":
			if (!template) throw data(null, { status: 400 });
			await templates.remove({ id: template.id, kinds: [kind.name] }, by.id);
			return leave(`“${template.name}” deleted.`);
		default:
			throw data(null, { status: 400 });
	}

	function leave(notice: string): never {
		deskRequest.notices.leave(notice);
		throw redirect("/templates", 303);
	}
}

/**
 * Finds the template of an address with its kind of record, or the kind of a new one.
 * @throws a 404 response when it is gone, or of a kind that the member may not see
 */
async function getTemplate({
	request,
	context,
	id,
}: Pick<Route.LoaderArgs, "request" | "context"> & { id: string | undefined }) {
	const { deps, kinds } = beginWork(context);
	const named = kinds.map(({ name }) => name);
	const template = id === undefined ? undefined : await deps.records.templates.find({ id, kinds: named });
	const wanted = id === undefined ? readQuery(request)["kind"] : template?.kind;
	const kind = kinds.find(({ name }) => name === wanted);
	if (!kind) throw data(null, { status: 404 });
	return { template, kind };
}

/** The latest record, for the preview. */
async function findLatest(
	records: ReturnType<typeof beginWork>["deps"]["records"],
	kind: RecordKind,
): Promise<string | undefined> {
	const page = await records.list({ kinds: [kind], kind }, { limit: 1 });
	return page.records[0]?.reference;
}

export default function TemplatePage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, kind, names, reference, fields, maxNameLength } = loaderData;
	const typed = actionData?.typed ?? loaderData.typed;
	const errors = actionData?.errors ?? [];
	const preview = actionData?.preview;
	const base = useFormBase(loaderData.version, actionData?.version);
	const path = id === undefined ? `/templates/new?kind=${kind}` : `/templates/${id}`;
	return (
		<Page title={id === undefined ? "New template" : loaderData.typed.name} subtitle={`For replies to ${names}`}>
			<ErrorSummary errors={errors} />
			<div className="beside">
				<Form
					key={base.key}
					{...base.attributes}
					method="post"
					action={path}
					className="form form-wide"
					noValidate
					preventScrollReset
				>
					<input type="hidden" name="version" value={base.version} />
					{base.isOutdated && <OutdatedNotice />}
					<TextField
						name="name"
						label="Name"
						hint="Your team chooses the template by this name."
						maxLength={maxNameLength}
						defaultValue={typed.name}
						required
						errors={errors}
					/>
					<TextField
						name="subject"
						label="Subject"
						maxLength={200}
						defaultValue={typed.subject}
						required
						errors={errors}
					/>
					<TextArea name="text" label="Text" rows={14} defaultValue={typed.text} required errors={errors} />
					<div className="inline-form">
						<button name="do" value="save" className="button-main">
							Save template
						</button>
						<button name="do" value="preview">
							Preview
						</button>
					</div>
				</Form>
				<MergeFieldTable fields={fields} reference={reference} />
			</div>
			{actionData?.there && (
				<section aria-labelledby="there">
					<h2 id="there">Saved version: {actionData.there.name}</h2>
					<p>
						<strong>{actionData.there.subject}</strong>
					</p>
					<p className="text" dir="auto">
						{actionData.there.text}
					</p>
				</section>
			)}
			{preview && reference !== undefined && (
				<section aria-labelledby="preview">
					<h2 id="preview">Preview as a reply to {reference}</h2>
					<EmailPreview email={preview} />
				</section>
			)}
			{actionData?.preview === undefined && actionData?.errors.length === 0 && (
				<p className="empty" role="status">
					No {names} yet to fill in the merge fields.
				</p>
			)}
			{id !== undefined && (
				<details className="danger">
					<summary>Delete template</summary>
					<p>Existing replies stay the same. You cannot undo this.</p>
					<Form method="post" action={path}>
						<button name="do" value="remove">
							Delete template
						</button>
					</Form>
				</details>
			)}
		</Page>
	);
}
