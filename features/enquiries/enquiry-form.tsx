import { Fragment, useId, useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { writeBusinessHours } from "../../shared/business-hours.ts";
import type { Company } from "../../shared/company.ts";
import { generalForm, pathOfEnquiryForm } from "../../shared/enquiry-form.ts";
import { controlOf } from "../../shared/form-fields.ts";
import type { Notice } from "../../shared/notices.ts";
import { readFormFields, readQuestionAnswers } from "../../shared/question-answers.ts";
import type { Question } from "../../shared/questions.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { FormNotice } from "../../ui/form-notice.tsx";
import { Honeypot } from "../../ui/honeypot.tsx";
import { QuestionInputs } from "../../ui/question-inputs.tsx";
import { Toast } from "../../ui/toast.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useReturn } from "../../ui/use-return.ts";
import type { PostedValues } from "./accept-posted-form.server.ts";
import { enquiryFieldNames, enquiryFields, type EnquiryField } from "./enquiry-fields.ts";
import type { FieldError } from "./rules.ts";
import { sendEnquiry } from "./send-enquiry.ts";

type EnquiryFormProps = {
	/** How to reach us when sending fails, the promised time of a reply, and the locale of numbers. */
	contact: Pick<Company, "email" | "phone" | "replyWithinBusinessHours" | "locale"> & {
		/** The company's own questions in every form, if it has some. */
		questions?: readonly Question[];
	};
	/** The service whose form it is, with all its questions. */
	service?: { slug: string; questions: readonly Question[] } | undefined;
	submitLabel?: string;
	/** The notice about personal data; undefined without one. */
	notice: Notice | undefined;
	/** The server's response to a form sent without scripts. */
	rejected?: { kind: "rejected" | "failed"; errors: FieldError[]; values: PostedValues } | undefined;
};

const lineNames = enquiryFieldNames.filter((name) => name !== "message");

/** The rules and their library load when somebody begins to write; most visitors never do. */
const loadRules = () => import("./rules.ts").catch(() => undefined);

const readTyped = (values: PostedValues) =>
	Object.fromEntries(enquiryFieldNames.map((name) => [name, values[name] ?? ""])) as Record<EnquiryField, string>;

/**
 * The enquiry form: docs/product/enquiries.md, Sending and Failure.
 * Typed text stays until the server has confirmed that it is stored. Without scripts the form posts to /contactUs.
 */
export function EnquiryForm({
	contact,
	service,
	submitLabel = "Send your message",
	notice,
	rejected,
}: EnquiryFormProps) {
	const questions = service?.questions ?? contact.questions ?? [];
	const hasFiles = questions.some(({ kind }) => kind === "file");
	const prefix = useId();
	const hydrated = useHydrated();
	const form = useRef<HTMLFormElement>(null);
	const submitButton = useRef<HTMLButtonElement>(null);
	const [errors, setErrors] = useState<FieldError[]>(rejected?.errors ?? []);
	const [attempt, setAttempt] = useState(rejected ? 1 : 0);
	const [state, setState] = useState<"idle" | "sending" | "sent" | "failed">(
		rejected?.kind === "failed" ? "failed" : "idle",
	);

	/** Of a form that came back from the server, until it is sent. */
	const [typed, setTyped] = useState(rejected?.values);

	const sending = state === "sending";
	useReturn(() => setState((current) => (current === "sending" ? "idle" : current)));
	useLayoutEffect(() => {
		if (!sending) return undefined;
		const button = submitButton.current;
		// A disabled button loses the focus. It gets it back before a dialog opens, which returns the focus to it.
		return () => {
			if (document.activeElement === document.body) button?.focus();
		};
	}, [sending]);

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (sending) return;
		const element = event.currentTarget;
		const posted = new FormData(element);
		const values = readFormFields(posted);
		setState("sending");
		// A new release has other files. The server checks everything again.
		const checked = (await loadRules())?.validateEnquiryForm(values, contact, questions);
		if (checked && !checked.ok) return reject(checked.errors);
		setErrors([]);
		// A file is sent as the browser sends forms, to a page that says thank you.
		if ([...posted.values()].some((value) => typeof value !== "string" && value.name !== "")) return element.submit();
		const outcome = await sendEnquiry({
			...(checked?.enquiry ?? readTyped(values)),
			leaveEmpty: values.leaveEmpty ?? "",
			...(service && { service: service.slug }),
			...(notice && { notice: notice.version }),
			...(questions.length > 0 && { answers: readQuestionAnswers(values) }),
		});
		if (outcome.kind === "rejected") return reject(outcome.errors, "failed");
		if (outcome.kind === "sent") {
			setTyped(undefined);
			form.current?.reset();
		}
		if (outcome.kind === "sent" && outcome.personCheckPath !== undefined)
			return window.location.assign(outcome.personCheckPath);
		setState(outcome.kind);
	}

	function reject(found: FieldError[], next: "idle" | "failed" = "idle") {
		setState(next);
		setErrors(found);
		setAttempt(attempt + 1);
	}

	function dismissFailure() {
		setState("idle");
		submitButton.current?.focus();
	}

	const idOf = (name: string) => `${prefix}${name}`;
	function noteChange(name: string) {
		void loadRules();
		setErrors((current) => current.filter((error) => error.field !== name));
	}
	const field = (name: EnquiryField) => ({
		...controlOf(enquiryFields[name]),
		id: idOf(name),
		name,
		errors,
		defaultValue: typed?.[name],
		// Text added now would be in no enquiry and lost once this one is stored.
		readOnly: sending,
		className: "read-only:opacity-60",
		onChange: () => noteChange(name),
	});

	return (
		<>
			<form
				ref={form}
				method="post"
				action={pathOfEnquiryForm(service?.slug ?? (hasFiles ? generalForm : ""))}
				encType={hasFiles ? "multipart/form-data" : undefined}
				noValidate={hydrated}
				onSubmit={submit}
				className="space-y-6"
			>
				<ErrorSummary attempt={attempt} errors={errors} idOf={idOf} />
				<Fragment key={typed ? "typed" : "empty"}>
					<div className="grid gap-6 md:grid-cols-2">
						{lineNames.map((name) => (
							<TextField key={name} {...field(name)} />
						))}
					</div>
					<TextArea {...field("message")} />
					<QuestionInputs
						questions={questions}
						idOf={idOf}
						errors={errors}
						marks="optional"
						readOnly={sending}
						answerOf={(_question, name) => ({ defaultValue: typed?.[name] ?? "" })}
						onAnswer={(_question, _answer, name) => noteChange(name)}
					/>
				</Fragment>
				<Honeypot />
				<FormNotice notice={notice} />
				<Button ref={submitButton} type="submit" disabled={sending}>
					{sending ? "Sending…" : submitLabel}
				</Button>
			</form>

			{state === "failed" && (
				<Toast onDismiss={dismissFailure}>
					<p className="font-semibold">Error in submitting form</p>
					<p className="mt-1">
						Your message is still here, so you can try again. You can also write to{" "}
						<a className="text-accent-text underline" href={`mailto:${contact.email}`}>
							{contact.email}
						</a>{" "}
						or call{" "}
						<a className="tabular text-accent-text underline" href={`tel:${contact.phone.e164}`}>
							{contact.phone.display}
						</a>
						.
					</p>
				</Toast>
			)}
			<Dialog open={state === "sent"} onClose={() => setState("idle")} title="Thank You!">
				<p className="mt-4">
					Your message has reached us. We typically reply within {writeBusinessHours(contact.replyWithinBusinessHours)},
					and a confirmation is on its way to your inbox.
				</p>
			</Dialog>
		</>
	);
}
