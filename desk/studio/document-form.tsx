import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Form } from "react-router";
import { bodyName, rootName } from "../../features/publishing/forms/field-names.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { DraftStatus } from "./draft-status.tsx";
import { FormFieldView } from "./fields/form-field-view.tsx";
import { InnerFields } from "./fields/group-fields.tsx";
import { MarkdownEditor } from "./fields/markdown-editor.tsx";
import { DocumentFormContext, type DocumentFormData } from "./form-context.ts";
import type { ConflictingDraft, Problems, SavedDraft } from "./draft-answer.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import { ProblemList } from "./problem-list.tsx";
import { useFieldOfAddress } from "../layout/use-field-of-address.ts";
import { useDraft } from "../forms/use-draft.ts";

type DocumentFormProps = {
	path: string;
	/** Addresses of the form and of its drafts. */
	action: string;
	draftAddress: string;
	form: FormField;
	/** The form when it is opened; afterwards the browser holds the values. */
	initial: { fields: unknown; body: string | undefined; version: number; problems: Problems };
	lists: Pick<DocumentFormData, "choices" | "pictures">;
	onSaved(saved: SavedDraft): void;
};

/** The form of a document, which saves typed text as a draft. */
export function DocumentForm({ path, action, draftAddress, form, initial: given, lists, onSaved }: DocumentFormProps) {
	const [initial] = useState(given);
	const element = useRef<HTMLFormElement>(null);
	const isHydrated = useHydrated();
	const draft = useDraft<SavedDraft, ConflictingDraft>(element, draftAddress, initial.version);
	const [announcement, announce] = useState("");
	const { saved } = draft;
	useFieldOfAddress();
	const problems = saved?.problems ?? initial.problems;
	const told = useRef(onSaved);
	useEffect(() => {
		told.current = onSaved;
	}, [onSaved]);
	useEffect(() => {
		if (saved) told.current(saved);
	}, [saved]);
	const data = useMemo<DocumentFormData>(
		() => ({ Field: FormFieldView, path, errors: problems.here, ...lists, announce, onChange: draft.touch }),
		[path, problems, lists, draft.touch],
	);

	return (
		<DocumentFormContext value={data}>
			<Form
				ref={element}
				method="post"
				action={action}
				className="studio-form"
				noValidate
				onInput={draft.touch}
				onSubmit={(event) => {
					const { submitter } = event.nativeEvent as SubmitEvent;
					if (submitter instanceof HTMLButtonElement && submitter.value === "save") {
						event.preventDefault();
						draft.save();
					} else draft.forget();
				}}
			>
				{/* Enter in a field presses the first button. */}
				<button name="do" value="save" className="sr-only" tabIndex={-1} aria-hidden="true">
					Save draft
				</button>
				<input type="hidden" name="version" value={saved?.version ?? initial.version} />
				<p role="status" className="sr-only">
					{announcement}
				</p>
				{draft.overtaken && <ConflictNotice overtaken={draft.overtaken} onGoOn={draft.goOn} path={path} />}
				<ProblemList problems={problems} />
				<Fields form={form} fields={initial.fields} />
				{initial.body !== undefined && (
					<MarkdownEditor
						field={{ kind: "markdown", title: "Text", input: "text" }}
						name={bodyName}
						value={initial.body}
					/>
				)}
				<div className="studio-actions">
					<button name="do" value="publish" className="button-main">
						Publish…
					</button>
					<button name="do" value="save">
						Save draft
					</button>
					{isHydrated && <DraftStatus status={draft.status} savedAt={saved?.at} />}
				</div>
			</Form>
		</DocumentFormContext>
	);
}

/** The fields of a document, without a frame around the outermost group. */
function Fields({ form, fields }: { form: FormField; fields: unknown }): ReactNode {
	if (form.kind === "group")
		return (
			<div id={rootName} tabIndex={-1} className="studio-fields">
				<InnerFields field={form} name={rootName} value={fields} />
			</div>
		);
	return <FormFieldView field={form} name={rootName} value={fields} />;
}
