import { useEffect, useRef } from "react";
import { FragmentLink } from "../layout/fragment-link.tsx";

/** What is wrong with a field of a form. */
export type FieldError = { field: string; message: string };

/** Says above a form what is wrong with it, each with a link to its field. It takes the focus when it appears. */
export function ErrorSummary({ errors }: { errors: FieldError[] }) {
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (errors.length > 0) box.current?.focus();
	}, [errors]);
	if (errors.length === 0) return null;
	return (
		<div
			ref={box}
			role="alert"
			tabIndex={-1}
			// oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts the refused form opens at the page's top
			autoFocus
			className="error-summary"
		>
			<h2>There is a problem</h2>
			<ul>
				{errors.map(({ field, message }) => (
					<li key={`${field} ${message}`}>
						<FragmentLink to={field}>{message}</FragmentLink>
					</li>
				))}
			</ul>
		</div>
	);
}
