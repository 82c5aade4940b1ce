import { Redo2, Undo2 } from "lucide-react";
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Form } from "react-router";
import { bodyName, rootName } from "../../features/publishing/forms/field-names.ts";
import { findField, fitsField } from "../../features/publishing/forms/find-field.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";
import { listLeaves } from "../../features/publishing/forms/list-leaves.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useDraft } from "../forms/use-draft.ts";
import { useFieldOfAddress } from "../layout/use-field-of-address.ts";
import { bodyField } from "./body-field.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import type { ConflictingDraft, Problems, SavedDraft } from "./draft-response.ts";
import { DraftStatus } from "./draft-status.tsx";
import { nameByIndex } from "./entry-names.ts";
import { FormFieldView } from "./fields/form-field-view.tsx";
import { InnerFields } from "./fields/group-fields.tsx";
import { MarkdownEditor } from "./fields/markdown-editor.tsx";
import { DocumentFormContext, type DocumentFormData } from "./form-context.ts";
import type { TypedTexts } from "./framed-page.ts";
import { ProblemList } from "./problem-list.tsx";
import { PublishButton } from "./publish-button.tsx";
import { useFormHistory } from "./use-form-history.ts";

type DocumentFormProps = {
	path: string;
	/** Addresses of the form and of its drafts. */
	action: string;
	draftAddress: string;
	form: FormField;
	/** The form when it is opened; afterwards the browser holds the values. */
	initial: { fields: unknown; body: string | undefined; version: number; edition: number; problems: Problems };
	lists: Pick<DocumentFormData, "choices" | "pictures">;
	/** The first step that the form belongs to; it has some of the document's fields. */
	step?: string | undefined;
	/** Shows typed texts in the framed page. */
	texts: TypedTexts;
	onSaved(saved: SavedDraft): void;
};

/** The form of a document, which saves typed text as a draft. */
export function DocumentForm({
	path,
	action,
	draftAddress,
	form,
	initial: given,
	lists,
	step,
	texts,
	onSaved,
}: DocumentFormProps) {
	const [initial] = useState(given);
	const element = useRef<HTMLFormElement>(null);
	const isHydrated = useHydrated();
	const draft = useDraft<SavedDraft, ConflictingDraft>(element, draftAddress, initial.version);
	const [announcement, announce] = useState("");
	const { saved, conflict } = draft;
	/** Of the public text that the form is based on. */
	const [edition, setEdition] = useState(initial.edition);
	useFieldOfAddress();
	const problems = saved?.problems ?? initial.problems;

	/** Shows a text that its field takes; the page keeps the last one of any other. */
	function showText(name: string, text: string): void {
		const field = name === bodyName ? bodyField : findField(form, name);
		// Markdown is rendered first, so the page only shows where it is.
		if (field && fitsField(field, text)) texts.show(`${path}#${name}`, field.kind === "markdown" ? "" : text.trim());
	}

	function showField(target: EventTarget | null): void {
		if (!element.current || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
		if (target.name !== "") showText(nameByIndex(element.current, target.name), target.value);
	}
	// A browser focuses the field that the address names before this page gets the event.
	const showFocused = useEffectEvent(() => {
		if (element.current?.contains(document.activeElement)) showField(document.activeElement);
	});
	useEffect(() => showFocused(), []);

	const history = useFormHistory(element, form, initial, (before, now) => {
		const were = listTexts(form, before.fields);
		for (const [name, text] of listTexts(form, now.fields)) if (were.get(name) !== text) showText(name, text);
		draft.touch();
	});
	/** Texts of the last version without errors, which the page keeps showing. */
	const valid = useRef<Map<string, string>>(undefined);
	const afterSaving = useEffectEvent((done: SavedDraft) => {
		onSaved(done);
		if (done.problems.here.length === 0) valid.current = listTexts(form, history.read().fields);
		valid.current ??= listTexts(form, initial.fields);
		const typed = new Set(Array.from(texts.all(), ([field]) => field));
		for (const { field } of done.problems.here) {
			const name = element.current ? nameByIndex(element.current, field) : field;
			if (typed.has(`${path}#${name}`)) showText(name, valid.current.get(name) ?? "");
		}
	});
	useEffect(() => {
		if (saved) afterSaving(saved);
	}, [saved]);
	/** A press during a save: the form is sent once it holds the version that the save has made, or it would overtake its own draft. */
	const [waiting, setWaiting] = useState<{ submitter: HTMLElement | null }>();
	/** Value of the button that was pressed during a save. */
	const [heldPress, hold] = useState("");
	useEffect(() => {
		if (waiting) element.current?.requestSubmit(waiting.submitter);
	}, [waiting]);
	const isKept = draft.status === "kept";
	useEffect(() => {
		if (saved && isKept) texts.clear();
	}, [saved, isKept, texts]);
	const { drawn } = history;
	const { touch: touchDraft } = draft;
	const { touch: touchHistory } = history;
	const data = useMemo<DocumentFormData>(
		() => ({
			Field: FormFieldView,
			path,
			errors: problems.here,
			...lists,
			announce,
			onChange() {
				touchDraft();
				touchHistory();
			},
		}),
		[path, problems, lists, touchDraft, touchHistory],
	);

	return (
		<DocumentFormContext value={data}>
			<Form
				ref={element}
				method="post"
				action={action}
				className="studio-form"
				noValidate
				onFocus={({ target }) => showField(target)}
				onInput={(event) => {
					// The search of a dialog is not a field of the document.
					if (event.target instanceof Element && event.target.closest("dialog")) return;
					draft.touch();
					history.touch();
					showField(event.target);
				}}
				onSubmit={(event) => {
					const { submitter } = event.nativeEvent as SubmitEvent;
					if (submitter instanceof HTMLButtonElement && submitter.value === "save") {
						event.preventDefault();
						draft.save();
						return;
					}
					const saving = draft.saving();
					draft.forget();
					if (!saving) return;
					event.preventDefault();
					if (submitter instanceof HTMLButtonElement) hold(submitter.value);
					void saving.then(() => {
						hold("");
						setWaiting({ submitter });
					});
				}}
			>
				{/* Enter in a field presses the first button. */}
				<button name="do" value="save" className="sr-only" tabIndex={-1} aria-hidden="true">
					Save draft
				</button>
				<input type="hidden" name="version" value={saved?.version ?? initial.version} />
				{step !== undefined && <input type="hidden" name="step" value={step} />}
				<p role="status" className="sr-only">
					{announcement}
				</p>
				<input type="hidden" name="edition" value={edition} />
				{conflict && (
					<ConflictNotice
						conflict={conflict}
						onGoOn={() => {
							// The save reads it from the form.
							flushSync(() => setEdition(conflict.edition ?? edition));
							draft.goOn();
						}}
						path={path}
					/>
				)}
				<ProblemList problems={problems} />
				<Fields key={`fields ${drawn.count}`} form={form} fields={drawn.fields} />
				{drawn.body !== undefined && (
					<MarkdownEditor key={`body ${drawn.count}`} field={bodyField} name={bodyName} value={drawn.body} />
				)}
				<div className="studio-actions">
					<PublishButton isHeld={heldPress === "publish"} />
					<button name="do" value="save">
						Save draft
					</button>
					{isHydrated && (
						<>
							<div className="studio-steps">
								<button type="button" title="Undo (Ctrl+Z)" disabled={!history.canUndo} onClick={history.undo}>
									<Undo2 size={16} aria-hidden="true" />
									<span className="sr-only">Undo change</span>
								</button>
								<button type="button" title="Redo (Ctrl+Shift+Z)" disabled={!history.canRedo} onClick={history.redo}>
									<Redo2 size={16} aria-hidden="true" />
									<span className="sr-only">Redo change</span>
								</button>
							</div>
							<DraftStatus status={draft.status} savedAt={saved?.at} />
						</>
					)}
				</div>
			</Form>
		</DocumentFormContext>
	);
}

/** Lists the texts of a form by the names of its inputs. */
function listTexts(form: FormField, fields: unknown): Map<string, string> {
	return new Map(listLeaves(form, fields).map(({ name, text }) => [name, text]));
}

/** The fields of a document, without a frame around the outermost group. They hold what is typed, so a key does not draw them again. */
const Fields = memo(function Fields({ form, fields }: { form: FormField; fields: unknown }): ReactNode {
	if (form.kind === "group")
		return (
			<div id={rootName} tabIndex={-1} className="studio-fields">
				<InnerFields field={form} name={rootName} value={fields} />
			</div>
		);
	return <FormFieldView field={form} name={rootName} value={fields} />;
});
