import { FileText } from "lucide-react";
import { useRef } from "react";
import type { FieldError } from "../../../shared/text-rules.ts";
import { Field } from "../../../ui/field.tsx";
import { resumeField } from "./rules.ts";
import { idOf } from "./step-props.ts";
import { formatFileSize } from "./texts.ts";

type ResumeFieldProps = {
	resume: File | undefined;
	onResume: (file: File | undefined) => void;
	errors: readonly FieldError[];
};

/** Chooses the resume. A browser cannot show a saved draft's file in its control, so the name is shown beside it. */
export function ResumeField({ resume, onResume, errors }: ResumeFieldProps) {
	const input = useRef<HTMLInputElement>(null);

	function remove() {
		if (input.current) input.current.value = "";
		onResume(undefined);
		// The pressed button is about to go.
		input.current?.focus();
	}

	return (
		<Field name="resume" id={idOf("resume")} label="Resume *" hint={resumeField.hint} errors={errors}>
			{(control) => (
				<>
					{resume && (
						<p className="mt-2 flex flex-wrap items-center gap-3 text-16 text-ink">
							<FileText aria-hidden="true" className="size-5 text-accent-ui" />
							<span>
								{resume.name} ({formatFileSize(resume.size)})
							</span>
							<button
								type="button"
								className="min-h-11 text-accent-text underline underline-offset-4 hover:text-ink"
								onClick={remove}
							>
								Remove<span className="sr-only"> the resume</span>
							</button>
						</p>
					)}
					<input
						ref={input}
						{...control}
						type="file"
						required={!resume}
						accept={resumeField.accept}
						// A control reports the same file again, perhaps changed, only when it is empty.
						onClick={(event) => {
							event.currentTarget.value = "";
						}}
						onChange={(event) => onResume(event.target.files?.[0])}
						className="p-2 file:mr-4 file:min-h-11 file:rounded-6 file:border-0 file:bg-sand file:px-4 file:font-semibold file:text-ink"
					/>
				</>
			)}
		</Field>
	);
}
