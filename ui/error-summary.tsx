import { useEffect, useRef } from "react";
import type { FieldError } from "../shared/text-rules.ts";
import { goToField } from "./go-to-field.ts";

type ErrorSummaryProps = {
	title?: string;
	errors: readonly FieldError[];
	/** The id of a field's control, to which its error links; the field's name unless told. */
	idOf?: (field: string) => string;
	/** Reveals a field that is not on the page yet. */
	openField?: (field: string) => void;
	/**
	 * Number of attempts to continue, 0 before the first: each failed one moves the focus here, and a form that the server refused counts as
	 * one. Without it, each new list of errors does.
	 */
	attempt?: number;
};

/**
 * All errors of a form, above it, each a link to its field. Renders nothing without errors. It takes the focus after a
 * failed attempt to continue, also without scripts (GOV.UK error summary), but not when an error appears while the form
 * is being filled in (WCAG 3.2.2).
 */
export function ErrorSummary({
	title = "There is a problem",
	errors,
	idOf = (field) => field,
	openField,
	attempt,
}: ErrorSummaryProps) {
	const element = useRef<HTMLDivElement>(null);
	const trigger = attempt ?? errors;

	useEffect(() => {
		if (trigger !== 0) element.current?.focus();
	}, [trigger]);

	if (errors.length === 0) return null;
	return (
		<div
			ref={element}
			role="alert"
			tabIndex={-1}
			// oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts the refused form opens at the page's top
			autoFocus={attempt !== 0}
			className="error-summary"
		>
			<h2>{title}</h2>
			<ul>
				{errors.map(({ field, message }) => (
					<li key={`${field} ${message}`}>
						<a
							href={`#${idOf(field)}`}
							// The router would take a change of the fragment for a new page, and forget why the form was refused.
							onClick={(event) => {
								event.preventDefault();
								if (openField) openField(field);
								else goToField(idOf(field));
							}}
						>
							{message}
						</a>
					</li>
				))}
			</ul>
		</div>
	);
}
