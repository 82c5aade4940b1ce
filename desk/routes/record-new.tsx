import { randomUUID } from "node:crypto";
import { Form, redirect, type RouterContextProvider } from "react-router";
import { findMessage, nameSender, nameText } from "../../core/conversations/incoming/message-store.server.ts";
import { enterRecord, maxTextLength, type TypedRecord } from "../../core/records/enter-record.server.ts";
import { recordSources } from "../../core/records/record-sources.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { readFormKey } from "../forms/read-form-key.server.ts";
import { Page } from "../layout/page.tsx";
import { findUnfiledOf } from "../mailboxes/list-unfiled.server.ts";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import type { Route } from "./+types/record-new.ts";

/** The form for a record that did not come through the site: a call, a fair, a message elsewhere. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds } = beginWork(context);
	const kind = getKind(kinds, request);
	const query = readQuery(request);
	const { from, message, typed } = await findOrigin(context, query["from"], query["message"]);
	return {
		name: kind.name,
		names: kind.names,
		about: kind.about,
		subjects: (await kind.listSubjects?.(deps.database.db)) ?? [],
		sources: (kind.sources ?? []).filter(({ key }) => key !== recordSources.site.key),
		from,
		message,
		typed,
		/** Sent twice, the form stores one record. */
		key: randomUUID(),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const { deps, deskRequest, kinds, signedIn, pathOf } = beginWork(context);
	const kind = getKind(kinds, request);
	const form = await readForm(request);
	const text = (name: string) => form.get(name) ?? "";
	const typed: TypedRecord = {
		senderName: text("senderName"),
		email: text("email"),
		phone: text("phone"),
		text: text("text"),
		source: text("source"),
		consent: text("consent"),
		topic: text("topic"),
		isConfirmed: form.has("isConfirmed"),
	};
	const owns = form.has("owns");
	const { from, message } = await findOrigin(context, text("from"), text("message"));
	const result = await enterRecord(
		kind,
		typed,
		{ by: signedIn.account.id, owns, from, message, idempotencyKey: readFormKey(form) },
		{ ...deps, kinds: deps.records.kinds },
	);
	if (!result.ok) return { typed, owns, from, message, errors: result.errors };
	if (result.isNew && typed.isConfirmed) deps.onEmails();
	const saved = `${capitalise(kind.name)} saved.`;
	deskRequest.notices.leave(typed.isConfirmed ? `${saved} The confirmation is on its way.` : saved);
	throw redirect(pathOf(result.reference) ?? `/${kind.names}`, 303);
}

type Origin = { from?: string | undefined; message?: string | undefined; typed?: Partial<TypedRecord> | undefined };

/** Finds the record, and its message, that a new record starts from, with what the form can take from them; only what the member may see. */
async function findOrigin(
	context: Readonly<RouterContextProvider>,
	reference: string | undefined,
	id: string | undefined,
): Promise<Origin> {
	const { deps, kinds, viewer, pathOf } = beginWork(context);
	const { db } = deps.database;
	const from = (reference ?? "").toUpperCase();
	const record = pathOf(from) === undefined ? undefined : await deps.records.find(from);
	const message = id
		? await (record ? findMessage(db, { id, reference: from }) : findUnfiledOf(db, { kinds, ...viewer }, id))
		: undefined;
	if (!message) return record ? { from, typed: { senderName: record.senderName, email: record.senderEmail } } : {};
	const { name, address } = nameSender(message);
	const text = nameText(message).slice(0, maxTextLength);
	return {
		from: record && from,
		message: message.id,
		typed: { senderName: name || address, email: address, text, source: recordSources.email.key },
	};
}

type Shown = Origin & { owns?: boolean; errors?: FieldError[] };

export default function RecordNewPage({ loaderData, actionData }: Route.ComponentProps) {
	const { name, names, about, subjects, sources, key } = loaderData;
	// A form without scripts was sent to an address that does not name them.
	const { typed, owns = true, from, message, errors = [] }: Shown = { ...loaderData, ...actionData };
	return (
		<Page
			title={`New ${name}`}
			subtitle={
				message === undefined
					? "From a call, an event, or a message elsewhere."
					: from
						? `With a message of ${from}.`
						: "With an unfiled message."
			}
		>
			<ErrorSummary errors={errors} />
			<Form method="post" action={`/${names}/new`} className="form" noValidate>
				<input type="hidden" name="key" value={key} />
				<input type="hidden" name="from" value={from ?? ""} />
				<input type="hidden" name="message" value={message ?? ""} />
				<TextField
					name="senderName"
					label="Name"
					required
					autoComplete="off"
					defaultValue={typed?.senderName}
					errors={errors}
				/>
				<TextField
					name="email"
					type="email"
					label="E-mail"
					hint="Replies go here. A phone number alone will do."
					autoComplete="off"
					defaultValue={typed?.email}
					errors={errors}
				/>
				<TextField
					name="phone"
					type="tel"
					label="Phone"
					autoComplete="off"
					defaultValue={typed?.phone}
					errors={errors}
				/>
				{about !== undefined && (
					<SelectField
						name="topic"
						label={about}
						note="(optional)"
						placeholder="Not known yet"
						defaultValue={typed?.topic}
						options={subjects.map(({ key: value, label }) => ({ value, label }))}
						errors={errors}
					/>
				)}
				<TextArea name="text" label="Message" rows={6} required defaultValue={typed?.text} errors={errors} />
				<SelectField
					name="source"
					label="Source"
					required
					placeholder="Choose a source"
					defaultValue={typed?.source}
					options={sources.map(({ key: value, label }) => ({ value, label }))}
					errors={errors}
				/>
				<TextField
					name="consent"
					label="How they agreed to this being stored"
					hint="Such as “asked us to call back”. An e-mail of their own needs none."
					spellCheck
					defaultValue={typed?.consent}
					errors={errors}
				/>
				<div className="checks">
					<label>
						<input type="checkbox" name="owns" defaultChecked={owns} />
						Assign to me
					</label>
					<label>
						<input type="checkbox" name="isConfirmed" defaultChecked={typed?.isConfirmed ?? false} />
						Send them a confirmation
					</label>
				</div>
				<button className="button-main">Save {name}</button>
			</Form>
		</Page>
	);
}
