import { data, Form, redirect, type RouterContextProvider } from "react-router";
import {
	completeByMember,
	listResumeChoices,
	reviseCompleted,
} from "../../features/careers/applications/complete-application.server.ts";
import { applicationStore } from "../../features/careers/applications/store.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { OutdatedNotice } from "../forms/outdated-notice.tsx";
import { useFormBase } from "../forms/use-form-base.ts";
import { uploadContext } from "../guard/context.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { describeBytes } from "../work/describe-bytes.ts";
import type { Route } from "./+types/application-complete.ts";

/** The form for what an application lacks that came by e-mail or was entered by hand: its position, number and resume. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds } = beginWork(context);
	const { reference, application } = await getApplication(context, params.reference);
	const choices = await listResumeChoices(reference, deps);
	return {
		reference,
		revision: reviseCompleted(application),
		name: application.answers.fullName,
		resume: application.resume?.name,
		subjects: (await getKind(kinds, request).listSubjects?.(deps.database.db)) ?? [],
		choices: choices.map(({ storedAs, name, bytes }) => ({
			value: storedAs,
			label: `${name} (${describeBytes(bytes)})`,
		})),
		typed: {
			topic: application.jobId,
			phone: application.answers.phone,
			chosen: application.resume ? "" : (choices[0]?.storedAs ?? ""),
		},
	};
}

type ActionData = {
	typed: { topic: string; phone: string; chosen: string };
	/** The revision that the typed values are based on. */
	revision: string;
	errors: FieldError[];
	/** The application as somebody else has saved it meanwhile. */
	there?: { position: string; phone: string; resume: string };
};

export async function action({ request, context, params }: Route.ActionArgs): Promise<ActionData> {
	const { deps, deskRequest, signedIn } = beginWork(context);
	const { reference } = await getApplication(context, params.reference);
	const form = await readForm(request);
	const typed = { topic: form.get("topic") ?? "", phone: form.get("phone") ?? "", chosen: form.get("chosen") ?? "" };
	const revision = form.get("revision") ?? "";
	const { files, refused } = context.get(uploadContext);
	if (refused.length > 0 || files.length > 1)
		return { typed, revision, errors: [{ field: "files", message: "Choose one file of at most 10 MB" }] };
	const result = await completeByMember(
		reference,
		{ jobId: typed.topic, phone: typed.phone, chosen: typed.chosen, uploaded: files[0], revision },
		signedIn.account.id,
		deps,
	);
	if (result.ok) {
		deskRequest.notices.leave("Application saved.");
		throw redirect(`/applications/${reference}`, 303);
	}
	switch (result.why) {
		case "gone":
			throw data(null, { status: 404 });
		case "refused":
			return { typed, revision, errors: result.errors };
		case "conflict": {
			const { jobTitle, answers, resume } = result.application;
			return {
				typed,
				revision: reviseCompleted(result.application),
				errors: [
					{
						field: "topic",
						message: `Someone else has changed this application. Your entries are in the form and theirs below; save again to overwrite them.${files.length > 0 ? " If the file is no longer chosen, choose it again." : ""}`,
					},
				],
				there: { position: jobTitle, phone: answers.phone, resume: resume?.name ?? "" },
			};
		}
	}
}

/** @throws a 404 response when there is none */
async function getApplication(context: Readonly<RouterContextProvider>, typed: string) {
	const reference = typed.toUpperCase();
	const application = await applicationStore.find(beginWork(context).deps.database.db, reference);
	if (!application) throw data(null, { status: 404 });
	return { reference, application };
}

export default function ApplicationCompletePage({ loaderData, actionData }: Route.ComponentProps) {
	const { reference, name, resume, subjects, choices } = loaderData;
	const typed = actionData?.typed ?? loaderData.typed;
	const errors = actionData?.errors ?? [];
	const there = actionData?.there;
	const base = useFormBase(loaderData.revision, actionData?.revision);
	return (
		<Page
			title="Complete application"
			subtitle={
				<>
					<span dir="auto">{name}</span> <span className="number">{reference}</span>
				</>
			}
		>
			<ErrorSummary errors={errors} />
			<Form
				key={base.key}
				{...base.attributes}
				method="post"
				action={`/applications/${reference}/complete`}
				encType="multipart/form-data"
				className="form"
				noValidate
			>
				<input type="hidden" name="revision" value={base.version} />
				{base.isOutdated && <OutdatedNotice />}
				<SelectField
					name="topic"
					label="Position"
					placeholder="None: a general application"
					defaultValue={typed.topic}
					options={subjects.map(({ key, label }) => ({ value: key, label }))}
					errors={errors}
				/>
				<TextField
					name="phone"
					type="tel"
					label="Phone"
					autoComplete="off"
					defaultValue={typed.phone}
					errors={errors}
				/>
				{choices.length > 0 && (
					<SelectField
						name="chosen"
						label="Resume"
						hint="Files of their messages that can be read as a resume."
						placeholder={resume === undefined ? "None yet" : `Keep ${resume}`}
						defaultValue={typed.chosen}
						options={choices}
						errors={errors}
					/>
				)}
				<Field
					name="files"
					label={choices.length > 0 ? "Or upload a resume" : "Resume"}
					hint="PDF, DOC or DOCX, at most 10 MB."
					errors={errors}
				>
					{(control) => <input {...control} type="file" accept=".pdf,.doc,.docx" />}
				</Field>
				<button className="button-main">Save application</button>
			</Form>
			{there && (
				<section aria-labelledby="there">
					<h2 id="there">Saved application</h2>
					<p>Position: {there.position || "none"}</p>
					<p>Phone: {there.phone || "none"}</p>
					<p>
						Resume: <span dir="auto">{there.resume || "none yet"}</span>
					</p>
				</section>
			)}
		</Page>
	);
}
